"""A ticket at a glance: everything that its standing follows from, nothing of an unplayed one, and nothing to do for
who may only look.
"""

import re
from datetime import date, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.expiring import expire_play
from games.models import Play
from games.registry import GAMES
from games.starting import enter_code
from office import decisions, roles
from payouts import marking, ordering, paying, presenting
from payouts.models import Mark, Refund
from payouts.words import sentence
from tests.browser import desks, states
from tests.office.staff import member, signed_in
from tests.payouts import desk
from tests.signing import sign_in
from tickets import numbers, record
from tickets.journal.chain import Subject
from tickets.models import Booklet, Emission, Ticket
from tickets.seal import keys, sealer

pytestmark = pytest.mark.django_db
ACTING = "/decider/|/lever/|/remboursement/"


@pytest.fixture
def service() -> User:
    return member(roles.SERVICE)


@pytest.fixture
def client(service: User) -> Client:
    return sign_in(Client(), service)


def address(number: int) -> str:
    return f"/admin/tickets/{number:015}/"


def shown(client: Client, number: int, more: str = "") -> str:
    answer = client.get(address(number) + more)
    assert answer.status_code == 200
    return plain(answer.content.decode())


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.replace("&nbsp;", " ").replace("&#x27;", "'"))


def test_it_says_the_same_sentence_as_the_desk_for_every_standing(client: Client) -> None:
    """Art. 4.3."""
    teller = desk.teller()
    for number in desks.standings(teller).values():
        said = sentence(presenting.of_number(number, at=timezone.now()))
        assert f"<h2>{plain(said)}</h2>" in shown(client, number)


def test_it_tells_the_delays_the_booklet_the_play_and_the_seal(client: Client) -> None:
    """Art. 3.3.4, 3.3.5, 9."""
    desk.emission(timezone.localdate())
    play = desk.won()
    text = shown(client, play.ticket_id)
    assert "2, scellées dans une seconde" in text and "toutes scellées" not in text
    sealer.seal_once(keys.signer())
    emission = desk.emission()
    Booklet.objects.update(misprint=True)
    text = shown(client, play.ticket_id)
    for day in (emission.closed_on, emission.last_start_day, emission.last_payment_day):
        assert f"{day.day} " in text
    assert "2, toutes scellées" in text and f"/partie/{play.id}/preuve" in text
    assert "Anomalie d’impression." in text and "45,00 €" in text and "Poule 7" in text


def test_an_unplayed_ticket_shows_nothing_of_what_it_is_worth(client: Client) -> None:
    """Its tier is sealed until its code is played, and neither its look-up nor its code stands anywhere."""
    code = desk.bearing(7_77)
    ticket = Ticket.objects.get()
    text = shown(client, ticket.number)
    assert "Jamais commencée" in text and "7,77" not in text and code not in text
    for secret in (ticket.lookup, ticket.sealed_tier):
        assert bytes(secret).hex() not in text
    assert client.get(f"{address(ticket.number)}partie/0/").status_code == 404


def test_payments_marks_refunds_and_lots_are_told_with_who_did_them(client: Client, service: User) -> None:
    play, teller = desk.won(), desk.teller()
    desk.lot(play, description="Casque", value=30_00)
    held = marking.hold(number=play.ticket_id, reason="doute sérieux", by=service)
    marking.lift(mark_id=held.pk, reason="levé après appel", by=service)
    refund = ordering.order_refund(number=play.ticket_id, reason="panne du site", by=service)
    ordering.withdraw_refund(refund_id=refund.pk, by=service)
    payment = paying.pay(request=desk.request(play), teller=teller)
    text = shown(client, play.ticket_id)
    for told in ("doute sérieux", "levé après appel", "panne du site", "Retiré le", "Casque", "pas encore remis"):
        assert told in text
    assert str(payment.pk) in text and teller.desk.name in text and service.username in text
    assert "Gain payé" in text and "Ticket retenu pour vérification" in text and "Remboursement ordonné" in text


@pytest.mark.parametrize("slug", GAMES)
def test_the_play_is_seen_again_one_address_a_step(client: Client, slug: str) -> None:
    """Art. 4.4.2: the boards themselves are compared in tests/games/test_seeing.py."""
    state = next(one for one in states.STATES[slug].values() if len(one.steps) > 2)
    play = state.play()
    for step in range(play.step + 1):
        text = shown(client, play.ticket_id, f"partie/{step}/")
        assert " inert>" in text and "Tel qu’enregistré" in text and "csrfmiddlewaretoken" not in text
        assert ('rel="prev"' in text) is (step > 0) and ('rel="next"' in text) is (step < play.step)
        assert (f"Étape <b>{step}</b> sur {play.step}" in text) is (step > 0)
    assert client.get(f"{address(play.ticket_id)}partie/{play.step + 1}/").status_code == 404


