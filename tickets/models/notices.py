"""The notices of the Journal officiel that give an emission its dates (art. 3.2.6); none is ever changed."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tickets.models.offer import Emission


class Notice(models.Model):
    """A published notice, as recorded: a date given, or given anew by a rectifying notice with its reason."""

    append_only = True

    class Kind(models.TextChoices):
        """What a notice is about; each value is the kind of its journal entry too."""

        AVAILABILITY = "available", "avis de disponibilité"
        AVAILABILITY_MOVED = "available_moved", "avis rectificatif de disponibilité"
        CLOSING = "close", "avis de clôture"
        CLOSING_MOVED = "close_moved", "avis rectificatif de clôture"

    emission = models.ForeignKey(Emission, models.PROTECT, related_name="notices", verbose_name="émission")
    kind = models.CharField("objet", max_length=20, choices=Kind.choices)
    day = models.DateField("date annoncée")
    before = models.DateField("date précédente", null=True, blank=True)
    reference = models.CharField("référence au Journal officiel", max_length=100)
    published_on = models.DateField("publié le")
    reason = models.CharField("motif", max_length=200, blank=True)
    at = models.DateTimeField("enregistré le")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="enregistré par")

    class Meta:
        verbose_name = "avis"
        verbose_name_plural = "avis"
        default_permissions = ["view"]
        permissions = [("publish_notice", "Enregistrer un avis publié au Journal officiel")]
        constraints = [
            models.UniqueConstraint(
                fields=["emission", "kind"], condition=Q(kind__in=["available", "close"]), name="one_first_notice"
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} : {self.day:%d/%m/%Y}"
