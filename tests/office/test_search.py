"""One field finds a ticket by anything that names it; a code goes in by the post alone, and comes out nowhere."""

import logging
import uuid
from datetime import date
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Play
from games.starting import enter_code
from office import finding, roles
from payouts import paying
from payouts.claiming import numbers as claim_numbers
from payouts.models import Desk, Transfer, Winner
from payouts.refusals import NotFound, Unreadable
from tests.browser import desks
from tests.office.staff import signed_in
from tests.payouts import claims, desk
from tickets import codes, numbers
from tickets.models import Ticket

pytestmark = pytest.mark.django_db
SEARCH = "/admin/recherche/"


@pytest.fixture
def client() -> Client:
    return signed_in(roles.SERVICE)


def played() -> tuple[Play, str]:
    """A play just won, and its ticket's code."""
    code = desk.bearing(45_00)
    return desk.golden(enter_code(text=code)), code


def page_of(number: int) -> str:
    return f"/admin/tickets/{number:015}/"


def refusal(text: str) -> str:
    with pytest.raises((Unreadable, NotFound)) as caught:
        finding.find(text)
    return caught.value.message.replace("\u00a0", " ")


def unreadable(code: str, *places: int) -> str:
    return "".join("?" if place in places else one for place, one in enumerate(code))


def test_a_ticket_is_found_by_its_number_however_it_is_typed() -> None:
    play, _ = played()
    for typed in (numbers.shown(play.ticket_id), f"{play.ticket_id:015}", f" {play.ticket_id:015}\u200b "):
        assert finding.find(typed).address == page_of(play.ticket_id)
    azerty = f"{play.ticket_id:015}".translate(str.maketrans("1234567890", "&é\"'(-è_çà"))
    assert finding.find(azerty).address == page_of(play.ticket_id)


def test_points_and_spaces_within_a_reference_hinder_nobody() -> None:
    play, _ = played()
    paid = paying.pay(request=desk.request(play), teller=desk.teller())
    spaced = f"paiement {paid.pk}".replace("-", " - ")
    for typed in (numbers.shown(play.ticket_id).replace(" ", "."), spaced, paid.pk.hex):
        assert finding.find(typed).address == page_of(play.ticket_id)


def test_the_field_stands_first_on_each_page_that_a_search_leads_to(client: Client) -> None:
    play, _ = played()
    number = f"{play.ticket_id:015}"
    for address in (page_of(play.ticket_id), f"{SEARCH}livret/{number[:11]}/", f"{SEARCH}emission/{number[:5]}/"):
        page = client.get(address).content.decode()
        before, _, field = page.partition('id="cherche"')
        assert "<section" not in before and "<table" not in before and "autofocus" in field[:400]


def test_a_ticket_is_found_by_its_code_and_by_its_qr() -> None:
    play, code = played()
    for typed in (code, codes.shown(code).lower(), f"https://illikolive.com/t#{code}"):
        assert finding.find(typed) == finding.Found(page_of(play.ticket_id))


def test_the_check_characters_give_two_unreadable_ones_back() -> None:
    """Art. 4.3.1: a damaged ticket whose identification is left."""
    play, code = played()
    for places in ((0,), (17,), (0, 1), (5, 16), (16, 17)):
        found = finding.find(codes.shown(unreadable(code, *places)))
        assert found.address == page_of(play.ticket_id) and "un seul code" in found.said


def test_what_no_ticket_bears_is_told_with_what_to_do_next() -> None:
    _, code = played()
    other = codes.new_codes(1)[0]
    wrong = code[:3] + ("A" if code[3] != "A" else "B") + code[4:]
    assert refusal(other) == "Aucun ticket ne porte ce code."
    assert "aucun ticket ne le porte" in refusal(unreadable(other, 2, 9))
    assert "un autre caractère est faux" in refusal(unreadable(wrong, 7))
    assert "au 4e caractère" in refusal(wrong) and refusal(wrong).endswith("tapez « ? » à sa place.")
    assert "Trop de caractères illisibles : 3" in refusal(unreadable(code, 0, 1, 2))
    assert refusal("501 01 000001 001 0").startswith("Ce numéro comporte une erreur")
    assert refusal(numbers.shown(numbers.compose(501, 1, 7, 1))) == "Aucun ticket ne porte ce numéro."
    assert "vous en avez tapé 14" in refusal("50101000001001")
    assert refusal("50209000001") == "Aucun livret ne porte ce numéro."
    assert refusal("50209") == "Aucune émission ne porte ce numéro."
    assert "Aucun bloc" in refusal("502 01 bloc 9")
    assert "Aucun virement" in refusal("ILLIKO-V12")
    assert "Aucun paiement" in refusal(str(uuid.uuid4()))
    assert refusal("  ") == finding.ASKED and "trop long" in refusal("1" * 201)


