"""A ticket is paid exactly once, by the means its amount and the desk allow (art. 4.3, 5)."""

from datetime import date

import pytest
import time_machine
from django.utils import timezone

from games.replaying import replay
from payouts import cancelling, paying, presenting
from payouts.models import Desk, Payment
from payouts.refusals import PaymentRefused
from payouts.standing import Standing
from tests.payouts import desk
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
SHOP, CENTRE = Desk.Kind.POINT_OF_SALE, Desk.Kind.PAYMENT_CENTRE


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


def test_a_prize_is_paid_and_its_record_says_by_whom_and_what_was_checked() -> None:
    """Art. 4.3, 5.2."""
    play, teller = desk.won(200_00), desk.teller()
    payment = paying.pay(request=desk.request(play), teller=teller)
    assert (payment.amount, payment.means, payment.what) == (200_00, "cash", "prize")
    presented = presenting.of_number(play.ticket_id, at=payment.paid_at)
    assert presented.standing is Standing.PAID
    play.refresh_from_db()
    replay(play)


@pytest.mark.parametrize("missing", paying.CHECKS)
def test_nothing_is_paid_until_every_check_is_attested(missing: str) -> None:
    """Art. 4.3.1, 4.3.3, 4.3.5, 5.1."""
    request = desk.request(desk.won(), attested=frozenset(paying.CHECKS) - {missing})
    with pytest.raises(PaymentRefused, match="reste à vérifier"):
        paying.pay(request=request, teller=desk.teller())
    assert not Payment.objects.exists()


def test_the_number_alone_pays_nothing() -> None:
    with pytest.raises(PaymentRefused, match="il faut les deux"):
        paying.pay(request=desk.request(desk.won(), both_shown=False), teller=desk.teller())


def test_the_same_request_pays_once_and_is_told_what_it_paid() -> None:
    play, teller = desk.won(), desk.teller()
    request = desk.request(play)
    assert paying.pay(request=request, teller=teller) == paying.pay(request=request, teller=teller)
    with pytest.raises(PaymentRefused, match="un autre ticket"):
        paying.pay(request=desk.request(desk.won(), key=request.key), teller=teller)


def test_a_refund_is_paid_once_in_the_place_of_the_prize() -> None:
    """Art. 3.3.9, 7."""
    play, teller = desk.won(30_00), desk.teller()
    desk.refund(play.ticket_id)
    payment = paying.pay(request=desk.request(play), teller=teller)
    assert (payment.what, payment.amount) == ("refund", 2_00)
    with pytest.raises(PaymentRefused, match="Déjà remboursé"):
        paying.pay(request=desk.request(play), teller=teller)


def test_a_mistaken_payment_is_cancelled_by_a_supervisor_with_a_reason_and_leaves_both_entries() -> None:
    play, teller = desk.won(), desk.teller()
    payment = paying.pay(request=desk.request(play), teller=teller)
    with pytest.raises(PaymentRefused, match="superviseur"):
        cancelling.cancel(payment_id=payment.id, by=teller.user, reason="erreur")
    supervisor = desk.allowed(desk.teller().user, "cancel_payment")
    with pytest.raises(PaymentRefused, match="pourquoi"):
        cancelling.cancel(payment_id=payment.id, by=supervisor, reason=" ")
    cancelling.cancel(payment_id=payment.id, by=supervisor, reason="mauvais ticket")
    with pytest.raises(PaymentRefused, match="déjà annulé"):
        cancelling.cancel(payment_id=payment.id, by=supervisor, reason="mauvais ticket")
    again = paying.pay(request=desk.request(play), teller=teller)
    assert again.id != payment.id
    assert Payment.objects.count() == 2


@pytest.mark.parametrize("closed_on", [date(2026, 6, 30), date(2026, 7, 27), date(2026, 7, 28), date(2026, 12, 28)])
def test_the_time_bar_falls_at_midnight_in_paris_of_the_ninetieth_day(closed_on: date) -> None:
    """Art. 9; on the day of each change of the clock, and after it."""
    last = {
        date(2026, 6, 30): "2026-09-28T21:59:59.999999Z",
        date(2026, 7, 27): "2026-10-25T22:59:59.999999Z",
        date(2026, 7, 28): "2026-10-26T22:59:59.999999Z",
        date(2026, 12, 28): "2027-03-28T21:59:59.999999Z",
    }
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(closed_on)
        play = desk.won()
    with time_machine.travel(last[closed_on], tick=False) as clock:
        assert presenting.of_number(play.ticket_id, at=timezone.now()).standing is Standing.PAYABLE
        clock.shift(0.000001)
        assert presenting.of_number(play.ticket_id, at=timezone.now()).standing is Standing.BARRED
        with pytest.raises(PaymentRefused, match="Trop tard"):
            paying.pay(request=desk.request(play), teller=desk.teller())


def test_a_refund_once_ordered_has_no_time_bar() -> None:
    """Art. 9 bars lots, art. 10 claims; art. 3.3.9 and 7 give what is refunded no last day."""
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(date(2026, 6, 30))
        play = desk.won()
    with time_machine.travel("2027-06-01T10:00:00Z", tick=False):
        assert presenting.of_number(play.ticket_id, at=timezone.now()).standing is Standing.BARRED
        desk.refund(play.ticket_id)
        payment = paying.pay(request=desk.request(play), teller=desk.teller())
        assert (payment.what, payment.amount) == ("refund", 2_00)
