"""A misprinted ticket given back is exchanged or refunded once, at a desk or by post (art. 7)."""

import uuid

import pytest
from django.utils import timezone

from games.models import Play
from games.refusals import CodeRefused
from payouts import cancelling, exchanging, flagging, handing, ordering, paying, presenting
from payouts.exchanging import Return
from payouts.models import Desk, Payment, Refund
from payouts.refusals import AlreadyPaid, NotFound, PaymentRefused
from payouts.standing import Standing
from tests.browser.states import STATES
from tests.games import stock
from tests.payouts import desk, flags
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import Ticket
from tickets.verifying import verify

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


@pytest.fixture
def service():
    return flags.user("flag_booklets", "settle_returned", "order_refund", "cancel_payment")


def returned(number: int, **changes: object) -> Return:
    return Return(**({"key": uuid.uuid4(), "number": number, "reason": "code illisible"} | changes))  # type: ignore[arg-type]


def misprinted(by) -> int:
    number = flags.unstarted()
    flagging.flag_misprint(keys=[number // 10_000], reason="codes pâles", by=by)
    return number


def standing(number: int) -> Standing:
    return presenting.of_number(number, at=timezone.now()).standing


def test_a_desk_gives_another_ticket_for_a_misprinted_one_once(service) -> None:
    number, given, teller = misprinted(service), flags.unstarted(), desk.teller()
    wish = returned(number)
    payment = exchanging.exchange_at_desk(returned=wish, given=given, teller=teller)
    assert (payment.what, payment.amount, payment.given_id, payment.desk) == ("exchange", 0, given, teller.desk)
    assert exchanging.exchange_at_desk(returned=wish, given=given, teller=teller) == payment
    with pytest.raises(AlreadyPaid, match="Déjà échangé"):
        exchanging.exchange_at_desk(returned=returned(number), given=flags.unstarted(), teller=teller)
    assert (standing(number), standing(given)) == (Standing.PAID, Standing.UNSTARTED)
    assert [entry.kind for entry in record.entries(Subject.TICKET, number)] == ["pay"]
    assert [entry.kind for entry in record.entries(Subject.TICKET, given)] == ["given"]


def test_the_ticket_given_is_played_and_paid_like_any(service) -> None:
    code = desk.bearing(45_00)
    given = Ticket.objects.order_by("number").last()
    assert given is not None
    exchanging.exchange_by_post(returned=returned(misprinted(service)), given=given.pk, by=service)
    play = desk.golden(desk.enter_code(text=code))
    assert paying.pay(request=desk.request(play), teller=desk.teller()).amount == 45_00


def test_by_post_the_price_is_refunded_once_and_ordered_by_the_same_action(service) -> None:
    number, wish = misprinted(service), None
    wish = returned(number)
    payment = exchanging.refund_by_post(returned=wish, by=service)
    assert (payment.what, payment.means, payment.amount) == ("refund", "post", 2_00)
    assert payment.desk.kind == Desk.Kind.SERVICE and not payment.desk.agreed
    assert exchanging.refund_by_post(returned=wish, by=service) == payment
    with pytest.raises(AlreadyPaid, match="Déjà remboursé"):
        exchanging.refund_by_post(returned=returned(number), by=service)
    with pytest.raises(AlreadyPaid):
        exchanging.exchange_by_post(returned=returned(number), given=flags.unstarted(), by=service)
    assert Refund.objects.get().ticket_id == number
    assert [entry.kind for entry in record.entries(Subject.TICKET, number)] == ["refund", "pay"]


def test_a_refund_ordered_before_is_the_one_that_is_sent(service) -> None:
    number = misprinted(service)
    ordering.order_refund(number=number, reason="anomalie", by=service)
    exchanging.refund_by_post(returned=returned(number), by=service)
    assert Refund.objects.count() == 1 and standing(number) is Standing.PAID


def test_a_ticket_with_a_misprint_of_its_own_is_settled_by_customer_service_alone(service) -> None:
    number, given = flags.unstarted(), flags.unstarted()
    with pytest.raises(PaymentRefused, match="ne s’échange"):
        exchanging.exchange_at_desk(returned=returned(number), given=given, teller=desk.teller())
    assert exchanging.exchange_by_post(returned=returned(number), given=given, by=service).given_id == given
    played = desk.won()
    with pytest.raises(PaymentRefused, match="Gagnant"):
        exchanging.refund_by_post(returned=returned(played.ticket_id), by=service)


def test_what_is_given_costs_the_same_and_can_be_played(service) -> None:
    number = misprinted(service)
    dearer = stock.make_emission("as_capone")
    stock.make_ticket(dearer)
    other_price = Ticket.objects.get(booklet__block__emission=dearer).pk
    assert dearer.game.price != 2_00
    given = flags.unstarted()
    exchanging.exchange_by_post(returned=returned(misprinted(service)), given=given, by=service)
    for other, said in (
        (number, "est le ticket rendu"),
        (999, "Aucun ticket"),
        (desk.won().ticket_id, "ne peut plus être joué"),
        (misprinted(service), "ne peut plus être joué"),
        (given, "déjà été donné"),
        (other_price, "même prix"),
    ):
        with pytest.raises(PaymentRefused, match=said):
            exchanging.exchange_by_post(returned=returned(number), given=other, by=service)
    assert standing(number) is Standing.MISPRINT


def test_a_key_settles_one_ticket_and_a_cancelled_exchange_frees_both(service) -> None:
    number, given = misprinted(service), flags.unstarted()
    wish = returned(number)
    payment = exchanging.exchange_by_post(returned=wish, given=given, by=service)
    with pytest.raises(PaymentRefused, match="autre ticket"):
        exchanging.refund_by_post(returned=returned(misprinted(service), key=wish.key), by=service)
    cancelling.cancel(payment_id=payment.pk, by=service, reason="mauvais ticket")
    with pytest.raises(PaymentRefused, match="Recommencez"):
        exchanging.exchange_by_post(returned=wish, given=given, by=service)
    exchanging.exchange_by_post(returned=returned(number), given=given, by=service)
    assert Payment.objects.standing().filter(given=given).count() == 1


def test_the_reason_of_a_return_is_kept_with_its_payment_and_never_in_the_record(service) -> None:
    """The record is the player's to read, for ever."""
    refunded, exchanged, given = misprinted(service), misprinted(service), flags.unstarted()
    for number, settle in ((refunded, {}), (exchanged, {"given": given})):
        do = exchanging.exchange_by_post if settle else exchanging.refund_by_post
        payment = do(returned=returned(number, reason="vu avec M. Untel"), by=service, **settle)  # type: ignore[operator]
        assert payment.reason == "vu avec M. Untel"
        assert all("Untel" not in entry.text for entry in record.entries(Subject.TICKET, number))


def test_an_exchange_is_cancelled_on_both_records(service) -> None:
    number, given = misprinted(service), flags.unstarted()
    payment = exchanging.exchange_by_post(returned=returned(number), given=given, by=service)
    cancelling.cancel(payment_id=payment.pk, by=service, reason="mauvais ticket")
    for ticket, kinds in ((number, ["pay", "cancel"]), (given, ["given", "given_cancelled"])):
        entries = record.entries(Subject.TICKET, ticket)
        assert [entry.kind for entry in entries] == kinds and str(payment.pk) in entries[-1].text


def test_an_exchange_one_of_whose_tickets_gave_something_since_is_not_cancelled(service) -> None:
    """Art. 7: one stake gives one prize."""

    def exchanged(number: int, given: int | None = None) -> tuple[Payment, int]:
        given = given or flags.unstarted()
        return exchanging.exchange_by_post(returned=returned(number), given=given, by=service), given

    code = desk.bearing(45_00)
    playable = Ticket.objects.order_by("number").last()
    assert playable is not None
    begun, _ = exchanged(flags.unstarted(), playable.pk)
    paying.pay(request=desk.request(desk.golden(desk.enter_code(text=code))), teller=desk.teller())
    again, itself = exchanged(misprinted(service))
    exchanged(itself)
    refunded, other = exchanged(misprinted(service))
    ordering.order_refund(number=other, reason="anomalie", by=service)
    play = stock.start(desk.SLUG)
    flagging.flag_misprint(keys=[flags.booklet(play)], reason="codes pâles", by=service)
    of_a_play, _ = exchanged(play.ticket_id)
    for payment in (begun, again, refunded, of_a_play):
        with pytest.raises(PaymentRefused, match="ne s’annule plus"):
            cancelling.cancel(payment_id=payment.pk, by=service, reason="erreur")
        assert standing(payment.ticket_id) is Standing.PAID


def test_a_play_that_ended_leaves_nothing_to_exchange_or_refund_for_a_misprint(service) -> None:
    """Art. 7: no misprint kept it from its prize; the loser gets no other ticket, the winner is paid."""
    lost, won, teller = STATES[desk.SLUG]["lost at the haystacks"].play(), desk.won(), desk.teller()
    lot = desk.lot(won)
    handing.hand_over(request=desk.request(won, "handed", lot=lot.pk), teller=teller)
    flagging.flag_misprint(keys=[flags.booklet(play) for play in (lost, won)], reason="codes pâles", by=service)
    for play, where in ((lost, Standing.LOST), (won, Standing.PAYABLE)):
        assert standing(play.ticket_id) is where
        for settle in (
            lambda wish: exchanging.exchange_at_desk(returned=wish, given=flags.unstarted(), teller=teller),
            lambda wish: exchanging.exchange_by_post(returned=wish, given=flags.unstarted(), by=service),
            lambda wish: exchanging.refund_by_post(returned=wish, by=service),
        ):
            with pytest.raises(PaymentRefused, match="ne s’échange ni ne se rembourse"):
                settle(returned(play.ticket_id))
    assert paying.pay(request=desk.request(won), teller=teller).amount == 45_00


@pytest.mark.alters_plays
def test_a_play_made_unended_is_not_exchanged(service) -> None:
    """Art. 4.3.6: what its record says of it counts."""
    play = desk.won()
    Play.objects.filter(pk=play.pk).update(ended_at=None, outcome="", amount=None)
    flagging.flag_misprint(keys=[flags.booklet(play)], reason="codes pâles", by=service)
    with pytest.raises(PaymentRefused, match="vérification"):
        exchanging.refund_by_post(returned=returned(play.ticket_id), by=service)


def test_only_customer_service_and_agreed_desks_settle_and_say_why(service) -> None:
    number, given, stranger = misprinted(service), flags.unstarted(), flags.user("order_refund")
    with pytest.raises(PaymentRefused, match="Service Clients"):
        exchanging.refund_by_post(returned=returned(number), by=stranger)
    with pytest.raises(PaymentRefused, match="Service Clients"):
        exchanging.exchange_by_post(returned=returned(number), given=given, by=stranger)
    with pytest.raises(PaymentRefused, match="agréée"):
        exchanging.exchange_at_desk(returned=returned(number), given=given, teller=desk.teller(agreed=False))
    with pytest.raises(PaymentRefused, match="pourquoi"):
        exchanging.refund_by_post(returned=returned(number, reason=" "), by=service)
    for unknown in (exchanging.refund_by_post, lambda **wish: exchanging.exchange_by_post(given=given, **wish)):
        with pytest.raises(NotFound):
            unknown(returned=returned(1), by=service)
    assert Payment.objects.count() == 0


def test_what_is_refunded_or_exchanged_for_a_misprint_of_its_own_is_not_played(service) -> None:
    """Art. 7: its booklet isn't flagged, and its code may be readable after all."""
    codes = [desk.bearing(45_00) for _ in range(3)]
    refunded, exchanged, ordered = Ticket.objects.order_by("number").values_list("pk", flat=True)
    exchanging.refund_by_post(returned=returned(refunded), by=service)
    payment = exchanging.exchange_by_post(returned=returned(exchanged), given=flags.unstarted(), by=service)
    refund = ordering.order_refund(number=ordered, reason="code illisible", by=service)
    for code in codes:
        with pytest.raises(CodeRefused, match="remboursé ou échangé"):
            desk.enter_code(text=code)
    cancelling.cancel(payment_id=payment.pk, by=service, reason="mauvais ticket")
    ordering.withdraw_refund(refund_id=refund.pk, by=service)
    assert [desk.enter_code(text=code).ticket_id for code in codes[1:]] == [exchanged, ordered]


def test_a_desk_refunds_a_misprint_whose_code_nobody_can_read(service) -> None:
    """The number alone is shown, and that there is no fault is not attested."""
    number, teller = misprinted(service), desk.teller()
    ordering.order_refund(number=number, reason="code illisible", by=service)
    attested = frozenset(paying.CHECKS) - {"print"}
    wish = paying.Request(key=uuid.uuid4(), number=number, means="cash", attested=attested, both_shown=False)
    assert paying.pay(request=wish, teller=teller).what == Payment.What.REFUND
    assert paying.pay(request=wish, teller=teller).amount == 2_00
    other = desk.won()
    ordering.order_refund(number=other.ticket_id, reason="panne", by=service)
    for changes in ({"attested": attested}, {"both_shown": False}):
        with pytest.raises(PaymentRefused):
            paying.pay(request=desk.request(other, **changes), teller=teller)
