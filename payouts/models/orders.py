"""Refunds: a ticket's price owed in the place of a prize, ordered alone or with many."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tickets.models import Ticket


class MassRefund(models.Model):
    """Refunds of every play that outages kept from its thirty days, prepared by one, ordered by another (art. 3.3.9).

    `outages` are as payouts/refunding.py writes them; `count` and `total` (cents) as seen by who prepared it, then by
    who ordered it. The refunds are ordered part by part, as long as it is `under_way`.
    """

    kept = True

    reason = models.CharField("raison", max_length=200)
    outages = models.JSONField("pannes")
    count = models.PositiveIntegerField("tickets")
    total = models.PositiveBigIntegerField("total", help_text="en centimes")
    prepared_at = models.DateTimeField("préparé le")
    prepared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="préparé par"
    )
    ordered_at = models.DateTimeField("ordonné le", null=True, blank=True)
    ordered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="ordonné par"
    )
    under_way = models.BooleanField("en cours", default=False)
    withdrawn_at = models.DateTimeField("retiré le", null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="retiré par"
    )
    withdraw_reason = models.CharField("raison du retrait", max_length=200, blank=True)

    class Meta:
        verbose_name = "remboursement après une panne"
        verbose_name_plural = "remboursements après une panne"
        default_permissions = ["view"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ordered_at=None) | Q(withdrawn_at=None), name="mass_refund_ordered_or_withdrawn"
            )
        ]
        permissions = [("order_mass_refund", "Rembourser les parties qu’une panne a empêchées")]

    def __str__(self) -> str:
        return f"panne : {self.reason}"


class Refund(models.Model):
    """The ticket's price given back, ordered once and paid once, in the place of a prize (art. 3.3.9, 7, 8.1)."""

    kept = True

    ticket = models.ForeignKey(Ticket, models.PROTECT, related_name="refunds")
    amount = models.PositiveBigIntegerField("montant", help_text="en centimes")
    reason = models.CharField("raison", max_length=200)
    ordered_at = models.DateTimeField("ordonné le")
    ordered_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="par")
    withdrawn_at = models.DateTimeField("retiré le", null=True, blank=True)
    mass = models.ForeignKey(MassRefund, models.PROTECT, null=True, blank=True, related_name="refunds")

    class Meta:
        verbose_name = "remboursement"
        constraints = [
            models.UniqueConstraint(fields=["ticket"], condition=Q(withdrawn_at=None), name="one_refund_a_ticket")
        ]
        permissions = [("order_refund", "Ordonner un remboursement")]

    def __str__(self) -> str:
        return f"remboursement du ticket {self.ticket}"
