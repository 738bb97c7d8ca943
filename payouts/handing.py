"""Hands a lot in kind over once, against a ticket that could be paid (art. 3.2.8, 4.3, 9)."""

import uuid
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.replaying import Differs, replay
from payouts import presenting
from payouts.chaining import Locked, lock
from payouts.models import LotInKind, Mark, Payment, Teller
from payouts.paying import CHECKS
from payouts.presenting import Presented
from payouts.refusals import PaymentRefused
from payouts.standing import Known, Standing, standing
from payouts.words import sentence
from tickets.calendar import paris_day


@dataclass(frozen=True, slots=True)
class Request:
    """One wish to hand a lot over: the same `key` never does it twice, and finds what it did."""

    key: uuid.UUID
    number: int
    lot: int
    attested: Collection[str]
    both_shown: bool


@transaction.atomic(durable=True)
def hand_over(*, request: Request, teller: Teller) -> Payment:
    """Record that a lot was handed over; a request made before gives what it recorded.

    Raises PaymentRefused with the words for the desk, Ticket.DoesNotExist.
    """
    at = timezone.now()
    locked = lock(request.number)
    earlier = Payment.objects.filter(request=request.key).first()
    if earlier is not None:
        return _same(earlier, request)
    presented = presenting.of_number(request.number, at=at, both_shown=request.both_shown)
    lot = next((one for one in presented.known.lots if one.pk == request.lot), None)
    if lot is None:
        raise PaymentRefused("Ce lot est déjà remis, ou n’est pas de ce ticket.")
    _refuse(presented, request, teller, at)
    return _handed(locked, lot, request, teller, at)


def obstacle(presented: Presented, at: datetime) -> str:
    """Why this ticket's lots can't be handed over, in one sentence; nothing when they can.

    A prize already paid is no obstacle, and a lot may come with a ticket that won nothing else.
    """
    known = presented.known
    if known.payment is not None and known.payment.what == Payment.What.REFUND:
        return sentence(presented)
    found = _standing(replace(known, payment=None), at)
    if found in (Standing.PAYABLE, Standing.LOST):
        return ""
    return sentence(replace(presented, standing=found))


def left(number: int) -> list[LotInKind]:
    """The lots of a ticket that nobody handed over yet."""
    handed = Payment.objects.standing().filter(lot=OuterRef("pk"))
    return list(LotInKind.objects.filter(~Exists(handed), ticket=number).order_by("pk"))


def _standing(known: Known, at: datetime) -> Standing:
    """Where the ticket stands but for its payment, its record verified; lots are barred like prizes (art. 9)."""
    found, last = standing(known, at), known.last_payment_day
    if found is Standing.LOST and last and paris_day(at) > last and Mark.Kind.IN_TIME not in known.marks:
        found = Standing.BARRED
    if found in (Standing.PAYABLE, Standing.LOST) and known.play is not None:
        try:
            replay(known.play)
        except Differs:
            return Standing.UNSURE
    return found


def _same(earlier: Payment, request: Request) -> Payment:
    if (earlier.ticket_id, earlier.lot_id) != (request.number, request.lot):
        raise PaymentRefused("Cette demande a déjà servi. Recommencez par le numéro du ticket.")
    return earlier


def _refuse(presented: Presented, request: Request, teller: Teller, at: datetime) -> None:
    if not teller.desk.agreed:
        raise PaymentRefused("Cette caisse n’est pas agréée\u00a0: elle ne remet aucun lot.")
    if said := obstacle(presented, at):
        raise PaymentRefused(said)
    if not presented.both_shown:
        raise PaymentRefused("Scannez le numéro et le code du ticket\u00a0: il faut les deux pour remettre un lot.")
    missing = [words for check, words in CHECKS.items() if check not in request.attested]
    if missing:
        raise PaymentRefused(f"Rien n’est remis\u00a0: il reste à vérifier {', '.join(missing)}.")


def _handed(locked: Locked, lot: LotInKind, request: Request, teller: Teller, at: datetime) -> Payment:
    payment = Payment.objects.create(
        ticket=locked.ticket,
        what=Payment.What.LOT,
        means=Payment.Means.HANDED,
        amount=lot.value,
        lot=lot,
        desk=teller.desk,
        teller_id=teller.user_id,
        request=request.key,
        paid_at=at,
        day=paris_day(at),
    )
    data = {
        "payment": str(payment.id),
        "what": payment.what,
        "means": payment.means,
        "amount": payment.amount,
        "lot": lot.pk,
        "desk": teller.desk_id,
        "by": teller.user_id,
        "attested": sorted(request.attested),
    }
    locked.note("pay", data, at=at)
    return payment
