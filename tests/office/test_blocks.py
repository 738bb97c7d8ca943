"""The pages of blocks: asked for, followed, cancelled; the print file handed out; proofs; who may do what."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from office import issuing, tasks
from office.roles import APPROVER, AUDITOR, ISSUING, SERVICE
from payouts import printing
from payouts.signing import sessions
from payouts.working import working
from tests.office.staff import client_of, member
from tests.signing import sign_in
from tests.tickets import blocks
from tickets import codes, numbers
from tickets.issuing import orders
from tickets.issuing.progress import Made
from tickets.models import Block, BlockOrder, Emission, PrintDownload, PrizeTable, Ticket

pytestmark = pytest.mark.django_db
State = BlockOrder.State


@pytest.fixture
def emission(printer: str) -> Emission:
    return blocks.make_emission("sauve_souris", 3_000)


@pytest.fixture
def manager() -> User:
    return member(ISSUING)


@pytest.fixture
def client(manager: User) -> Client:
    return client_of(manager)


def ask(client: Client, emission: Emission) -> BlockOrder:
    answer = client.post(reverse("office:block_ask", args=[emission.pk]))
    order = BlockOrder.objects.latest("pk")
    assert answer.headers["Location"] == reverse("office:order", args=[order.pk])
    return order


def issued(emission: Emission) -> Block:
    order = issuing.order_block(emission_id=emission.pk, by=member(ISSUING))
    tasks.issue_block(order_id=order.pk)
    return Block.objects.get(order=order)


def wait_until(what: Callable[[], object]) -> None:
    until = time.monotonic() + 30
    while not what():
        assert time.monotonic() < until, "the worker does nothing"
        time.sleep(0.05)


def taken_from(client: Client, address: str) -> tuple[Any, bytes]:
    """The answer and the whole file of a download."""
    answer: Any = client.post(address)
    assert answer.status_code == 200 and answer.streaming
    try:
        return answer, b"".join(answer.streaming_content)
    finally:
        answer.close()


def socket(site: str, client: Client) -> ClientConnection:
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    headers = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={cookie.value}"} if cookie else {}
    return connect(site.replace("http", "ws") + "/admin/blocs/direct", additional_headers=headers, origin=site)


def test_a_block_is_issued_by_a_worker_and_told_to_every_open_page(
    site: str, emission: Emission, client: Client
) -> None:
    """Art. 3.2.1."""
    other = client_of(member(AUDITOR))
    with socket(site, client) as first, socket(site, other) as second, working():
        order = ask(client, emission)
        heard = [[page.recv(timeout=30)] for page in (first, second)]
        for told, page in zip(heard, (first, second), strict=True):
            while "est émis" not in told[-1]:
                told.append(page.recv(timeout=30))
    for told in heard:
        assert "en cours d’émission" in told[0] and any('value="3000"' in one for one in told)
        assert "csrf" not in "".join(told) and "Annuler" not in "".join(told)
    order.refresh_from_db()
    assert order.state == State.DONE and Block.objects.get() == order.block
    page = client.get(reverse("office:order", args=[order.pk])).content.decode()
    assert reverse("office:block", args=[order.block_id]) in page and "ws-connect" not in page


def test_a_block_that_can_not_be_asked_for_leaves_neither_order_nor_task(emission: Emission, client: Client) -> None:
    emission.prize_table = PrizeTable.objects.create(game=emission.game, version=2, block_size=1_000)
    emission.save(update_fields=["prize_table"])
    answer = client.post(reverse("office:block_ask", args=[emission.pk]), follow=True)
    assert "pas approuvé" in answer.content.decode()
    assert not BlockOrder.objects.exists() and not ProcrastinateJob.objects.exists()


def test_an_order_is_followed_without_a_socket(emission: Emission, client: Client) -> None:
    order = ask(client, emission)
    address = reverse("office:order", args=[order.pk])
    assert "attend son tour" in client.get(address).content.decode()
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert part.startswith('<div class="order"') and "every 4s" in part
    assert 'value="1000" max="3000"' in issuing.fragment(_running(order), Made(1_000, 3_000))
    tasks.issue_block(order_id=order.pk)
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "est émis" in part and "hx-get" not in part


def _running(order: BlockOrder) -> BlockOrder:
    found = issuing.read(order.pk)
    found.state = State.RUNNING
    return found


def test_a_block_is_cancelled_once_it_is_meant(emission: Emission, client: Client) -> None:
    order = ask(client, emission)
    address = reverse("office:order_cancel", args=[order.pk])
    assert "ne laisse rien" in client.get(address).content.decode()
    order.refresh_from_db()
    assert order.state == State.WAITING
    assert "annulée par" in client.post(address, follow=True).content.decode()
    assert "déjà finie" in client.post(address, follow=True).content.decode()
    tasks.issue_block(order_id=order.pk)
    assert not Block.objects.exists() and not Ticket.objects.exists()


def test_a_block_whose_worker_was_killed_is_issued_by_the_next_one_once(
    cloned_db: str, emission: Emission, client: Client
) -> None:
    order = ask(client, emission)
    BlockOrder.objects.update(state=State.RUNNING)
    with connection.cursor() as cursor:  # as a killed worker leaves it
        cursor.execute("UPDATE procrastinate_jobs SET status = 'doing'")
    app.configure_task("payouts.tasks.run_again").defer(timestamp=0)
    with working():
        wait_until(lambda: Block.objects.exists())
        wait_until(lambda: not ProcrastinateJob.objects.filter(task_name="office.tasks.issue_block").exists())
    tasks.issue_block(order_id=order.pk)
    assert Block.objects.count() == 1


def test_the_print_file_is_streamed_once_and_each_time_is_listed(
    site: str, emission: Emission, client: Client, manager: User
) -> None:
    block = issued(emission)
    address = reverse("office:block_download", args=[block.pk])
    assert client.get(address).status_code == 405
    answer, taken = taken_from(client, address)
    assert taken == blocks.path_of(block).read_bytes()
    assert answer.headers["Content-Disposition"] == 'attachment; filename="501-01-1.csv.age"'
    assert "no-store" in answer.headers["Cache-Control"]
    again = client.post(address)
    assert again.status_code == 422 and "une autre personne" in again.content.decode()
    page = client.get(reverse("office:block", args=[block.pk])).content.decode()
    assert manager.username in page and "Télécharger le fichier chiffré" not in page
    approver = client_of(member(APPROVER))
    leave = reverse("office:block_authorise", args=[block.pk])
    assert approver.post(leave, {"reason": " "}).status_code == 422
    approver.post(leave, {"reason": "clé USB perdue"})
    page = client.get(reverse("office:block", args=[block.pk])).content.decode()
    assert "clé USB perdue" in page and "Télécharger le fichier chiffré" in page
    assert taken_from(client, address)[1] == taken and PrintDownload.objects.count() == 2


def test_proofs_show_each_line_on_tickets_that_do_not_exist(emission: Emission, client: Client) -> None:
    issued(emission)
    page = client.get(reverse("office:proofs", args=[emission.pk])).content.decode()
    lines = emission.prize_table.tiers.count()
    assert page.count("SPÉCIMEN") == page.count('class="qr"') == page.count('class="bars"') == lines
    shown = re.findall(r'class="code">([^<]+)<', page)
    assert len(shown) == lines
    for code in shown:
        with pytest.raises(codes.Mistyped):
            codes.read(code)
    for number in re.findall(r'class="number">([^<]+)<', page):
        assert not Ticket.objects.filter(pk=numbers.read(number)).exists()
    assert "style=" not in page.split('class="proofs"')[1]


@pytest.mark.skipif(not printing.available(), reason="WeasyPrint's libraries are missing")
def test_proofs_are_given_as_pdf(emission: Emission, client: Client) -> None:
    answer = client.get(reverse("office:proofs_pdf", args=[emission.pk]))
    assert answer.content.startswith(b"%PDF") and "epreuves-501-01.pdf" in answer.headers["Content-Disposition"]


@pytest.mark.parametrize("role", [AUDITOR, APPROVER, SERVICE])
def test_who_only_reads_issues_cancels_and_takes_nothing(role: str, emission: Emission, manager: User) -> None:
    reader = client_of(member(role))
    block = issued(emission)
    order = issuing.order_block(emission_id=emission.pk, by=manager)
    page = reader.get(reverse("office:block", args=[block.pk]))
    assert page.status_code == 200 and "Télécharger le fichier" not in page.content.decode()
    for name, key in (("block_ask", emission.pk), ("order_cancel", order.pk), ("block_download", block.pk)):
        assert reader.post(reverse(f"office:{name}", args=[key])).status_code == 403
    followed = reader.get(reverse("office:order", args=[order.pk]))
    assert followed.status_code == (403 if role == SERVICE else 200)
    order.refresh_from_db()
    assert order.state == State.WAITING and not PrintDownload.objects.exists()


def test_an_issuing_manager_can_not_authorise_a_download(emission: Emission, client: Client) -> None:
    block = issued(emission)
    assert client.post(reverse("office:block_authorise", args=[block.pk]), {"reason": "x"}).status_code == 403


def test_no_page_shows_a_code_or_what_finds_it(emission: Emission, client: Client, printer: str) -> None:
    block = issued(emission)
    pages = [("block", block.pk), ("emission", emission.pk), ("order", block.order.pk)]
    seen = "".join(client.get(reverse(f"office:{name}", args=[key])).content.decode() for name, key in pages)
    seen += client.get(reverse("admin:tickets_block_changelist")).content.decode()
    for one in blocks.opened(block, printer)[:100]:
        assert one.printed.code not in seen and one.printed.code.replace("-", "") not in seen
    assert not any(bytes(lookup).hex() in seen for lookup in Ticket.objects.values_list("lookup", flat=True)[:100])


def strangers() -> list[Any]:
    def desk() -> Client:
        return client_of(User.objects.create_user("passant", password="x"))

    def service() -> Client:
        return client_of(member(SERVICE))

    def half_signed() -> Client:
        """Whose second factor was not shown."""
        user, client = member(ISSUING), Client()
        client_of(user)
        return sign_in(client, user, second_factor=False)

    def over() -> Client:
        client = client_of(member(ISSUING))
        session = client.session
        session[sessions.BEGUN] -= sessions.LASTS
        session.save()
        return client

    return [Client, desk, service, half_signed, over]


@pytest.mark.parametrize("stranger", strangers(), ids=lambda made: made.__name__)
def test_a_socket_is_for_staff_who_see_blocks_alone(site: str, stranger: Callable[[], Client]) -> None:
    with pytest.raises(InvalidStatus, match="403"), socket(site, stranger()):
        pass


def leaves(user: User, client: Client) -> None:
    user.is_active = False
    user.save(update_fields=["is_active"])


def loses_the_right(user: User, client: Client) -> None:
    user.groups.clear()


def signs_out(user: User, client: Client) -> None:
    client.logout()


@pytest.mark.parametrize("happens", [leaves, loses_the_right, signs_out])
def test_a_socket_tells_nothing_more_to_who_may_no_longer_see(
    site: str, emission: Emission, happens: Callable[[User, Client], None]
) -> None:
    order, reader = issuing.read(issuing.order_block(emission_id=emission.pk, by=member(ISSUING)).pk), member(AUDITOR)
    client = client_of(reader)
    with socket(site, client) as page:
        issuing.announce(order, None)
        assert "attend son tour" in str(page.recv(timeout=30))
        happens(reader, client)
        issuing.announce(order, None)
        with pytest.raises(ConnectionClosed):
            page.recv(timeout=30)
        assert page.close_code == issuing.STRANGER


def test_the_print_folder_is_not_served(emission: Emission, client: Client) -> None:
    name = Path(blocks.path_of(issued(emission))).name
    assert client.get(f"/static/{name}").status_code == client.get(f"/admin/blocs/{name}").status_code == 404


def test_a_cancelled_block_may_be_asked_for_again(emission: Emission, client: Client, manager: User) -> None:
    orders.cancel(order_id=ask(client, emission).pk, by=manager)
    again = ask(client, emission)
    tasks.issue_block(order_id=again.pk)
    assert Block.objects.get().order == again
