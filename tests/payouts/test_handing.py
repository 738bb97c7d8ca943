"""Lots in kind are handed over once, against a ticket that could be paid (art. 3.2.8, 4.3, 9)."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Play, WonLot
from payouts import cancelling, handing, marking, ordering, paying, presenting, showing
from payouts.models import Desk, Mark, Payment, Teller
from payouts.refusals import AlreadyPaid, PaymentRefused
from tests.payouts import desk
from tests.signing import sign_in
from tickets import record
from tickets.journal.chain import Subject
from tickets.verifying import verify

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


@pytest.fixture
def teller() -> Teller:
    return desk.teller(Desk.Kind.POINT_OF_SALE)


def wish(lot: WonLot, **changes: object) -> paying.Request:
    """A wish to hand a lot over in which everything was checked."""
    return desk.request(lot.play, "handed", lot=lot.pk, **changes)


def test_a_lot_is_handed_over_once_beside_the_prize_and_journalled(teller: Teller) -> None:
    """Art. 3.2.8."""
    play = desk.won()
    lot = desk.lot(play)
    request = wish(lot)
    payment = handing.hand_over(request=request, teller=teller)
    assert (payment.what, payment.means, payment.amount, payment.lot) == ("lot", "handed", 450_00, lot)
    assert handing.hand_over(request=request, teller=teller) == payment
    with pytest.raises(PaymentRefused, match="déjà remis"):
        handing.hand_over(request=wish(lot), teller=teller)
    entry = record.entries(Subject.TICKET, play.ticket_id)[-1]
    assert '"lot"' in entry.text and '"what":"lot"' in entry.text and "Vélo" not in entry.text
    paying.pay(request=desk.request(play), teller=teller)
    assert Payment.objects.standing().count() == 2


def test_a_lot_is_handed_over_after_the_prize_was_paid_or_where_there_is_none(teller: Teller) -> None:
    paid, lost = desk.won(), desk.won(0)
    lots = [desk.lot(play) for play in (paid, lost)]
    paying.pay(request=desk.request(paid), teller=teller)
    for lot in lots:
        handing.hand_over(request=wish(lot), teller=teller)
    assert Payment.objects.filter(what="lot").count() == 2


def test_a_ticket_whose_lot_is_handed_over_is_not_refunded(teller: Teller) -> None:
    """Art. 3.3.9: who is refunded can claim nothing, and who was given a lot is not refunded."""
    play = desk.won(0)
    payment = handing.hand_over(request=wish(desk.lot(play)), teller=teller)
    service = desk.allowed(desk.teller().user, "order_refund", "cancel_payment")
    with pytest.raises(PaymentRefused, match="son lot remis"):
        ordering.order_refund(number=play.ticket_id, reason="panne", by=service)
    cancelling.cancel(payment_id=payment.pk, by=service, reason="erreur")
    assert ordering.order_refund(number=play.ticket_id, reason="panne", by=service).amount == 2_00


def test_a_lot_in_money_is_paid_in_cash_and_not_handed_over(teller: Teller) -> None:
    """Art. 3.2.8, 5.2."""
    play = desk.won(0)
    won = desk.lot(play, description="20 €", value=20_00, in_kind=False)
    with pytest.raises(PaymentRefused, match="pas de cette façon"):
        handing.hand_over(request=wish(won), teller=teller)
    payment = handing.hand_over(request=desk.request(play, "cash", lot=won.pk), teller=teller)
    assert (payment.what, payment.means, payment.amount) == ("lot", "cash", 20_00)
    with pytest.raises(PaymentRefused, match="déjà remis"):
        handing.hand_over(request=desk.request(play, "cash", lot=won.pk), teller=teller)


def test_one_cancelled_can_be_handed_over_again(teller: Teller) -> None:
    lot = desk.lot(desk.won())
    payment = handing.hand_over(request=wish(lot), teller=teller)
    cancelling.cancel(payment_id=payment.id, by=desk.allowed(teller.user, "cancel_payment"), reason="pas en stock")
    assert handing.left(lot.play.ticket_id) == [lot]
    handing.hand_over(request=wish(lot), teller=teller)
    assert handing.left(lot.play.ticket_id) == []


def _paid_refund(play: Play, teller: Teller) -> None:
    desk.refund(play.ticket_id)
    paying.pay(request=desk.request(play), teller=teller)


def _hold(play: Play, teller: Teller) -> None:
    Mark.objects.create(ticket=play.ticket, kind=Mark.Kind.HELD, reason="soupçon", at=timezone.now(), by=teller.user)


@pytest.mark.parametrize(
    ("happen", "said"),
    [
        (lambda play, teller: desk.void(teller, play.ticket_id), "Ticket nul"),
        (_hold, "retenu"),
        (lambda play, teller: desk.refund(play.ticket_id), "rembourser"),
        (_paid_refund, "Déjà remboursé"),
    ],
)
def test_what_stops_a_prize_stops_a_lot(teller: Teller, happen: Callable[[Play, Teller], object], said: str) -> None:
    """Art. 4.3.3, 11; a refund takes the ticket in."""
    play = desk.won()
    lot = desk.lot(play)
    happen(play, teller)
    with pytest.raises(PaymentRefused, match=said):
        handing.hand_over(request=wish(lot), teller=teller)
    assert not Payment.objects.filter(what="lot").exists()


@pytest.mark.parametrize("kind", [Mark.Kind.HELD, Mark.Kind.VOID])
def test_a_ticket_whose_prize_is_paid_is_still_held_for_the_lot_that_waits(teller: Teller, kind: str) -> None:
    """Art. 3.2.8, 4.3.3, 11: until the last of what it gives is given, and not after."""
    lot, other = (desk.lot(desk.won()) for _ in range(2))
    service = desk.allowed(desk.teller().user, "decide_ticket")

    def put(number: int) -> Mark:
        if kind == Mark.Kind.VOID:
            return desk.void(teller, number)
        return marking.hold(number=number, reason="soupçon", by=service)

    for one in (lot, other):
        paying.pay(request=desk.request(one.play), teller=teller)
    mark = put(lot.play.ticket_id)
    with pytest.raises(PaymentRefused, match="Ne le payez pas"):
        handing.hand_over(request=wish(lot), teller=teller)
    client = sign_in(Client(), teller.user, second_factor=False)
    page = client.get(reverse("payouts:ticket", args=[lot.play.ticket_id])).content.decode()
    assert "Déjà payé" in page and "Lot supplémentaire, à ne pas donner" in page
    marking.lift(mark_id=mark.pk, reason="erreur", by=service)
    for one in (lot, other):
        handing.hand_over(request=wish(one), teller=teller)
        with pytest.raises(PaymentRefused, match="déjà payé"):
            put(one.play.ticket_id)


def test_a_handing_is_its_tellers_and_stands_no_longer_than_it(teller: Teller) -> None:
    """Another desk that sends the same request, or one cancelled since, is not told that the lot was handed over."""
    lot = desk.lot(desk.won())
    request = wish(lot)
    payment = handing.hand_over(request=request, teller=teller)
    assert handing.hand_over(request=request, teller=teller) == payment
    with pytest.raises(AlreadyPaid):
        handing.hand_over(request=request, teller=desk.teller())
    cancelling.cancel(payment_id=payment.id, by=desk.allowed(teller.user, "cancel_payment"), reason="erreur")
    with pytest.raises(AlreadyPaid, match="annulé"):
        handing.hand_over(request=request, teller=teller)


@pytest.mark.parametrize("cents", [45_00, 0])
def test_lots_are_barred_like_prizes(cents: int) -> None:
    """Art. 9: on the ninetieth day after closing, not on the next."""
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(date(2026, 6, 30))
        lot = desk.lot(desk.won(cents))
    with time_machine.travel("2026-09-28T21:59:59Z", tick=False) as clock:
        presented = presenting.of_number(lot.play.ticket_id, at=timezone.now())
        assert handing.obstacle(presented, timezone.now()) == ""
        clock.shift(timedelta(seconds=1))
        with pytest.raises(PaymentRefused, match="Trop tard"):
            handing.hand_over(request=wish(lot), teller=desk.teller())


@pytest.mark.parametrize("missing", paying.CHECKS)
def test_every_check_is_attested_and_number_and_code_shown(teller: Teller, missing: str) -> None:
    """Art. 4.3."""
    lot = desk.lot(desk.won())
    with pytest.raises(PaymentRefused, match="reste à vérifier"):
        handing.hand_over(request=wish(lot, attested=frozenset(paying.CHECKS) - {missing}), teller=teller)
    with pytest.raises(PaymentRefused, match="il faut les deux"):
        handing.hand_over(request=wish(lot, both_shown=False), teller=teller)
    assert not Payment.objects.exists()


def test_a_desk_that_is_not_agreed_hands_nothing_over() -> None:
    with pytest.raises(PaymentRefused, match="agréée"):
        handing.hand_over(request=wish(desk.lot(desk.won())), teller=desk.teller(agreed=False))


def test_the_page_of_a_ticket_leads_to_its_lots_and_the_same_form_sent_again_hands_over_once(teller: Teller) -> None:
    lot = desk.lot(desk.won())
    client = sign_in(Client(), teller.user, second_factor=False)
    address = reverse("payouts:lot", args=[lot.play.ticket_id, lot.pk])
    assert client.get(address).status_code == 302
    session = client.session
    showing.keep(session, lot.play.ticket_id, timezone.now())
    session.save()
    assert address in client.get(reverse("payouts:ticket", args=[lot.play.ticket_id])).content.decode()
    key = client.get(address).content.decode().split('name="demande" value="')[1][:36]
    assert client.post(address, {"demande": key}).status_code == 422
    for _ in range(2):
        done = client.post(address, {"demande": key, "moyen": "handed", "controle": list(paying.CHECKS)}, follow=True)
        assert "Lot remis&nbsp;: Vélo de ville" in done.content.decode()
    assert "Lots en nature" in client.get("/caisse/journee/").content.decode()
    assert Payment.objects.count() == 1
