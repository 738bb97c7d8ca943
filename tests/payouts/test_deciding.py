"""Customer service decides about a ticket, and every desk follows (art. 3.3.9, 4.3.1, 7, 9, 11)."""

from datetime import date

import pytest
import time_machine
from django.utils import timezone

from games.models import Play
from payouts import cancelling, marking, ordering, paying, presenting
from payouts.models import Payment
from payouts.refusals import PaymentRefused
from payouts.standing import Standing
from tests.payouts import desk
from tickets.verifying import verify

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


@pytest.fixture
def service():
    return desk.allowed(desk.teller().user, "decide_ticket", "order_refund")


def standing(play: Play) -> Standing:
    return presenting.of_number(play.ticket_id, at=timezone.now()).standing


def test_a_ticket_held_for_suspected_fraud_is_not_paid_until_it_is_released(service) -> None:
    """Art. 11."""
    play, teller = desk.won(), desk.teller()
    mark = marking.hold(number=play.ticket_id, reason="deux codes grattés", by=service)
    assert standing(play) is Standing.HELD
    with pytest.raises(PaymentRefused, match="retenu"):
        paying.pay(request=desk.request(play), teller=teller)
    with pytest.raises(PaymentRefused, match="déjà cette mention"):
        marking.hold(number=play.ticket_id, reason="encore", by=service)
    marking.lift(mark_id=mark.pk, reason="vérifié", by=service)
    with pytest.raises(PaymentRefused, match="déjà levée"):
        marking.lift(mark_id=mark.pk, reason="vérifié", by=service)
    paying.pay(request=desk.request(play), teller=teller)
    with pytest.raises(PaymentRefused, match="déjà payé"):
        marking.hold(number=play.ticket_id, reason="trop tard", by=service)


def test_what_was_presented_in_time_stays_payable_after_the_bar(service) -> None:
    """Art. 9."""
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(date(2026, 6, 30))
        play = desk.won()
    with time_machine.travel("2026-10-20T10:00:00Z", tick=False):
        assert standing(play) is Standing.BARRED
        marking.accept_late(
            number=play.ticket_id, exercised_on=date(2026, 9, 20), reason="cachet du 20 septembre", by=service
        )
        assert standing(play) is Standing.PAYABLE
        paying.pay(request=desk.request(play), teller=desk.teller())


def test_what_only_its_delay_does_not_bar_is_not_accepted_late(service) -> None:
    """Art. 9: not over, paid, or to be refunded."""
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(date(2026, 6, 30))
        won, paid, refunded = desk.won(), desk.won(), desk.won()
        with pytest.raises(PaymentRefused, match="rien à accepter"):
            marking.accept_late(number=won.ticket_id, exercised_on=date(2026, 6, 1), reason="cachet", by=service)
        desk.refund(refunded.ticket_id)
        paying.pay(request=desk.request(paid), teller=desk.teller())
    with time_machine.travel("2026-10-20T10:00:00Z", tick=False):
        for play in (paid, refunded):
            with pytest.raises(PaymentRefused, match="rien à accepter"):
                marking.accept_late(number=play.ticket_id, exercised_on=date(2026, 9, 20), reason="cachet", by=service)


def test_only_customer_service_decides_and_says_why(service) -> None:
    play, stranger = desk.won(), desk.teller().user
    for by, reason, said in ((stranger, "raison", "Seul le Service Clients"), (service, " ", "pourquoi")):
        with pytest.raises(PaymentRefused, match=said):
            marking.hold(number=play.ticket_id, reason=reason, by=by)
        with pytest.raises(PaymentRefused, match=said):
            ordering.order_refund(number=play.ticket_id, reason=reason, by=by)
    assert standing(play) is Standing.PAYABLE


@pytest.mark.parametrize("reason", ["", " \u00a0", "é" * 201, "ou\x00bli", "\u200b", "..."])
def test_a_reason_can_be_read_and_kept_or_nothing_is_done(service, reason: str) -> None:
    play, teller = desk.won(), desk.teller()
    payment = paying.pay(request=desk.request(play), teller=teller)
    held = marking.hold(number=desk.won().ticket_id, reason="é" * 200, by=service)
    supervisor = desk.allowed(teller.user, "cancel_payment")
    for do in (
        lambda: cancelling.cancel(payment_id=payment.pk, reason=reason, by=supervisor),
        lambda: marking.accept_late(number=play.ticket_id, exercised_on=date(2026, 9, 20), reason=reason, by=service),
        lambda: marking.lift(mark_id=held.pk, reason=reason, by=service),
        lambda: ordering.order_refund(number=held.ticket_id, reason=reason, by=service),
    ):
        with pytest.raises(PaymentRefused, match=r"pourquoi|Raison"):
            do()
    assert standing(play) is Standing.PAID


def test_a_refund_is_ordered_once_and_excludes_the_prize(service) -> None:
    """Art. 3.3.9, 7: the price of the ticket, paid once."""
    play, teller = desk.won(30_00), desk.teller()
    refund = ordering.order_refund(number=play.ticket_id, reason="panne", by=service)
    with pytest.raises(PaymentRefused, match="déjà ordonné"):
        ordering.order_refund(number=play.ticket_id, reason="panne", by=service)
    ordering.withdraw_refund(refund_id=refund.pk, by=service)
    assert standing(play) is Standing.PAYABLE
    again = ordering.order_refund(number=play.ticket_id, reason="panne", by=service)
    payment = paying.pay(request=desk.request(play), teller=teller)
    assert (payment.what, payment.amount) == (Payment.What.REFUND, 2_00)
    with pytest.raises(PaymentRefused, match="déjà payé"):
        ordering.withdraw_refund(refund_id=again.pk, by=service)
    with pytest.raises(PaymentRefused, match="ne peut plus"):
        ordering.order_refund(number=play.ticket_id, reason="panne", by=service)


def test_a_paid_prize_can_not_be_refunded(service) -> None:
    play = desk.won()
    paying.pay(request=desk.request(play), teller=desk.teller())
    with pytest.raises(PaymentRefused, match="déjà payé"):
        ordering.order_refund(number=play.ticket_id, reason="panne", by=service)


def test_a_refund_needs_no_play(service) -> None:
    """Art. 7: a misprint may have kept the player out."""
    code = desk.bearing(45_00)
    presented = presenting.present(number="", code=code, at=timezone.now())
    assert presented.standing is Standing.UNSTARTED
    ordering.order_refund(number=presented.number, reason="code illisible", by=service)
    assert presenting.of_number(presented.number, at=timezone.now()).standing is Standing.REFUND
