"""Blocks asked for, and what is done with their print files: who, when, and how it ended."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tickets.models.offer import Emission
from tickets.models.stock import Block


class BlockOrder(models.Model):
    """A block that someone asked for; it is issued in the background, once or not at all (art. 3.2.1)."""

    kept = True

    class State(models.TextChoices):
        """Where it stands; the last three are final."""

        WAITING = "waiting", "en attente"
        RUNNING = "running", "en cours"
        DONE = "done", "bloc émis"
        FAILED = "failed", "échec"
        CANCELLED = "cancelled", "annulée"

    UNDER_WAY = (State.WAITING, State.RUNNING)

    emission = models.ForeignKey(Emission, models.PROTECT, related_name="orders", verbose_name="émission")
    state = models.CharField("état", max_length=10, choices=State.choices, default=State.WAITING)
    asked_at = models.DateTimeField("demandé le")
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="demandé par")
    started_at = models.DateTimeField("commencé le", null=True, blank=True)
    ended_at = models.DateTimeField("fini le", null=True, blank=True)
    cancelled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="annulé par"
    )
    message = models.CharField("explication", max_length=300, blank=True)
    block = models.OneToOneField(
        Block, models.PROTECT, null=True, blank=True, related_name="order", verbose_name="bloc"
    )

    class Meta:
        verbose_name = "demande de bloc"
        verbose_name_plural = "demandes de blocs"
        default_permissions = ["view"]
        permissions = [("issue_block", "Faire émettre un bloc, et l’annuler")]
        constraints = [
            models.UniqueConstraint(
                fields=["emission"], condition=Q(state__in=["waiting", "running"]), name="one_order_under_way"
            )
        ]

    def __str__(self) -> str:
        return f"{self.emission}, demande {self.pk}"

    @property
    def under_way(self) -> bool:
        """True as long as it may still be cancelled."""
        return self.state in self.UNDER_WAY


class PrintAuthorisation(models.Model):
    """A person's leave for another one to download a print file once more, and why."""

    append_only = True

    block = models.ForeignKey(Block, models.PROTECT, related_name="authorisations", verbose_name="bloc")
    at = models.DateTimeField("donnée le")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="donnée par")
    reason = models.CharField("motif", max_length=200)

    class Meta:
        verbose_name = "autorisation de téléchargement"
        verbose_name_plural = "autorisations de téléchargement"
        default_permissions = ["view"]
        permissions = [("authorise_print_file", "Autoriser un nouveau téléchargement d’un fichier d’impression")]

    def __str__(self) -> str:
        return f"{self.block}, {self.at:%d/%m/%Y}"


class PrintDownload(models.Model):
    """An encrypted print file handed out: the first time by itself, then only under an authorisation each."""

    append_only = True

    block = models.ForeignKey(Block, models.PROTECT, related_name="downloads", verbose_name="bloc")
    at = models.DateTimeField("téléchargé le")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="téléchargé par")
    authorisation = models.OneToOneField(
        PrintAuthorisation,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="download",
        verbose_name="autorisation",
    )

    class Meta:
        verbose_name = "téléchargement"
        default_permissions = ["view"]
        permissions = [("download_print_file", "Télécharger le fichier d’impression chiffré d’un bloc")]
        constraints = [
            models.UniqueConstraint(fields=["block"], condition=Q(authorisation=None), name="downloaded_once_unasked")
        ]

    def __str__(self) -> str:
        return f"{self.block}, {self.at:%d/%m/%Y}"
