"""Incidents, as staff tell them to players on the status page."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tickets.models import Game


class Incident(models.Model):
    """A note about what went wrong with a game or the whole site, public as soon as it is saved."""

    title = models.CharField("titre", max_length=100)
    text = models.TextField("texte", max_length=2000, help_text="ce qui s’est passé, pour qui, et ce qui a été fait")
    game = models.ForeignKey(
        Game, models.PROTECT, null=True, blank=True, verbose_name="jeu", help_text="vide : tout le site"
    )
    began_at = models.DateTimeField("début")
    ended_at = models.DateTimeField("fin", null=True, blank=True, help_text="vide : l’incident dure encore")
    published_at = models.DateTimeField("publié le", editable=False)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", editable=False, verbose_name="publié par"
    )

    class Meta:
        verbose_name = "incident"
        ordering = ["-began_at", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__gt=F("began_at")), name="incident_ends_after_it_began"
            )
        ]

    def __str__(self) -> str:
        return self.title
