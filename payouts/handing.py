"""Hands a lot in kind over once, against a ticket that could be paid (art. 3.2.8, 4.3, 9)."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.replaying import Differs, replay
from payouts import presenting
from payouts.chaining import lock
from payouts.models import LotInKind, Mark, Payment, Teller
from payouts.paying import Request, made, made_by, note, one_ticket_a_key, refuse_unchecked
from payouts.presenting import Presented
from payouts.refusals import PaymentRefused
from payouts.standing import Known, Standing, standing
from payouts.words import sentence
from tickets.calendar import paris_day


def hand_over(*, request: Request, teller: Teller) -> Payment:
    """Record that a lot was handed over; a request made before gives what it recorded.

    Raises PaymentRefused with the words for the desk, Ticket.DoesNotExist.
    """
    with one_ticket_a_key(request):
        return _hand_over(request, teller)


@transaction.atomic(durable=True)
def _hand_over(request: Request, teller: Teller) -> Payment:
    locked, at = lock(request.number), timezone.now()
    if (earlier := made_by(request, teller)) is not None:
        return earlier
    presented = presenting.of_number(request.number, at=at, both_shown=request.both_shown)
    lot = next((one for one in presented.known.lots if one.pk == request.lot), None)
    if lot is None:
        raise PaymentRefused("Ce lot est déjà remis, ou n’est pas de ce ticket.")
    if not teller.desk.agreed:
        raise PaymentRefused("Cette caisse n’est pas agréée\u00a0: elle ne remet aucun lot.")
    if said := obstacle(presented, at):
        raise PaymentRefused(said)
    refuse_unchecked(request, presented.known.marks)
    payment = made(locked, request, teller, at, what=Payment.What.LOT, amount=lot.value)
    note(locked, payment, request, lot=lot.pk)
    return payment


def obstacle(presented: Presented, at: datetime) -> str:
    """Why this ticket's lots can't be handed over, in one sentence; nothing when they can.

    A prize already paid is no obstacle, and a lot may come with a ticket that won nothing else.
    """
    known = presented.known
    if known.payment is not None and known.payment.what != Payment.What.PRIZE:
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