@pytest.mark.parametrize(
    "name", ["Dupont", "jean dupont", "Bénédicte D’Arc", "D'Arc", "Le Goff-Étienne", "Jean Pierre Dupont"]
)
def test_a_name_can_not_be_searched_and_the_page_says_why(name: str) -> None:
    """Art. 6: winners' data is sealed."""
    assert refusal(name).startswith("Un nom ne peut pas être cherché")


def test_a_code_of_letters_alone_is_no_name() -> None:
    assert "il manque 1 caractère" in refusal("ABCDEF-GHJKMN-PQRST")
    assert "18e caractère" in refusal("ABCDEF GHJKMN PQRSTU") and "de trop" in refusal("ABCDEFGHJKMNPQRSTVW")


def test_booklet_block_and_emission_lead_to_their_pages() -> None:
    play, _ = played()
    key = f"{play.ticket_id:015}"[:11]
    assert finding.find(f"{key[:3]} {key[3:5]} {key[5:]}").address == f"/admin/recherche/livret/{key}/"
    assert finding.find("502 01").address == "/admin/recherche/emission/50201/"
    for typed in ("502 01 bloc 1", "50201/1", "502-01, bloc n° 1"):
        assert finding.find(typed).address == "/admin/recherche/emission/50201/#bloc-1"


def test_a_payment_a_winner_a_transfer_and_a_play_lead_to_their_ticket() -> None:
    centre = desk.teller(Desk.Kind.PAYMENT_CENTRE)
    payment = desks.attested(centre)
    winner, transfer = Winner.objects.get(), Transfer.objects.get()
    play = Play.objects.get(ticket=payment.ticket_id)
    for typed in (payment.pk, winner.pk, play.pk, f"https://illikolive.com/partie/{play.pk}/?vue=tirage"):
        assert finding.find(str(typed)).address == page_of(payment.ticket_id)
    assert finding.find(transfer.reference.lower()).address == page_of(payment.ticket_id)


def test_a_claim_is_found_by_its_number_and_told_on_its_tickets_page(client: Client) -> None:
    """Art. 10."""
    play, _ = played()
    claim = claims.claim(claims.agent(), ticket=play.ticket_id)
    for typed in (claim.shown, f"r{claim.number:06}"):
        assert finding.find(typed).address == f"/admin/reclamations/{claim.number}/"
    assert "comporte une erreur" in refusal(f"R{claim.number + 1:06}")
    assert "Aucune réclamation" in refusal(claim_numbers.shown(claim_numbers.of_key(claim.pk + 1)))
    shown = client.get(page_of(play.ticket_id)).content.decode()
    assert claim.shown in shown and "résultat d’une partie" in shown and "Guessan" not in shown
    assert claim.shown not in signed_in(roles.SUPERVISOR).get(page_of(play.ticket_id)).content.decode()


def test_what_is_posted_is_answered_by_a_redirect_and_the_page_is_reached(client: Client) -> None:
    play, code = played()
    answer = client.post(SEARCH, {"cherche": unreadable(code, 3)}, follow=True)
    assert answer.redirect_chain == [(page_of(play.ticket_id), 302)]
    assert "un seul code est possible" in answer.content.decode()


