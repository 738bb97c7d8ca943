"""Settles a ticket given back because of a misprint: another of its price, or its price by post, once (art. 7)."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from payouts import presenting, reasons
from payouts.chaining import Locked, lock, lock_all
from payouts.models import Desk, Payment, Refund, Teller
from payouts.paying import note
from payouts.presenting import Presented
from payouts.refusals import AlreadyPaid, NotFound, PaymentRefused
from payouts.standing import Standing
from payouts.words import sentence
from tickets import numbers
from tickets.calendar import paris_day

PERMISSION = "payouts.settle_returned"
OTHER = "Cette demande a déjà réglé un autre ticket. Recommencez."
_POST = {"kind": Desk.Kind.SERVICE}


@dataclass(frozen=True, slots=True)
class Return:
    """A ticket given back: the same `key` never settles twice.

    `reason` is what is wrong with it: kept with the payment, never in the record, which the player can read.
    """

    key: uuid.UUID
    number: int
    reason: str


def refund_by_post(*, returned: Return, by: User) -> Payment:
    """Record that its price was sent, ordered now if it was not. Raises PaymentRefused, NotFound."""
    _refuse_stranger(by)
    with _once(returned):
        return _refunded(returned, by)


def exchange_by_post(*, returned: Return, given: int, by: User) -> Payment:
    """Record that another ticket, `given`, was sent in the place of this one. Raises PaymentRefused."""
    _refuse_stranger(by)
    with _once(returned):
        return _exchanged(returned, given, desk=_by_post(), by=by, means=Payment.Means.POST)


def exchange_at_desk(*, returned: Return, given: int, teller: Teller) -> Payment:
    """Record that a desk gave another ticket, `given`, for one of a misprinted booklet. Raises PaymentRefused."""
    if not teller.desk.agreed:
        raise PaymentRefused("Cette caisse n’est pas agréée\u00a0: elle n’échange aucun ticket.")
    with _once(returned):
        return _exchanged(returned, given, desk=teller.desk, by=teller.user, means=Payment.Means.HANDED)


@transaction.atomic(durable=True)
def _refunded(returned: Return, by: User) -> Payment:
    at, locked = timezone.now(), _locked(returned.number)
    if (earlier := _made_by(returned, by)) is not None:
        return earlier
    presented = _settleable(returned, at, also=Standing.REFUND)
    refund, price = presented.known.refund, presented.known.emission.game.price
    if refund is None:
        refund = Refund.objects.create(
            ticket=locked.ticket, amount=price, reason=reasons.read(returned.reason), ordered_at=at, ordered_by=by
        )
        locked.note("refund", {"refund": refund.pk, "amount": refund.amount, "by": by.pk}, at=at)
    payment = _kept(
        returned, locked, at, desk=_by_post(), by=by, what=Payment.What.REFUND, means=Payment.Means.POST,
        amount=refund.amount,
    )  # fmt: skip
    note(locked, payment)
    return payment


@transaction.atomic(durable=True)
def _exchanged(returned: Return, given: int, *, desk: Desk, by: User, means: Payment.Means) -> Payment:
    at = timezone.now()
    both = lock_all((returned.number, given))
    if returned.number not in both:
        raise NotFound("Aucun ticket ne porte ce numéro.")
    locked = both[returned.number]
    if (earlier := _made_by(returned, by)) is not None:
        if earlier.given_id != given:
            raise PaymentRefused(OTHER)
        return earlier
    presented = _settleable(returned, at, marked=means is Payment.Means.HANDED)
    other = both.get(given)
    _refuse_given(presented, given, other, at)
    assert other is not None
    payment = _kept(returned, locked, at, desk=desk, by=by, what=Payment.What.EXCHANGE, means=means, given=other.ticket)
    note(locked, payment, given=given)
    other.note("given", {"payment": str(payment.id), "for": returned.number, "by": by.pk}, at=at)
    return payment


@contextmanager
def _once(returned: Return) -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        if not Payment.objects.filter(request=returned.key).exists():
            raise
        raise PaymentRefused(OTHER) from error


def _locked(number: int) -> Locked:
    presenting.of_number(number, at=timezone.now())  # NotFound has its words
    return lock(number)


def _made_by(returned: Return, by: User) -> Payment | None:
    earlier = Payment.objects.filter(request=returned.key).first()
    if earlier is None:
        return None
    if earlier.ticket_id != returned.number or earlier.teller_id != by.pk or earlier.cancelled_at is not None:
        raise PaymentRefused(OTHER)
    return earlier


def _settleable(returned: Return, at: datetime, *, also: Standing | None = None, marked: bool = False) -> Presented:
    """Where the ticket stands, when art. 7 is what applies. Raises PaymentRefused.

    A ticket of a booklet that nobody flagged has a misprint of its own, which only customer service finds (not
    `marked`), and which kept it from being played.
    """
    presented = presenting.of_number(returned.number, at=at)
    if presented.known.payment is not None:
        raise AlreadyPaid(sentence(presented), presented.known.payment)
    reasons.read(returned.reason)
    alone = () if marked else (Standing.UNSTARTED, Standing.LATE)
    if presented.standing not in (Standing.MISPRINT, also, *alone):
        raise PaymentRefused(f"Ce ticket ne s’échange ni ne se rembourse ainsi. {sentence(presented)}")
    return presented


def _refuse_given(presented: Presented, given: int, other: Locked | None, at: datetime) -> None:
    """Raise PaymentRefused unless the ticket given can be played, and costs the same."""
    if other is None:
        raise PaymentRefused("Aucun ticket ne porte le numéro du ticket donné.", "given")
    if given == presented.number:
        raise PaymentRefused("Le ticket donné est le ticket rendu\u00a0: scannez l’autre.", "given")
    new = presenting.of_number(given, at=at)
    if new.standing is not Standing.UNSTARTED or not new.known.emission.on_sale_yet(at):
        raise PaymentRefused("Le ticket donné ne peut plus être joué\u00a0: donnez-en un autre.", "given")
    if Payment.objects.standing().filter(given=given).exists():
        raise PaymentRefused("Le ticket donné a déjà été donné en échange d’un autre.", "given")
    if new.known.emission.game.price != presented.known.emission.game.price:
        raise PaymentRefused("Le ticket donné n’est pas au même prix.", "given")


def _kept(
    returned: Return, locked: Locked, at: datetime, *, desk: Desk, by: User, what: str, means: str, **more: object
) -> Payment:
    made: dict[str, object] = {"amount": 0, **more}
    return Payment.objects.create(
        ticket=locked.ticket, what=what, means=means, desk=desk, teller=by, request=returned.key,
        reason=reasons.read(returned.reason), paid_at=at, day=paris_day(at), **made,
    )  # fmt: skip


def _by_post() -> Desk:
    """Customer service's own desk, made when it is first needed; nobody pays there otherwise."""
    at = {"name": "Service Clients", "postcode": "95905", "town": "Cergy", "department": "95", "agreed": False}
    return Desk.objects.get_or_create(**_POST, defaults=at | {"region": "Île-de-France"})[0]


def _refuse_stranger(by: User) -> None:
    if not by.has_perm(PERMISSION):
        raise PaymentRefused("Seul le Service Clients règle un ticket par courrier.")


def number_of(text: str) -> int:
    """A ticket's number as typed. Raises PaymentRefused."""
    try:
        return numbers.read(text)
    except numbers.BadNumber as error:
        raise PaymentRefused(error.message) from error
