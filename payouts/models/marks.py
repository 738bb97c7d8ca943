"""What a person found or decided about one ticket, seen at every desk from then on."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tickets.models import Ticket


class MarkQuerySet(models.QuerySet["Mark"]):
    def in_force(self, number: int) -> frozenset[str]:
        """The kinds of those that a ticket bears now."""
        return frozenset(self.filter(ticket=number, lifted_at=None).values_list("kind", flat=True))


class Mark(models.Model):
    """In force until lifted; at most one of a kind at a time on a ticket."""

    kept = True

    class Kind(models.TextChoices):
        """What it says of the ticket."""

        VOID = "void", "case de contrôle découverte"  # art. 4.3.3
        HELD = "held", "retenu, soupçon de fraude"  # art. 11
        IN_TIME = "in_time", "présenté avant la forclusion"  # art. 9, by decision of customer service
        RECEIVED = "received", "détérioré, reçu pour contrôle"  # art. 4.3.1, and the two that may follow
        CONFIRMED = "confirmed", "détérioré, confirmé valide"
        INVALID = "invalid", "détérioré, déclaré non valide"

    ticket = models.ForeignKey(Ticket, models.PROTECT, related_name="marks")
    kind = models.CharField("sorte", max_length=10, choices=Kind.choices)
    reason = models.CharField("raison", max_length=200)
    at = models.DateTimeField("le")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="par")
    lifted_at = models.DateTimeField("levée le", null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="levée par"
    )
    lift_reason = models.CharField("raison de la levée", max_length=200, blank=True)

    objects = MarkQuerySet.as_manager()

    class Meta:
        verbose_name = "mention"
        constraints = [
            models.UniqueConstraint(
                fields=["ticket", "kind"], condition=Q(lifted_at=None), name="one_mark_of_a_kind_a_ticket"
            )
        ]
        permissions = [("decide_ticket", "Retenir un ticket, ou l’accepter")]

    def __str__(self) -> str:
        return f"ticket {self.ticket} : {self.get_kind_display()}"