def test_a_code_comes_out_nowhere(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    """Neither found nor mistyped, it is on no page, in no address, log or session."""
    _, code = played()
    caplog.set_level(logging.DEBUG)
    wrong = code[:-1] + ("A" if code[-1] != "A" else "B")
    said = []
    for typed in (code, codes.shown(code), wrong, unreadable(code, 0, 17), unreadable(wrong, 0)):
        for header in ({}, {"HX-Request": "true"}):
            answer = client.post(SEARCH, {"cherche": typed}, headers=header)
            said += [answer.content.decode(), str(answer.headers), str(answer.cookies)]
            said += [client.get(answer["Location"]).content.decode()] if answer.status_code == 302 else []
    said += [record.getMessage() for record in caplog.records if record.name != "django.db.backends"]
    said += [str(session.get_decoded()) for session in Session.objects.all()]
    parts = [code[2:8], code[8:14], wrong[2:8]]
    assert not [text for text in said for part in parts if part in text]


def test_a_code_is_told_to_htmx_by_its_refusal_alone_and_the_text_stays_where_it_was_typed(client: Client) -> None:
    play, code = played()
    refused = client.post(SEARCH, {"cherche": code[:-1]}, headers={"HX-Request": "true"})
    assert refused.status_code == 422 and "<form" not in refused.content.decode()
    assert "il manque 1 caractère" in refused.content.decode().replace("\u00a0", " ")
    found = client.post(SEARCH, {"cherche": code}, headers={"HX-Request": "true"})
    assert found["HX-Redirect"] == page_of(play.ticket_id)


def test_a_search_by_code_takes_few_statements(client: Client) -> None:
    _, code = played()
    client.get(SEARCH)
    with CaptureQueriesContext(connection) as made:
        client.post(SEARCH, {"cherche": unreadable(code, 4, 11)})
    asked = [one["sql"] for one in made if "tickets_ticket" in one["sql"]]
    assert len(asked) == 1 and "count(" not in str(made.captured_queries).lower() and len(made) <= 10


def test_a_booklets_page_tells_what_was_played_and_nothing_of_the_rest(client: Client) -> None:
    play, _ = played()
    desk.bearing(7_77)
    unplayed = desk.emission().blocks.get().booklets.order_by("-key").first()
    assert unplayed is not None
    shown = client.get(f"/admin/recherche/livret/{play.ticket_id // 10_000:011}/").content.decode()
    assert numbers.shown(play.ticket_id) in shown and "gagnée" in shown and "45,00" in shown
    shown = client.get(f"/admin/recherche/livret/{unplayed.pk:011}/").content.decode()
    assert "pas commencée" in shown and "7,77" not in shown and "€" not in shown


def test_a_booklets_page_takes_as_many_statements_for_fifty_tickets_as_for_one(client: Client) -> None:
    play, _ = played()
    address = f"/admin/recherche/livret/{play.ticket_id // 10_000:011}/"
    client.get(address)

    def statements() -> int:
        with CaptureQueriesContext(connection) as made:
            client.get(address)
        return len(made)

    before = statements()
    for number in numbers.numbers_of_booklet(play.ticket_id // 10_000, 50)[1:]:
        lookup = number.to_bytes(32)
        Ticket.objects.create(number=number, booklet_id=play.ticket_id // 10_000, lookup=lookup, sealed_tier=b"x")
    assert statements() == before


def test_an_emissions_page_gives_its_days_and_its_blocks(client: Client) -> None:
    """Art. 3.3.4, 9."""
    desk.emission(date(2026, 6, 30))
    shown = client.get("/admin/recherche/emission/50201/").content.decode()
    assert "29 juillet 2026" in shown and "28 septembre 2026" in shown and "bloc-1" in shown
    assert client.get("/admin/recherche/emission/50299/").status_code == 404


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (roles.SERVICE, 200),
        (roles.SERVICE_LEAD, 200),
        (roles.SUPERVISOR, 200),
        (roles.AUDITOR, 200),
        (roles.ISSUING, 403),
        (roles.APPROVER, 403),
        (roles.ACCOUNTS, 403),
    ],
)
def test_only_who_may_see_tickets_searches(role: str, status: int) -> None:
    client, (play, _) = signed_in(role), played()
    found: Any = client.post(SEARCH, {"cherche": numbers.shown(play.ticket_id)})
    assert client.get(SEARCH).status_code == status
    assert found.status_code == (302 if status == 200 else 403)
    assert client.get(page_of(play.ticket_id)).status_code == status
    assert ("Chercher" in client.get("/admin/").content.decode()) is (status == 200)
    booklet = client.get(f"/admin/recherche/livret/{play.ticket_id // 10_000:011}/")
    assert booklet.status_code == status


def test_strangers_are_asked_to_sign_in() -> None:
    _, code = played()
    for answer in (Client().get(SEARCH), Client().post(SEARCH, {"cherche": code}), Client().get(page_of(1))):
        assert answer.status_code == 302 and answer["Location"].startswith("/compte/connexion")
