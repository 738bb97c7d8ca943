"""The proof of a finished play: who sees it, what its receipt proves, and what it costs."""

import json
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Permission, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.expiring import expire_play
from games.models import Play
from games.receipts import NotSealed, receipt
from games.registry import GAMES
from games.starting import enter_code
from tests.games import stock
from tests.signing import sign_in
from tests.tickets import sealed
from tickets import record
from tickets.journal import chain, checkpoint, merkle, notes
from tickets.journal.chain import Subject
from tickets.models import Checkpoint
from tickets.seal import keys
from tickets.seal.sealer import seal_once

pytestmark = pytest.mark.django_db
PAGE, FILE = "games:proof", "games:receipt"


def url(play: Play, name: str = PAGE) -> str:
    return reverse(name, args=[play.id])


def hold(client: Client, play: Play) -> None:
    session = client.session
    session["plays"] = [str(play.id)]
    session.save()


def seal() -> int:
    return seal_once(sealed.signer())


def sealed_play(slug: str = "sauve_souris") -> Play:
    """A play ended with live draws, and sealed among other entries."""
    sealed.write(3)
    play = stock.to_the_end(stock.start(slug))
    sealed.write(2, game=8)
    seal()
    return play


def expired_play() -> Play:
    """A play whose expiry is recorded."""
    play = stock.step(stock.start("as_capone"), {"carte": "A"}, "7")
    with time_machine.travel(play.deadline):
        assert expire_play(play_id=play.id)
    return Play.objects.get(pk=play.pk)


def check(content: bytes, play: Play) -> list[dict[str, Any]]:
    """Check a receipt as an outsider would, and give its entries' bodies."""
    told = json.loads(content)
    text, _ = notes.open_note(told["checkpoint"], keys.verifiers())
    log, digest = checkpoint.Checkpoint.parse(text), chain.GENESIS
    for entry in told["entries"]:
        digest = chain.digest(digest, entry["text"])
        proof = [bytes.fromhex(hashed) for hashed in entry["proof"]]
        assert merkle.root_of_inclusion(merkle.leaf_hash(digest), entry["index"], log.size, proof) == log.root
    assert digest == bytes(Play.objects.get(pk=play.pk).head)
    return [json.loads(entry["text"]) for entry in told["entries"]]


@pytest.mark.parametrize("slug", GAMES)
def test_the_receipt_proves_every_entry_of_a_finished_play(client: Client, slug: str) -> None:
    """Art. 4.4.2."""
    play = sealed_play(slug)
    hold(client, play)
    answer = client.get(url(play, FILE))
    bodies = check(answer.content, play)
    assert [body["kind"] for body in bodies] == ["start"] + ["step"] * play.step
    assert bodies[-1]["data"]["amount"] == play.amount
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"] == f'attachment; filename="recu-{play.ticket_id:015}.json"'


def test_a_receipt_is_the_same_bytes_until_its_ticket_gets_an_entry() -> None:
    play = sealed_play()
    first = receipt(play)
    sealed.seal([300, 1])
    assert receipt(play) == first
    play.entries, play.head = record.append(
        Subject.TICKET, play.ticket_id, "note", {}, at=sealed.AT, after=play.chain_head
    )
    play.save()
    with pytest.raises(NotSealed):
        receipt(play)
    seal()
    assert receipt(play) != first
    assert [body["kind"] for body in check(receipt(play), play)][-2:] == ["step", "note"]


def test_the_receipt_stands_under_the_first_checkpoint_that_covers_the_play() -> None:
    sealed.seal([5])
    play = stock.to_the_end(stock.start("sauve_souris"))
    seal()
    expected = Checkpoint.objects.latest("size").note
    sealed.seal([1, 400])
    assert json.loads(receipt(play))["checkpoint"] == expected


def test_a_play_not_sealed_yet_is_told_and_has_no_receipt_for_a_second(client: Client) -> None:
    play = stock.to_the_end(stock.start("sauve_souris"))
    hold(client, play)
    page = client.get(url(play))
    assert page.status_code == 200 and "dans une seconde" in page.text and "Télécharger" not in page.text
    assert client.get(url(play, FILE)).url == url(play)
    seal()
    page = client.get(url(play))
    assert "dans une seconde" not in page.text and url(play, FILE) in page.text
    check(client.get(url(play, FILE)).content, play)


