"""The list of points of sale is imported in the admin: shown first, confirmed, kept in the history."""

import csv
import io
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from office import roles
from office.models import history
from payouts.importing.reading import LARGEST
from payouts.models import Desk
from tests.office import staff
from tests.payouts.test_importing import HEAD, LINE, file, line
from tests.public.shops import shop
from tickets import codes

pytestmark = pytest.mark.django_db
ASK = "/admin/points-de-vente/import/"


@pytest.fixture
def manager() -> Client:
    return staff.signed_in(roles.ISSUING)


def send(client: Client, body: bytes) -> HttpResponse:
    """The page that answers a file, wherever it leads."""
    return client.post(ASK, {"fichier": SimpleUploadedFile("liste.csv", body)}, follow=True)


def confirm(client: Client, shown: HttpResponse, **more: str) -> HttpResponse:
    seen = re.search(r'name="seen" value="(\w+)"', shown.content.decode())
    assert seen
    return client.post(shown.request["PATH_INFO"], {"seen": seen[1], **more})


def rows(client: Client, shown: HttpResponse, which: str) -> list[list[str]]:
    answer = client.get(f"{shown.request['PATH_INFO']}{which}.csv")
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))


def test_a_file_is_shown_then_done_as_shown_and_the_history_says_by_whom(manager: Client) -> None:
    shop("33000", "Bordeaux", reference="12", name="Avant", street="1 rue Neuve")
    shown = send(manager, file(LINE, line(Référence="13")))
    page = shown.content.decode().replace("\u00a0", " ").replace("&nbsp;", " ")
    assert "1 à créer" in page and "Nom : Avant → Tabac de l’Été" in page
    assert Desk.objects.get().name == "Avant"
    answer = confirm(manager, shown)
    assert answer["Location"] == ASK and "La liste est importée" in manager.get(ASK).content.decode()
    assert set(Desk.objects.values_list("reference", "name")) == {("12", "Tabac de l’Été"), ("13", "Tabac de l’Été")}
    events = history.TrackedDesk._meta.apps.get_model("office", "DeskEvent").objects.exclude(pgh_context=None)
    assert {(one.pgh_label, one.reference) for one in events} == {("modification", "12"), ("ajout", "13")}
    assert {one.pgh_context["url"] for one in events} == {shown.request["PATH_INFO"]}


def test_what_is_confirmed_twice_is_done_once(manager: Client) -> None:
    shown = send(manager, file(LINE))
    confirm(manager, shown)
    again = confirm(manager, shown)
    assert again.status_code == 422 and "plus gardé" in again.content.decode()
    assert Desk.objects.count() == 1


def test_what_changed_meanwhile_is_shown_again(manager: Client) -> None:
    desk = shop("33000", "Bordeaux", reference="12", name="Avant", street="1 rue Neuve")
    shown = send(manager, file(LINE))
    Desk.objects.filter(pk=desk.pk).update(name="Entre-temps")
    answer = confirm(manager, shown)
    assert answer.status_code == 409 and "Entre-temps → Tabac de l’Été" in answer.content.decode()
    desk.refresh_from_db()
    assert desk.name == "Entre-temps"


def test_the_agreement_of_those_absent_is_withdrawn_by_a_tick(manager: Client) -> None:
    gone = shop("33000", "Bordeaux", reference="99")
    confirm(manager, send(manager, file(LINE)))
    gone.refresh_from_db()
    assert gone.agreed
    shown = send(manager, file(LINE))
    assert "Retirer l’agrément" in shown.content.decode()
    confirm(manager, shown, withdraw="oui")
    gone.refresh_from_db()
    assert not gone.agreed


def test_bad_lines_are_shown_and_downloaded_to_be_corrected(manager: Client) -> None:
    code = codes.shown(codes.new_codes(1)[0])
    shown = send(manager, file(LINE, line(Référence="13", Sorte="bar"), line(Référence="14", Nom=code)))
    page = shown.content.decode()
    assert "bar" in page and code not in page and "Importer les lignes justes" in page
    head, bar, coded = rows(manager, shown, "fautes")
    assert head[:9] == HEAD.split(";") and head[9:] == ["Ligne", "Ce qui ne va pas"]
    assert bar[:2] == ["13", "bar"] and bar[9] == "3" and "Sorte" in bar[10]
    assert code not in "".join(coded)
    corrected = ";".join(head) + "\r\n" + ";".join(["13", "point de vente", *bar[2:]])
    assert "1 à créer" in send(manager, corrected.encode()).content.decode().replace("&nbsp;", " ")
    assert [row[:2] for row in rows(manager, shown, "changements")[1:]] == [["créé", "12"]]


def test_the_template_is_a_file_that_can_be_imported(manager: Client) -> None:
    body = manager.get(f"{ASK}modele.csv").content
    assert "2 à créer" in send(manager, body).content.decode().replace("\u00a0", " ")


def test_a_file_is_read_again_only_by_who_sent_it(manager: Client) -> None:
    shown = send(manager, file(LINE))
    other = staff.signed_in(roles.ISSUING)
    assert other.get(shown.request["PATH_INFO"]).status_code == 422
    assert other.get(f"{shown.request['PATH_INFO']}fautes.csv").status_code == 404
    assert manager.get(f"{shown.request['PATH_INFO']}autre.csv").status_code == 404


def test_what_is_no_file_or_too_large_a_one_is_told(manager: Client) -> None:
    assert "Choisissez" in manager.post(ASK).content.decode()
    assert "Choisissez" in send(manager, b"").content.decode()
    assert "trop grand" in send(manager, b"x" * (LARGEST + 1)).content.decode()


CELLS = st.text(max_size=12) | st.sampled_from([*LINE.split(";"), "2B", "20200", '"', "\x00", "=1", "\u2028", "'-"])
WHOLE = st.lists(st.lists(CELLS, max_size=11).map(";".join), max_size=4)
BODIES = (
    st.binary(max_size=200)
    | st.binary(max_size=60).map(lambda some: file(LINE) + b"\r\n" + some)
    | WHOLE.map(lambda lines: file(*lines).decode().encode("utf-8", "surrogatepass"))
    | WHOLE.map(lambda lines: file(*lines).decode().encode("utf-16", "surrogatepass"))
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=BODIES)
def test_whatever_is_sent_is_answered_by_a_page(manager: Client, body: bytes) -> None:
    shown = send(manager, body)
    assert shown.status_code in (200, 422)
    if b'name="seen"' in shown.content:
        assert confirm(manager, shown).status_code == 302
    if shown.status_code == 200:
        assert manager.get(f"{shown.request['PATH_INFO']}fautes.csv").status_code in (200, 404)
    Desk.objects.all().delete()


def test_who_only_reads_desks_imports_none() -> None:
    assert staff.signed_in(roles.SUPERVISOR).get(reverse("office:desks_import")).status_code == 403
