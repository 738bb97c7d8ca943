"""A claim from its receipt to its end (art. 10): one service a change, journalled, and nobody forestalled unawares."""

import json
from datetime import date

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone

from games import telling
from payouts import paying, presenting
from payouts.claiming import deciding, handling, receiving
from payouts.claiming import numbers as claim_numbers
from payouts.claiming.deciding import Decision
from payouts.claiming.receiving import Arrival
from payouts.claiming.refusals import ClaimantRefused, ClaimMoved, ClaimRefused
from payouts.models import Claim, Mark, Payment, Refund
from payouts.refusals import PaymentRefused
from payouts.standing import Standing
from tests.games import stock
from tests.payouts import claims, desk
from tickets import record
from tickets.journal.chain import Entry, Subject
from tickets.models import Ticket
from tickets.suspending import WHOLE_SITE
from tickets.verifying import verify

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


@pytest.fixture
def agent() -> User:
    return claims.agent()


def entries(claim: Claim, ticket: int | None = None) -> list[dict[str, object]]:
    subject = (Subject.TICKET, ticket) if ticket else (Subject.SITE, WHOLE_SITE)
    found: list[Entry] = [one for one in record.entries(*subject) if one.kind == "claim"]
    told = [json.loads(one.text)["data"] for one in found]
    return [one for one in told if one["claim"] == claim.pk]


def decide(claim: Claim, by: User, outcome: str = "accepted", remedy: str = "", reason: str = "Vérifié.") -> Claim:
    decision = Decision(outcome, reason, remedy)
    return deciding.decide(claim_id=claim.pk, version=claim.version, decision=decision, by=by)


def test_a_claim_is_taken_noted_decided_and_closed_each_with_its_entry_without_personal_data(agent: User) -> None:
    play = desk.won()
    claim = claims.claim(agent, ticket=play.ticket_id)
    assert (claim.status, claim.emission, claim.assigned_to) == ("received", desk.emission(), None)
    claim = handling.assign(claim_id=claim.pk, version=1, to=agent, by=agent)
    assert (claim.status, claim.assigned_to) == ("in_progress", agent)
    handling.note(claim_id=claim.pk, version=2, text="Madame Guessan a rappelé.", by=agent)
    claim = handling.move(claim_id=claim.pk, version=3, status="waiting", by=agent)
    claim = decide(claim, agent, "refused")
    claim = deciding.close(claim_id=claim.pk, version=5, reason="", by=agent)
    assert (claim.status, claim.outcome, claim.version) == ("closed", "refused", 6)
    told = entries(claim, play.ticket_id)
    assert [one["what"] for one in told] == ["received", "assigned", "note", "moved", "decided", "closed"]
    assert [one["event"] for one in told] == [1, 2, 3, 4, 5, 6]
    assert all(one["by"] == agent.pk for one in told)
    for word in ("Guessan", "Lilas", "exemple.fr", "612345678", "Dupont", "rappelé", "Vérifié"):
        assert word not in json.dumps(told, ensure_ascii=False)


def test_a_claim_without_a_ticket_is_journalled_on_the_sites_chain_until_its_ticket_is_found(agent: User) -> None:
    play = desk.won()
    claim = claims.claim(agent)
    assert [one["what"] for one in entries(claim)] == ["received"]
    claim = handling.identify(claim_id=claim.pk, version=1, ticket=play.ticket_id, by=agent)
    assert claim.emission == desk.emission()
    handling.note(claim_id=claim.pk, version=2, text="Trouvé.", by=agent)
    assert [one["what"] for one in entries(claim)] == ["received"]
    assert [one["what"] for one in entries(claim, play.ticket_id)] == ["ticket", "note"]


def test_a_claim_that_changes_its_ticket_says_so_on_both_chains(agent: User) -> None:
    first, second = desk.won(), desk.won()
    claim = claims.claim(agent, ticket=first.ticket_id)
    handling.identify(claim_id=claim.pk, version=1, ticket=second.ticket_id, by=agent)
    assert [one["what"] for one in entries(claim, first.ticket_id)] == ["received", "ticket"]
    assert entries(claim, second.ticket_id)[0]["before"] == first.ticket_id
    with pytest.raises(ClaimRefused, match="Aucun ticket"):
        handling.identify(claim_id=claim.pk, version=2, ticket=123, by=agent)


