"""What was paid against a ticket: a prize, a refund or another ticket once, and each lot in kind once."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models import WonLot
from payouts.models.desks import Desk
from tickets import numbers
from tickets.models import Ticket


class PaymentQuerySet(models.QuerySet["Payment"]):
    def standing(self) -> "PaymentQuerySet":
        """Those not cancelled."""
        return self.filter(cancelled_at=None)


class Payment(models.Model):
    """Amounts are cents, none for an exchange; the database refuses a second of the same while the first stands."""

    kept = True

    class What(models.TextChoices):
        """What is paid."""

        PRIZE = "prize", "gain"
        REFUND = "refund", "remboursement"
        LOT = "lot", "lot supplémentaire"
        EXCHANGE = "exchange", "échange"

    class Means(models.TextChoices):
        """How it is paid (art. 5.2-5.4)."""

        CASH = "cash", "espèces"
        TRANSFER = "transfer", "virement"
        CHEQUE = "cheque", "chèque"
        HANDED = "handed", "remise"
        POST = "post", "par courrier"  # by customer service, against a ticket it received

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    ticket = models.ForeignKey(Ticket, models.PROTECT, related_name="payments")
    what = models.CharField("objet", max_length=10, choices=What.choices)
    means = models.CharField("moyen", max_length=10, choices=Means.choices)
    amount = models.PositiveBigIntegerField("montant", help_text="en centimes")
    lot = models.ForeignKey(WonLot, models.PROTECT, null=True, blank=True, related_name="payments")
    given = models.ForeignKey(
        Ticket,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="given_for",
        verbose_name="ticket donné",
        help_text="en échange (art. 7)",
    )
    desk = models.ForeignKey(Desk, models.PROTECT, related_name="payments", verbose_name="caisse", db_index=False)
    teller = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="par")
    request = models.UUIDField(unique=True, help_text="la demande qui l’a fait : la même ne paie pas deux fois")
    paid_at = models.DateTimeField("payé le")
    day = models.DateField("jour", help_text="à Paris")
    reason = models.CharField("raison", max_length=200, blank=True, help_text="d’un ticket rendu (art. 7)")
    cancelled_at = models.DateTimeField("annulé le", null=True, blank=True)
    cancelled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="annulé par"
    )
    cancel_reason = models.CharField("raison de l’annulation", max_length=200, blank=True)

    objects = PaymentQuerySet.as_manager()

    class Meta:
        verbose_name = "paiement"
        indexes = [
            models.Index(fields=["desk", "day"], name="payment_desk_day"),
            models.Index(fields=["day"], name="payment_day"),
            models.Index(fields=["cancelled_at"], condition=~Q(cancelled_at=None), name="payment_cancelled"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["ticket"], condition=Q(cancelled_at=None, lot=None), name="one_payment_a_ticket"
            ),
            models.UniqueConstraint(fields=["lot"], condition=Q(cancelled_at=None), name="one_handing_a_lot"),
            models.UniqueConstraint(fields=["given"], condition=Q(cancelled_at=None), name="one_giving_a_ticket"),
            models.CheckConstraint(
                condition=Q(what="exchange", given__isnull=False, amount=0) | ~Q(what="exchange") & Q(given=None),
                name="an_exchange_gives_a_ticket",
            ),
        ]
        permissions = [
            ("cancel_payment", "Annuler un paiement fait par erreur"),
            ("settle_returned", "Rembourser ou échanger par courrier un ticket rendu"),
        ]

    def __str__(self) -> str:
        return f"{self.get_what_display()}, ticket {self.ticket_number}"

    @property
    def ticket_number(self) -> str:
        """The ticket's number as printed."""
        return numbers.shown(self.ticket_id)
