"""Customer service orders a refund, once, in the place of a prize, or takes it back unpaid (art. 3.3.9, 7)."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from payouts import reasons
from payouts.chaining import Locked, lock
from payouts.models import Mark, Payment, Refund
from payouts.refusals import PaymentRefused
from tickets.models import Emission

PERMISSION = "payouts.order_refund"


@transaction.atomic(durable=True)
def order_refund(*, number: int, reason: str, by: User) -> Refund:
    """Order the ticket's price to be given back. Raises PaymentRefused, Ticket.DoesNotExist."""
    _refuse(by)
    why = reasons.read(reason)
    return _ordered(lock(number), why, by, timezone.now())


def order(locked: Locked, *, reason: str, by: User, at: datetime) -> Refund:
    """Order it as a part of something else, in the caller's transaction. Raises PaymentRefused."""
    _refuse(by)
    return _ordered(locked, reasons.read(reason), by, at)


def _ordered(locked: Locked, why: str, by: User, at: datetime) -> Refund:
    number = locked.ticket.number
    if Payment.objects.standing().filter(ticket=number).exists():
        raise PaymentRefused("Ce ticket est déjà payé, ou son lot remis\u00a0: il ne peut plus être remboursé.")
    if Refund.objects.filter(ticket=number, withdrawn_at=None).exists():
        raise PaymentRefused("Le remboursement de ce ticket est déjà ordonné.")
    if Mark.objects.filter(ticket=number, kind=Mark.Kind.HELD, lifted_at=None).exists():
        raise PaymentRefused("Ce ticket est retenu\u00a0: levez d’abord cette mention.")
    price = Emission.objects.values_list("game__price", flat=True).get(blocks__booklets__tickets=number)
    refund = Refund.objects.create(ticket=locked.ticket, amount=price, reason=why, ordered_at=at, ordered_by=by)
    locked.note("refund", {"refund": refund.pk, "amount": price, "by": by.pk}, at=at)
    return refund


@transaction.atomic(durable=True)
def withdraw_refund(*, refund_id: int, by: User) -> Refund:
    """Take an order back that is not paid yet. Raises PaymentRefused, Refund.DoesNotExist."""
    _refuse(by)
    locked, at = lock(Refund.objects.get(pk=refund_id).ticket_id), timezone.now()
    refund = Refund.objects.get(pk=refund_id)
    if refund.withdrawn_at is not None:
        raise PaymentRefused("Ce remboursement est déjà retiré.")
    if Payment.objects.standing().filter(ticket=refund.ticket_id, what=Payment.What.REFUND).exists():
        raise PaymentRefused("Ce remboursement est déjà payé.")
    refund.withdrawn_at = at
    refund.save(update_fields=["withdrawn_at"])
    locked.note("refund_withdrawn", {"refund": refund.pk, "by": by.pk}, at=at)
    return refund


def _refuse(by: User) -> None:
    if not by.has_perm(PERMISSION):
        raise PaymentRefused("Seul le Service Clients ordonne un remboursement.")