def test_seeing_a_play_again_changes_nothing_of_it(client: Client) -> None:
    play = states.STATES["sauve_souris"]["reveal 1"].play()
    before = Play.objects.values().get(), len(record.entries(Subject.TICKET, play.ticket_id))
    for more in ("", "partie/0/", "partie/1/"):
        shown(client, play.ticket_id, more)
        assert client.post(address(play.ticket_id) + more).status_code == 405
    assert client.post(f"/partie/{play.id}/etape", {"step": "1"}).status_code == 404
    assert (Play.objects.values().get(), len(record.entries(Subject.TICKET, play.ticket_id))) == before


@pytest.mark.alters_plays
def test_a_play_that_its_record_does_not_make_is_shown_and_nothing_is_said_of_its_result(client: Client) -> None:
    """Art. 4.3.6."""
    play = desk.won()
    Play.objects.update(amount=200_00)
    text = shown(client, play.ticket_id)
    assert "demande une vérification" in text
    assert client.get(f"{address(play.ticket_id)}partie/1/").status_code == 200


def test_an_expired_play_is_told(client: Client) -> None:
    """Art. 3.3.8."""
    with time_machine.travel(timezone.now() - timedelta(days=40)):
        play = enter_code(text=desk.bearing(45_00))
    expire_play(play_id=play.id)
    text = shown(client, play.ticket_id)
    assert "Expirée" in text and "Partie expirée" in text


@pytest.mark.parametrize(("role", "reads"), [(roles.AUDITOR, True), (roles.SERVICE_LEAD, True), (roles.SERVICE, False)])
def test_who_changed_its_booklet_and_emission_is_told_to_who_may_read_it(role: str, reads: bool) -> None:
    play = desk.won()
    Booklet.objects.update(stolen=True)
    Emission.objects.update(closed_on=date(2026, 6, 30))
    text = shown(signed_in(role), play.ticket_id)
    assert ("par une commande : volé oui" in text) is reads
    assert ("clôture 30 juin 2026" in text) is reads


@pytest.mark.parametrize("role", [roles.AUDITOR, roles.SUPERVISOR])
def test_who_may_only_look_sees_it_all_and_can_do_nothing(role: str, service: User) -> None:
    play, client = desk.won(), signed_in(role)
    refund = ordering.order_refund(number=play.ticket_id, reason="panne", by=service)
    mark = marking.hold(number=play.ticket_id, reason="doute", by=service)
    text = shown(client, play.ticket_id)
    assert "doute" in text and "panne" in text and not re.search(ACTING, text)
    every = [f"decider/{one.slug}/" for one in decisions.DECISIONS]
    sent = {"reason": "raison", "postmarked": "2026-01-01", "attested": list(marking.CHECKED)}
    for more in (*every, f"lever/{mark.pk}/", f"remboursement/{refund.pk}/"):
        assert client.get(address(play.ticket_id) + more).status_code == 403
        assert client.post(address(play.ticket_id) + more, sent).status_code == 403
    assert (Mark.objects.get().lifted_at, Refund.objects.get().withdrawn_at) == (None, None)


def test_a_number_that_no_ticket_bears_is_not_found(client: Client) -> None:
    free = numbers.compose(502, 1, 77, 1)
    assert client.get(address(free)).status_code == 404
    assert client.get("/admin/tickets/502010000010019/").status_code == 404
    assert client.get(f"{address(free)}decider/retenir/").status_code == 404
    assert client.get(f"{address(desk.won().ticket_id)}decider/autre/").status_code == 404


def test_the_page_takes_as_many_statements_whatever_the_play_and_the_history_are(client: Client, service: User) -> None:
    def statements(number: int) -> int:
        client.get(address(number))
        with CaptureQueriesContext(connection) as made:
            client.get(address(number))
        assert not [one["sql"] for one in made if "count(" in one["sql"].lower()]
        return len(made)

    short = statements(desk.won().ticket_id)
    play = states.STATES["as_capone"]["won 8"].play()
    marked = states.STATES["as_capone"]["won 7"].play()
    for reason in ("un", "deux", "trois"):
        mark = marking.hold(number=marked.ticket_id, reason=reason, by=service)
        marking.lift(mark_id=mark.pk, reason=reason, by=service)
    assert statements(play.ticket_id) == statements(marked.ticket_id) == short <= 28
