"""What customer service decides of a ticket: with a reason, once, and every desk follows (art. 4.3.1, 9, 11)."""

import re
from datetime import date, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.models import Play
from office import roles
from office.decisions import DECISIONS
from payouts import marking, ordering, paying, presenting
from payouts.models import Mark, Refund
from payouts.standing import Standing
from tests.office.staff import member, signed_in
from tests.payouts import desk
from tests.signing import sign_in
from tickets import numbers, record
from tickets.journal.chain import Subject
from tickets.verifying import verify

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


@pytest.fixture
def service() -> User:
    return member(roles.SERVICE)


@pytest.fixture
def client(service: User) -> Client:
    return sign_in(Client(), service)


def address(play: Play, more: str = "") -> str:
    return f"/admin/tickets/{play.ticket_id:015}/{more}"


def offered(client: Client, play: Play) -> set[str]:
    return set(re.findall(r"/decider/([a-z-]+)/", client.get(address(play)).content.decode()))


def standing(play: Play) -> Standing:
    return presenting.of_number(play.ticket_id, at=timezone.now()).standing


def kinds(play: Play) -> list[str]:
    return [entry.kind for entry in record.entries(Subject.TICKET, play.ticket_id)][2:]


def decide(client: Client, play: Play, slug: str, **sent: object) -> str:
    """Decide, and read the ticket's page that follows."""
    answer = client.post(address(play, f"decider/{slug}/"), {"reason": "une raison"} | sent, follow=True)
    assert answer.redirect_chain == [(address(play), 302)]
    return answer.content.decode()


def test_a_ticket_is_held_with_its_reason_and_released_with_another(client: Client, service: User) -> None:
    """Art. 11."""
    play = desk.won()
    asked = client.get(address(play, "decider/retenir/")).content.decode()
    assert "Gagnant" in asked and 'name="reason"' in asked
    assert "Le ticket est retenu." in decide(client, play, "retenir", reason="deux joueurs le réclament")
    mark = Mark.objects.get()
    assert (mark.kind, mark.reason, mark.by, standing(play)) == (
        Mark.Kind.HELD,
        "deux joueurs le réclament",
        service,
        Standing.HELD,
    )
    assert "retenir" not in offered(client, play)
    answer = client.post(address(play, f"lever/{mark.pk}/"), {"reason": "éclairci"}, follow=True)
    assert "La mention est levée." in answer.content.decode()
    assert standing(play) is Standing.PAYABLE and kinds(play) == ["mark", "lift"]


def test_nothing_is_decided_without_a_reason_and_the_page_says_so(client: Client) -> None:
    play = desk.won()
    for sent in ({}, {"reason": "  "}, {"reason": "x" * 201}):
        answer = client.post(address(play, "decider/retenir/"), sent)
        assert answer.status_code == 422 and "errorlist" in answer.content.decode()
    assert kinds(play) == []


def test_the_same_form_sent_twice_decides_once_and_is_told(client: Client) -> None:
    play = desk.won()
    decide(client, play, "retenir")
    again = client.post(address(play, "decider/retenir/"), {"reason": "encore"})
    assert again.status_code == 422 and "déjà cette mention" in again.content.decode()
    assert kinds(play) == ["mark"]


def test_what_was_sent_in_time_is_accepted_after_the_bar_and_not_offered_before(client: Client) -> None:
    """Art. 9."""
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(date(2026, 6, 30))
        play = desk.won()
    with time_machine.travel("2026-09-28T10:00:00Z", tick=False):
        assert "a-temps" not in offered(signed_in(roles.SERVICE), play)
    with time_machine.travel("2026-09-29T10:00:00Z", tick=False):
        client = signed_in(roles.SERVICE)
        assert standing(play) is Standing.BARRED and "a-temps" in offered(client, play)
        for day, said in (("2026-09-29", "28/09/2026"), ("1900-01-01", "avant la partie"), ("", "obligatoire")):
            sent = {"reason": "cachet", "exercised_on": day}
            answer = client.post(address(play, "decider/a-temps/"), sent)
            assert answer.status_code == 422 and said in answer.content.decode()
        decide(client, play, "a-temps", reason="cachet lisible", exercised_on="2026-09-20")
        assert Mark.objects.get().reason == "présenté le 20/09/2026 : cachet lisible"
        assert standing(play) is Standing.PAYABLE


