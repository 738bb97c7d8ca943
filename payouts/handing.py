"""Gives an additional lot once, in kind or in cash, against a ticket that could be paid (art. 3.2.8, 4.3, 5.2, 9)."""

from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from games.models import WonLot
from games.replaying import Differs, replay
from payouts import presenting, recorded
from payouts.chaining import lock
from payouts.models import Payment, Teller
from payouts.paying import Request, attested, made, made_by, note, one_ticket_a_key, refuse_unchecked
from payouts.presenting import Presented
from payouts.refusals import PaymentRefused
from payouts.standing import Known, Standing, barred, standing
from payouts.words import sentence


def hand_over(*, request: Request, teller: Teller) -> Payment:
    """Record that a lot was handed over, or paid; a request made before gives what it recorded.

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
    if request.means != means_of(lot):
        raise PaymentRefused("Ce lot ne se donne pas de cette façon.")
    if not teller.desk.agreed:
        raise PaymentRefused("Cette caisse n’est pas agréée\u00a0: elle ne remet aucun lot.")
    if said := obstacle(presented, at):
        raise PaymentRefused(said)
    refuse_unchecked(request, presented.known.marks)
    payment = made(locked, request, teller, at, what=Payment.What.LOT, amount=lot.lot.value)
    note(locked, payment, attested=attested(request), lot=lot.pk)
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


def means_of(won: WonLot) -> Payment.Means:
    """How a lot is given: one in money is at most what every desk pays in cash."""
    return Payment.Means.HANDED if won.lot.in_kind else Payment.Means.CASH


def left(number: int) -> list[WonLot]:
    """The lots of a ticket that nobody was given yet."""
    given = Payment.objects.standing().filter(lot=OuterRef("pk"))
    return list(WonLot.objects.filter(~Exists(given), play__ticket=number).select_related("lot"))


def _standing(known: Known, at: datetime) -> Standing:
    """Where the ticket stands but for its payment, its record verified; lots are barred like prizes (art. 9)."""
    found = standing(known, at)
    if found is Standing.LOST and barred(known, at):
        found = Standing.BARRED
    if found in (Standing.PAYABLE, Standing.LOST) and known.play is not None:
        try:
            replay(known.play)
            recorded.compare(known.ticket)
            recorded.compare_lots(known.ticket, known.lots)
        except Differs:
            return Standing.UNSURE
    return found
