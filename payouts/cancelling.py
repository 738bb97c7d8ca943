"""Cancels a payment made by mistake; both entries stay (art. 4.3, 5)."""

import uuid

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from payouts import reasons
from payouts.chaining import lock
from payouts.models import Payment
from payouts.refusals import PaymentRefused
from payouts.returning import withdraw


@transaction.atomic(durable=True)
def cancel(*, payment_id: uuid.UUID, by: User, reason: str) -> Payment:
    """Cancel a payment made by mistake; both entries stay. Raises PaymentRefused, Payment.DoesNotExist."""
    if not by.has_perm("payouts.cancel_payment"):
        raise PaymentRefused("Seul un superviseur annule un paiement.")
    why = reasons.read(reason)
    locked = lock(Payment.objects.get(pk=payment_id).ticket_id)
    payment = Payment.objects.get(pk=payment_id)
    if payment.cancelled_at is not None:
        raise PaymentRefused("Ce paiement est déjà annulé.")
    at = timezone.now()
    withdraw(payment, at)
    payment.cancelled_at, payment.cancelled_by, payment.cancel_reason = at, by, why
    payment.save(update_fields=["cancelled_at", "cancelled_by", "cancel_reason"])
    locked.note("cancel", {"payment": str(payment.id), "by": by.pk}, at=at)
    return payment
