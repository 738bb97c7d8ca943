"""Nothing is paid on a row that is not what the record says: it needs to be looked into (art. 4.3.6, 4.4.2)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

import pytest
import time_machine
from django.utils import timezone

from games.models import Play
from payouts import cancelling, handing, marking, ordering, paying, presenting
from payouts.models import Mark, Payment, Refund
from payouts.refusals import PaymentRefused
from payouts.standing import Standing
from tests.payouts import desk, flags
from tests.tickets import tampering
from tickets.models import Ticket

pytestmark = pytest.mark.django_db
DOUBT = "demande une vérification"


def service() -> object:
    return desk.allowed(desk.teller().user, "decide_ticket", "order_refund", "cancel_payment")


def edited_refund(play: Play) -> None:
    desk.refund(play.ticket_id)
    Refund.objects.update(amount=2_000_00)


def invented_refund(play: Play) -> None:
    made = {"reason": "panne", "ordered_at": timezone.now(), "ordered_by": desk.teller().user}
    Refund.objects.create(ticket=play.ticket, amount=200_00, **made)


def refund_taken_back(play: Play) -> None:
    refund = desk.refund(play.ticket_id)
    ordering.withdraw_refund(refund_id=refund.pk, by=service())  # type: ignore[arg-type]
    Refund.objects.update(withdrawn_at=None)


def lifted_hold(play: Play) -> None:
    marking.hold(number=play.ticket_id, reason="doute", by=service())  # type: ignore[arg-type]
    Mark.objects.update(lifted_at=timezone.now())


def hidden_payment(play: Play) -> None:
    paying.pay(request=desk.request(play), teller=desk.teller())
    Payment.objects.update(cancelled_at=timezone.now())


@pytest.mark.parametrize("edit", [edited_refund, invented_refund, refund_taken_back, lifted_hold, hidden_payment])
def test_what_was_not_recorded_pays_nothing(edit: Callable[[Play], None]) -> None:
    """Art. 3.3.9, 4.3.6, 11: a refund as a prize."""
    play = desk.won()
    lot = desk.lot(play)
    edit(play)
    standing = Payment.objects.standing().count()
    presented = presenting.of_number(play.ticket_id, at=timezone.now())
    assert presented.standing is Standing.UNSURE
    with pytest.raises(PaymentRefused, match=DOUBT):
        paying.pay(request=desk.request(play), teller=desk.teller())
    with pytest.raises(PaymentRefused):
        handing.hand_over(request=desk.request(play, "handed", lot=lot.pk), teller=desk.teller())
    assert Payment.objects.standing().count() == standing


def test_the_refund_of_a_ticket_nobody_played_is_its_records() -> None:
    """Art. 7: a ticket without a play has a record of its own."""
    ticket = Ticket.objects.get(pk=flags.unstarted())
    desk.refund(ticket.pk)
    request = replace(desk.request(desk.won()), number=ticket.pk)
    Refund.objects.update(amount=200_00)
    with pytest.raises(PaymentRefused, match=DOUBT):
        paying.pay(request=request, teller=desk.teller())
    Refund.objects.update(amount=2_00)
    assert paying.pay(request=request, teller=desk.teller()).amount == 2_00


def test_a_prize_is_accepted_late_by_a_decision_that_was_recorded() -> None:
    """Art. 9."""
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(date(2026, 6, 30))
        invented, decided = desk.won(), desk.won()
    with time_machine.travel("2026-09-29T10:00:00Z", tick=False):
        by = service()
        Mark.objects.create(ticket=invented.ticket, kind=Mark.Kind.IN_TIME, reason="x", at=timezone.now(), by=by)
        marking.accept_late(number=decided.ticket_id, exercised_on=date(2026, 9, 20), reason="cachet", by=by)  # type: ignore[arg-type]
        with pytest.raises(PaymentRefused, match=DOUBT):
            paying.pay(request=desk.request(invented), teller=desk.teller())
        assert paying.pay(request=desk.request(decided), teller=desk.teller()).amount == 45_00


@pytest.mark.parametrize(
    ("edit", "means"),
    [
        ("UPDATE tickets_additionallot SET value = 20000", "cash"),
        ("UPDATE tickets_additionallot SET description = 'Voiture'", "cash"),
        ("UPDATE tickets_additionallot SET in_kind = true", "handed"),
    ],
)
def test_a_lot_is_given_as_it_was_approved(cloned_db: str, edit: str, means: str) -> None:
    """Art. 3.2.8."""
    play = desk.won(0)
    won = desk.lot(play, description="20 €", value=20_00, in_kind=False)
    guard = "ALTER TABLE tickets_additionallot {} TRIGGER USER"
    tampering.as_owner(f"{guard.format('DISABLE')}; {edit}; {guard.format('ENABLE')}")
    with pytest.raises(PaymentRefused, match=DOUBT):
        handing.hand_over(request=desk.request(play, means, lot=won.pk), teller=desk.teller())
    assert not Payment.objects.exists()


def test_what_is_cancelled_by_who_may_is_paid_again() -> None:
    play, by = desk.won(), service()
    payment = paying.pay(request=desk.request(play), teller=desk.teller())
    cancelling.cancel(payment_id=payment.pk, by=by, reason="erreur")  # type: ignore[arg-type]
    assert presenting.of_number(play.ticket_id, at=timezone.now()).standing is Standing.PAYABLE