@pytest.mark.parametrize(
    ("closed_on", "on", "admissible"),
    [(None, "2026-12-01", True), ("2026-06-30", "2026-09-28", True), ("2026-06-30", "2026-09-29", False)],
)
def test_a_claim_is_admissible_until_the_ninetieth_day_after_closing_article_10(
    agent: User, closed_on: str | None, on: str, admissible: bool
) -> None:
    emission = desk.emission(date.fromisoformat(closed_on) if closed_on else None)
    with time_machine.travel("2026-12-02T10:00:00Z", tick=False):
        claim = claims.claim(agent, on=date.fromisoformat(on), emission=emission)
        assert claim.verdict.admissible is admissible
        assert claim.verdict.sentence.startswith("Recevable" if admissible else "Irrecevable")
        wrong = "inadmissible" if admissible else "accepted"
        with pytest.raises(ClaimRefused, match="ne peut pas dire le contraire"):
            decide(claim, agent, wrong)
        decide(claim, agent, "refused" if admissible else "inadmissible")


def test_the_postmark_counts_and_not_the_day_of_receipt(agent: User) -> None:
    """Art. 10."""
    emission = desk.emission(date(2026, 6, 30))
    with time_machine.travel("2026-10-05T10:00:00Z", tick=False):
        arrival = Arrival("post", date(2026, 9, 28), date(2026, 10, 5))
        claim = receiving.receive(arrival=arrival, subject="other", typed=claims.TYPED, by=agent, emission=emission)
        assert claim.verdict.sentence == (
            "Recevable\u00a0: postée le 28 septembre 2026, au plus tard le 28 septembre 2026 "
            "(90 jours après la clôture du 30 juin 2026, art. 10)."
        )
        assert claim.due_on == date(2026, 11, 4)


def test_a_late_claim_is_told_by_how_much(agent: User) -> None:
    emission = desk.emission(date(2026, 5, 3))
    with time_machine.travel("2026-10-05T10:00:00Z", tick=False):
        claim = claims.claim(agent, channel="telephone", on=date(2026, 8, 2), emission=emission)
        assert "téléphone le 2 août 2026, 1\u00a0jour après le dernier jour, le 1er août 2026" in claim.verdict.sentence


@pytest.mark.parametrize(
    ("channel", "left", "came", "said"),
    [
        ("post", "2026-10-06", "2026-10-05", "ne peut pas suivre"),
        ("post", "2026-10-05", "2026-10-06", "pas encore venu"),
        ("telephone", "2026-10-04", "2026-10-05", "le jour même"),
    ],
)
def test_days_that_make_no_sense_are_refused(agent: User, channel: str, left: str, came: str, said: str) -> None:
    with time_machine.travel("2026-10-05T10:00:00Z", tick=False):
        arrival = Arrival(channel, date.fromisoformat(left), date.fromisoformat(came))
        with pytest.raises(ClaimRefused, match=said):
            receiving.receive(arrival=arrival, subject="other", typed=claims.TYPED, by=agent)
    assert not Claim.objects.exists()


def test_the_site_receives_a_claim_by_itself_and_nobody_else_without_a_name() -> None:
    claim = claims.claim(None, channel="site")  # type: ignore[arg-type]
    assert entries(claim)[0]["by"] is None
    with pytest.raises(ClaimRefused, match="Seul le Service Clients"):
        claims.claim(None, channel="post")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"story": " "}, "story"),
        ({"address": "", "telephone": "", "email": ""}, "address"),
        ({"name": ""}, "name"),
        ({"email": "camille"}, "email"),
        ({"telephone": "12"}, "telephone"),
        ({"story": "a" * 4001}, "story"),
        ({"address": "a\n" * 7}, "address"),
    ],
)
def test_what_can_not_be_taken_of_a_claimant_is_told_by_its_field(
    agent: User, changes: dict[str, str], field: str
) -> None:
    with pytest.raises(ClaimantRefused) as refused:
        claims.claim(agent, typed=claims.TYPED | changes)
    assert set(refused.value.errors) == {field}
    assert not Claim.objects.exists()