def test_a_refund_is_ordered_and_withdrawn(client: Client) -> None:
    """Art. 3.3.9, 7."""
    play = desk.won()
    decide(client, play, "rembourser", reason="anomalie")
    refund = Refund.objects.get()
    assert standing(play) is Standing.REFUND and "rembourser" not in offered(client, play)
    withdrawn = client.post(address(play, f"remboursement/{refund.pk}/"), follow=True)
    assert "est retiré" in withdrawn.content.decode() and standing(play) is Standing.PAYABLE
    again = client.post(address(play, f"remboursement/{refund.pk}/"))
    assert again.status_code == 422 and "déjà retiré" in again.content.decode()
    assert kinds(play) == ["refund", "refund_withdrawn"]


def test_a_damaged_ticket_goes_from_the_post_to_its_confirmation(client: Client) -> None:
    """Art. 4.3.1."""
    play, today = desk.won(), timezone.localdate()
    assert not {"confirmer", "refuser"} & offered(client, play)
    decide(client, play, "recu", postmarked=today.isoformat(), reason="déchiré en deux")
    assert standing(play) is Standing.HELD and {"confirmer", "refuser"} <= offered(client, play)
    assert numbers.shown(play.ticket_id) in client.get("/admin/recherche/").content.decode()
    assert "recu" not in offered(client, play)
    unchecked = client.post(address(play, "decider/confirmer/"), {"reason": "vu", "attested": ["box"]})
    assert unchecked.status_code == 422 and "reste à vérifier" in unchecked.content.decode()
    assert "confirmé valide" in decide(client, play, "confirmer", attested=list(marking.CHECKED))
    assert standing(play) is Standing.PAYABLE and kinds(play) == ["mark", "mark"]
    assert not {"recu", "confirmer", "refuser"} & offered(client, play)
    assert numbers.shown(play.ticket_id) not in client.get("/admin/recherche/").content.decode()


def test_a_damaged_ticket_may_be_declared_not_valid(client: Client) -> None:
    """Art. 4.3.1."""
    play = desk.won()
    decide(client, play, "recu", postmarked=timezone.localdate().isoformat())
    page = decide(client, play, "refuser", reason="code illisible")
    assert standing(play) is Standing.VOID and "code illisible" in page


@pytest.mark.parametrize("day", ["", "hier", "2199-01-01"])
def test_a_postmark_is_a_day_that_was(client: Client, day: str) -> None:
    play = desk.won()
    assert client.post(address(play, "decider/recu/"), {"reason": "x", "postmarked": day}).status_code == 422
    assert kinds(play) == []


def test_nothing_is_decided_of_a_paid_ticket(client: Client, service: User) -> None:
    play = desk.won()
    held = marking.hold(number=play.ticket_id, reason="doute", by=service)
    marking.lift(mark_id=held.pk, reason="levé", by=service)
    paying.pay(request=desk.request(play), teller=desk.teller())
    assert offered(client, play) == set()
    sent = {"reason": "trop tard", "postmarked": "2026-01-01", "attested": list(marking.CHECKED)}
    for decision in DECISIONS:
        assert client.post(address(play, f"decider/{decision.slug}/"), sent).status_code == 422
    assert kinds(play) == ["mark", "lift", "pay"]


def test_a_mark_or_a_refund_of_another_ticket_is_not_found(client: Client, service: User) -> None:
    play, other = desk.won(), desk.won()
    refund = ordering.order_refund(number=other.ticket_id, reason="panne", by=service)
    mark = marking.hold(number=other.ticket_id, reason="doute", by=service)
    for more in (f"lever/{mark.pk}/", f"remboursement/{refund.pk}/"):
        assert client.post(address(play, more), {"reason": "x"}).status_code == 404
    assert standing(other) is Standing.HELD


def test_an_unplayed_ticket_can_be_held_too(client: Client) -> None:
    desk.bearing(45_00)
    number = desk.emission().blocks.get().booklets.get().tickets.get().number
    client.post(f"/admin/tickets/{number:015}/decider/retenir/", {"reason": "trouvé"})
    with time_machine.travel(timezone.now() + timedelta(days=1)):
        assert presenting.of_number(number, at=timezone.now()).standing is Standing.HELD