@pytest.mark.parametrize("slug", GAMES)
def test_the_page_shows_each_entry_as_recorded_and_its_line_of_the_log(client: Client, slug: str) -> None:
    play = sealed_play(slug)
    hold(client, play)
    answer = client.get(url(play))
    entries = record.entries(Subject.TICKET, play.ticket_id)
    assert [stop["told"].entry for stop in answer.context["stops"]] == entries
    assert [stop["index"] for stop in answer.context["stops"]] == list(range(3, 3 + len(entries)))
    for number, entry in enumerate(entries, 4):
        assert entry.digest.hex() in answer.text and f"ligne n°\u00a0{number}" in answer.text.replace(
            "&nbsp;", "\u00a0"
        )
        assert json.dumps(entry.text)[1:20].replace('\\"', "&quot;") in answer.text
    assert str(keys.verifiers()[-1]) in answer.text and reverse("seal:page") in answer.text


@pytest.mark.parametrize("name", [PAGE, FILE])
def test_strangers_and_holders_of_other_plays_are_refused(client: Client, name: str) -> None:
    play, other = sealed_play(), sealed_play()
    assert client.get(url(play, name)).status_code == 404
    hold(client, other)
    assert client.get(url(play, name)).status_code == 404
    assert client.get(url(other, name)).status_code == 200


@pytest.mark.parametrize("name", [PAGE, FILE])
@pytest.mark.parametrize(("staff", "permission", "status"), [(True, True, 200), (True, False, 404), (False, True, 404)])
def test_staff_who_may_view_plays_see_it(client: Client, name: str, staff: bool, permission: bool, status: int) -> None:
    play = sealed_play()
    user = User.objects.create_user("service", is_staff=staff)
    if permission:
        user.user_permissions.add(Permission.objects.get(codename="view_play"))
    sign_in(client, user)
    answer = client.get(url(play, name))
    assert answer.status_code == status
    assert "Quitter" not in answer.text


@pytest.mark.parametrize("name", [PAGE, FILE])
def test_an_open_play_shows_its_board_instead(client: Client, name: str) -> None:
    play = stock.step(stock.start("as_capone"), {"carte": "A"}, "7")
    hold(client, play)
    assert client.get(url(play, name)).url == url(play, "games:play")
    with time_machine.travel(play.deadline + timedelta(seconds=1)):
        assert client.get(url(play, name)).url == url(play, "games:play")


def test_a_play_whose_expiry_is_recorded_has_its_proof(client: Client) -> None:
    """Art. 3.3.8."""
    play = expired_play()
    seal()
    hold(client, play)
    assert "Partie expirée" in client.get(url(play)).text
    assert [body["kind"] for body in check(client.get(url(play, FILE)).content, play)] == ["start", "step", "expire"]


def test_the_result_page_leads_to_the_proof_once_the_end_is_recorded(client: Client) -> None:
    play, open_play = sealed_play(), stock.start("as_capone")
    hold(client, play)
    assert url(play) in client.get(url(play, "payouts:result")).text
    hold(client, open_play)
    with time_machine.travel(open_play.deadline + timedelta(seconds=1)):
        assert url(open_play) not in client.get(url(open_play, "payouts:result")).text


@pytest.mark.parametrize("name", [PAGE, FILE])
def test_neither_page_nor_receipt_is_stored_or_indexed_or_tells_the_code(client: Client, name: str) -> None:
    code = stock.make_ticket(stock.make_emission("sauve_souris"))
    play = stock.to_the_end(enter_code(text=code))
    seal()
    hold(client, play)
    answer = client.get(url(play, name))
    assert "no-store" in answer["Cache-Control"] and answer["X-Robots-Tag"] == "noindex"
    assert code not in answer.text and f"{code[:6]}-{code[6:12]}" not in answer.text
    assert client.post(url(play, name)).status_code == 405


def test_a_key_that_is_no_longer_published_is_told(client: Client, settings: Any) -> None:
    play = sealed_play()
    hold(client, play)
    settings.SEAL_PUBLIC_KEYS = [str(notes.generate(settings.SEAL_ORIGIN).public)]
    page = client.get(url(play)).text
    settings.SEAL_PUBLIC_KEYS = [str(sealed.signer().public)]
    assert "n’est plus publiée" in page and "check_receipt.py" not in page


def statements(client: Client, *, before: int, between: int) -> int:
    """How many statements the page takes for nine entries with so many others before them and between them."""
    sealed.write(before)
    play = stock.start("as_capone", tier=1)
    for mine, his in zip(
        ("7", "8", "9", "10", "V", "D", "R", "A"), ("8", "9", "10", "V", "D", "R", "A", "7"), strict=True
    ):
        sealed.write(between)
        play = stock.step(play, {"carte": mine}, his)
    seal()
    hold(client, play)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url(play)).status_code == 200
    check(receipt(play), play)
    return len(captured)


def test_the_page_takes_as_few_statements_in_a_long_log_with_the_play_scattered_in_it(client: Client) -> None:
    """The session, the play, its entries, their leaves, the checkpoint, the full tiles, two that are not full."""
    assert statements(client, before=260, between=0) == 8
    assert statements(client, before=260, between=140) == 8