def test_the_second_of_two_people_is_told_what_the_first_did(agent: User) -> None:
    other = claims.agent("zoé")
    claim = claims.claim(agent)
    handling.assign(claim_id=claim.pk, version=1, to=other, by=other)
    with pytest.raises(ClaimMoved, match="zoé a pris la réclamation") as moved:
        handling.note(claim_id=claim.pk, version=1, text="Trop tard.", by=agent)
    assert moved.value.claim.version == 2 and moved.value.status == 409
    assert claim.events.count() == 2


def test_another_ones_claim_is_the_leads_to_give(agent: User) -> None:
    other, lead = claims.agent("zoé"), claims.lead()
    claim = claims.claim(agent)
    handling.assign(claim_id=claim.pk, version=1, to=agent, by=agent)
    with pytest.raises(ClaimRefused, match="Quelqu’un d’autre"):
        handling.assign(claim_id=claim.pk, version=2, to=other, by=other)
    with pytest.raises(ClaimRefused, match="ne suit pas"):
        handling.assign(claim_id=claim.pk, version=2, to=desk.teller().user, by=lead)
    handling.assign(claim_id=claim.pk, version=2, to=other, by=lead)
    claim = handling.assign(claim_id=claim.pk, version=3, to=None, by=other)
    assert claim.assigned_to is None


def test_a_decision_to_refund_orders_it_at_once_and_a_desk_pays_it(agent: User) -> None:
    """Art. 7, 10."""
    stock.make_ticket(desk.emission())
    number = Ticket.objects.get().number
    claim = decide(claims.claim(agent, ticket=number, subject="misprint"), agent, remedy="refund")
    refund = Refund.objects.get()
    assert claim.refund == refund and refund.reason == f"réclamation {claim.shown}"
    assert entries(claim, number)[-1] | {"digest": ""} == {
        "claim": claim.pk,
        "event": 2,
        "what": "decided",
        "by": agent.pk,
        "outcome": "accepted",
        "refund": refund.pk,
        "digest": "",
    }
    assert presenting.of_number(number, at=timezone.now()).standing is Standing.REFUND


def test_a_decision_to_pay_although_late_puts_the_mark_and_the_prize_is_payable(agent: User) -> None:
    """Art. 9."""
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(date(2026, 6, 30))
        play = desk.won()
    with time_machine.travel("2026-10-20T10:00:00Z", tick=False):
        arrival = Arrival("post", date(2026, 9, 28), date(2026, 10, 1))
        claim = receiving.receive(
            arrival=arrival, subject="payment", typed=claims.TYPED, by=agent, ticket=play.ticket_id
        )
        claim = decide(claim, agent, remedy="pay_late")
        assert claim.mark == Mark.objects.get(kind=Mark.Kind.IN_TIME)
        assert presenting.of_number(play.ticket_id, at=timezone.now()).standing is Standing.PAYABLE
        paying.pay(request=desk.request(play), teller=desk.teller())
        assert Payment.objects.count() == 1


def test_a_claim_never_says_late_of_a_prize_that_is_not(agent: User) -> None:
    """Art. 9: the emission has no closing notice, so that nothing is barred."""
    claim = claims.claim(agent, ticket=desk.won().ticket_id)
    with pytest.raises(PaymentRefused, match="rien à accepter"):
        decide(claim, agent, remedy="pay_late")
    claim.refresh_from_db()
    assert claim.is_open and not Mark.objects.exists()


def test_a_decision_whose_order_is_refused_decides_nothing(agent: User) -> None:
    play = desk.won()
    paying.pay(request=desk.request(play), teller=desk.teller())
    claim = claims.claim(agent, ticket=play.ticket_id)
    with pytest.raises(PaymentRefused, match="déjà payé"):
        decide(claim, agent, remedy="refund")
    with pytest.raises(PaymentRefused, match="Seul le Service Clients"):
        decide(claim, desk.allowed(User.objects.create_user("x"), "handle_claim", "decide_claim"), remedy="refund")
    claim.refresh_from_db()
    assert (claim.status, claim.version) == ("received", 1)
    assert not Refund.objects.exists()
    with pytest.raises(ClaimRefused, match="Rattachez d’abord"):
        decide(claims.claim(agent), agent, remedy="refund")
    with pytest.raises(ClaimRefused, match="Seule une réclamation acceptée"):
        decide(claim, agent, "refused", remedy="refund")


