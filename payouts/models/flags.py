"""Booklets flagged together, as stolen (art. 4.3.4) or misprinted (art. 7), and until when each of them was."""

from collections.abc import Iterable

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models
from django.db.models import F, Q

from tickets.models import Booklet


class FlaggingQuerySet(models.QuerySet["Flagging"]):
    def naming(self, keys: Iterable[int]) -> "FlaggingQuerySet":
        """Those that named one of these booklets, lifted since or not."""
        return self.filter(pk__in=FlaggedBooklet.objects.filter(booklet__in=keys).values("flagging"))

    def in_force(self, key: int) -> "FlaggingQuerySet":
        """Those that this booklet bears, the oldest first."""
        return self.filter(flagged__booklet=key, flagged__lifted_at=None).order_by("at")


class Flagging(models.Model):
    """What was declared of some booklets: a complaint, with its reference, day and authority, or a misprint."""

    kept = True

    class Kind(models.TextChoices):
        """What it says of them; the name of the booklet's own flag."""

        STOLEN = "stolen", "vol"
        MISPRINT = "misprint", "anomalie d’impression"

    kind = models.CharField("sorte", max_length=10, choices=Kind.choices)
    reference = models.CharField("référence de la plainte", max_length=60, blank=True)
    declared_on = models.DateField("date de la plainte", null=True, blank=True)
    authority = models.CharField("autorité", max_length=120, blank=True, help_text="commissariat ou gendarmerie")
    reason = models.CharField("raison", max_length=200, blank=True)
    count = models.PositiveIntegerField("livrets")
    at = models.DateTimeField("enregistré le")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="par")

    objects = FlaggingQuerySet.as_manager()

    class Meta:
        verbose_name = "signalement de livrets"
        verbose_name_plural = "signalements de livrets"
        default_permissions = ["view"]
        permissions = [
            ("flag_booklets", "Signaler des livrets volés ou mal imprimés"),
            ("unflag_booklets", "Lever le signalement de livrets"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="stolen", declared_on__isnull=False) & ~Q(reference="") & ~Q(authority="")
                | Q(kind="misprint", declared_on=None, reference="", authority="") & ~Q(reason=""),
                name="flagging_says_why",
            )
        ]

    def __str__(self) -> str:
        if self.kind == self.Kind.STOLEN:
            return f"vol, plainte {self.reference}"
        return f"anomalie d’impression, {self.reason}"


class LiftingQuerySet(models.QuerySet["Lifting"]):
    def waiting(self) -> "LiftingQuerySet":
        """Those that wait for a second person."""
        return self.filter(to_refund__gt=0, confirmed_at=None, withdrawn_at=None)

    def unfinished(self) -> "LiftingQuerySet":
        """Those that wait, or are under way."""
        return self.waiting() | self.filter(under_way=True)


class Lifting(models.Model):
    """A flag taken back from some booklets, part by part, with what that orders to be refunded.

    One that orders refunds is prepared by one and confirmed by another: `to_refund` and `total` (cents) are as seen by
    who prepared it, then by who confirmed it.
    """

    kept = True

    kind = models.CharField("sorte", max_length=10, choices=Flagging.Kind.choices)
    reason = models.CharField("raison", max_length=200)
    count = models.PositiveIntegerField("livrets")
    refunds = models.PositiveIntegerField("remboursements ordonnés", default=0)
    under_way = models.BooleanField("en cours", default=False)
    at = models.DateTimeField("demandée le")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="par")
    to_refund = models.PositiveIntegerField("tickets à rembourser", default=0)
    total = models.PositiveBigIntegerField("total", default=0, help_text="en centimes")
    confirmed_at = models.DateTimeField("confirmée le", null=True, blank=True)
    confirmed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="confirmée par"
    )
    withdrawn_at = models.DateTimeField("retirée le", null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="retirée par"
    )
    withdraw_reason = models.CharField("raison du retrait", max_length=200, blank=True)

    objects = LiftingQuerySet.as_manager()

    class Meta:
        verbose_name = "levée de signalement"
        verbose_name_plural = "levées de signalements"
        default_permissions = ()
        constraints = [
            models.CheckConstraint(
                condition=Q(confirmed_at=None, confirmed_by=None)
                | Q(confirmed_at__isnull=False, confirmed_by__isnull=False, withdrawn_at=None)
                & ~Q(confirmed_by=F("by")),
                name="two_people_a_lifting",
            )
        ]

    def __str__(self) -> str:
        return f"levée {self.pk}"

    @property
    def waits(self) -> bool:
        """True of one that waits for a second person."""
        return self.to_refund > 0 and self.confirmed_at is None and self.withdrawn_at is None

    @property
    def done_by(self) -> User:
        """Who answers for what it does: the second person, where it takes two."""
        return self.confirmed_by or self.by


class FlaggedBooklet(models.Model):
    """One booklet of a flagging; its own flag says whether it is in force."""

    kept = True

    flagging = models.ForeignKey(Flagging, models.PROTECT, related_name="flagged", verbose_name="signalement")
    booklet = models.ForeignKey(Booklet, models.PROTECT, related_name="flagged", verbose_name="livret")
    lifting = models.ForeignKey(
        Lifting, models.PROTECT, null=True, blank=True, related_name="flagged", verbose_name="levée demandée"
    )
    lifted_at = models.DateTimeField("levé le", null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="levé par"
    )
    lift_reason = models.CharField("raison de la levée", max_length=200, blank=True)

    class Meta:
        verbose_name = "livret signalé"
        verbose_name_plural = "livrets signalés"
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["flagging", "booklet"], name="flagged_once_a_flagging")]

    def __str__(self) -> str:
        return f"livret {self.booklet_id:011d}"
