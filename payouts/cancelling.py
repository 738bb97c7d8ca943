"""Cancels a payment made by mistake; both entries stay (art. 4.3, 5)."""

import uuid
from collections.abc import Iterable

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from payouts import publishing, reasons
from payouts.chaining import Locked, lock_all
from payouts.models import Payment, Refund
from payouts.refusals import PaymentRefused
from payouts.returning import withdraw


@transaction.atomic(durable=True)
def cancel(*, payment_id: uuid.UUID, by: User, reason: str) -> Payment:
    """Cancel a payment made by mistake; both entries stay.

    An exchange (art. 7) is cancelled only while neither of its tickets gave anything, and both chains tell it.
    Raises PaymentRefused, Payment.DoesNotExist.
    """
    if not by.has_perm("payouts.cancel_payment"):
        raise PaymentRefused("Seul un superviseur annule un paiement.")
    why = reasons.read(reason)
    number, given = Payment.objects.values_list("ticket_id", "given_id").get(pk=payment_id)
    locked = lock_all([number] if given is None else [number, given])
    payment = Payment.objects.get(pk=payment_id)
    if payment.cancelled_at is not None:
        raise PaymentRefused("Ce paiement est déjà annulé.")
    if given is not None:
        _refuse_used(locked.values(), given)
    at = timezone.now()
    withdraw(payment, at)
    payment.cancelled_at, payment.cancelled_by, payment.cancel_reason = at, by, why
    payment.save(update_fields=["cancelled_at", "cancelled_by", "cancel_reason"])
    for winner in payment.winners.known():
        publishing.withdraw(winner)
    told = {"payment": str(payment.id), "by": by.pk}
    locked[number].note("cancel", told, at=at)
    if given is not None:
        locked[given].note("given_cancelled", told | {"for": number}, at=at)
    return payment


def _refuse_used(both: Iterable[Locked], given: int) -> None:
    """Raise PaymentRefused when cancelling an exchange would let one stake give twice."""
    paid = Payment.objects.standing().filter(ticket=given).exists()
    refunded = Refund.objects.filter(ticket=given, withdrawn_at=None).exists()
    if paid or refunded or any(one.play is not None for one in both):
        raise PaymentRefused(
            "Cet échange ne s’annule plus\u00a0: le ticket rendu ou le ticket donné est commencé, payé ou à rembourser."
        )