def test_what_is_decided_changes_no_more_until_the_lead_opens_it_again(agent: User) -> None:
    claim = decide(claims.claim(agent), agent, "refused")
    with pytest.raises(ClaimRefused, match="il faut d’abord la rouvrir"):
        decide(claim, agent)
    with pytest.raises(ClaimRefused, match="Seul le responsable"):
        deciding.reopen(claim_id=claim.pk, version=claim.version, reason="Nouvel élément.", by=agent)
    claim = deciding.reopen(claim_id=claim.pk, version=claim.version, reason="Nouvel élément.", by=claims.lead())
    assert (claim.status, claim.outcome, claim.decided_on, claim.erase_on) == ("in_progress", "", None, None)
    assert decide(claim, agent).outcome == "accepted"


def test_an_open_claim_is_closed_only_with_a_reason(agent: User) -> None:
    claim = claims.claim(agent)
    with pytest.raises(ClaimRefused, match="Écrivez"):
        deciding.close(claim_id=claim.pk, version=1, reason=" ", by=agent)
    claim = deciding.close(claim_id=claim.pk, version=1, reason="Le joueur renonce.", by=agent)
    assert (claim.status, claim.outcome) == ("closed", "")


@pytest.mark.parametrize("held", [(), ("view_claim",), ("view_claim", "handle_claim")])
def test_only_customer_service_handles_and_decides(agent: User, held: tuple[str, ...]) -> None:
    stranger = desk.allowed(User.objects.create_user("x"), *held)
    claim = claims.claim(agent)
    with pytest.raises(ClaimRefused, match="Seul le Service Clients décide"):
        decide(claim, stranger)
    if "handle_claim" not in held:
        with pytest.raises(ClaimRefused, match="Seul le Service Clients suit"):
            handling.note(claim_id=claim.pk, version=1, text="x", by=stranger)
        with pytest.raises(ClaimRefused, match="Seul le Service Clients suit"):
            claims.claim(stranger)


def test_a_row_half_decided_is_refused_by_the_database(agent: User) -> None:
    claim = claims.claim(agent)
    for change in ({"status": "decided"}, {"outcome": "accepted"}, {"erased_at": timezone.now()}, {"sealed": None}):
        with pytest.raises(Exception, match="violates check constraint"), transaction.atomic():
            Claim.objects.filter(pk=claim.pk).update(**change)


def test_a_claim_is_told_in_the_record_of_its_ticket_without_the_claimant(agent: User) -> None:
    play = desk.won()
    claim = claims.claim(agent, ticket=play.ticket_id)
    decide(claim, agent, remedy="refund")
    told = [one for one in telling.tell(record.entries(Subject.TICKET, play.ticket_id)) if one.entry.kind == "claim"]
    words = [render_to_string(one.words, {"told": one}) for one in told]
    assert "Réclamation reçue" in words[0]
    assert "acceptée, le ticket est à rembourser" in words[1]


@pytest.mark.parametrize(("text", "number"), [("R 000 158", 158), ("r-158", 158), ("000158", 158), ("Ｒ１５８", 158)])
def test_a_claims_number_is_read_however_it_is_typed(text: str, number: int) -> None:
    assert claim_numbers.read(text) == number


def test_every_wrong_digit_and_every_swap_of_a_claims_number_is_seen() -> None:
    digits = str(claim_numbers.of_key(4827))
    wrong = {digits[:at] + other + digits[at + 1 :] for at in range(len(digits)) for other in "0123456789"} - {digits}
    swaps = [range(at, at + 2) for at in range(len(digits) - 1)]
    wrong |= {digits[: s.start] + digits[s.start : s.stop][::-1] + digits[s.stop :] for s in swaps} - {digits}
    assert len(wrong) > 40
    for text in (*wrong, "", "R", "7", "1" * 13, "12a"):
        with pytest.raises(claim_numbers.BadClaimNumber):
            claim_numbers.read(text)
