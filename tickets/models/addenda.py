"""Addenda: the additional lots of an event, beside those of the prize tables (art. 3.2.8)."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from tickets.models.offer import Game

CHANCES = tuple(sorted(digit * 10**power for digit in (1, 2, 5) for power in range(6)))  # one play in so many


_APPROVAL = ("approved_at", "approved_by", "opens_at", "closes_at")  # all known, or none


class AddendumQuerySet(models.QuerySet["Addendum"]):
    def of_start(self, game: object, started_at: object) -> "AddendumQuerySet":
        """Those approved whose window holds a start of this game (each a value or an OuterRef)."""
        return self.filter(Q(game=game) | Q(game=None), opens_at__lte=started_at, closes_at__gt=started_at)


class Addendum(models.Model):
    """An additif to the règlement: which plays draw an additional lot at their end, by the Paris day of their start.

    Approved by another person than the one who prepared it, it no longer changes; `opens_at` and `closes_at` are then
    the window in UTC, the second being the first moment outside.
    """

    kept = True

    event = models.CharField("événement", max_length=100)
    reference = models.CharField("référence au Journal officiel", max_length=200)
    published_on = models.DateField("publié le")
    game = models.ForeignKey(
        Game, models.PROTECT, null=True, blank=True, verbose_name="jeu", help_text="vide : tous les jeux"
    )
    starts_on = models.DateField("premier jour")
    ends_on = models.DateField("dernier jour", help_text="inclus : le jour où la partie est commencée compte")
    prepared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", editable=False, verbose_name="préparé par"
    )
    approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        related_name="+",
        editable=False,
        null=True,
        verbose_name="approuvé par",
    )
    approved_at = models.DateTimeField("approuvé le", null=True, editable=False)
    opens_at = models.DateTimeField(null=True, editable=False)
    closes_at = models.DateTimeField(null=True, editable=False)

    objects = AddendumQuerySet.as_manager()

    class Meta:
        verbose_name = "additif"
        default_permissions = ("add", "change", "view")
        permissions = [("approve_addendum", "Approuver un additif")]
        constraints = [
            models.CheckConstraint(condition=Q(ends_on__gte=F("starts_on")), name="addendum_days_in_order"),
            models.CheckConstraint(
                condition=Q(**dict.fromkeys(_APPROVAL)) | Q(**{f"{field}__isnull": False for field in _APPROVAL}),
                name="addendum_approved_whole",
            ),
        ]

    def __str__(self) -> str:
        return self.event


class AdditionalLot(models.Model):
    """A line of an addendum: lots alike, how many there are and are left, and the chance of a play to draw one."""

    addendum = models.ForeignKey(Addendum, models.CASCADE, related_name="lots", verbose_name="additif")
    position = models.PositiveSmallIntegerField("ligne")
    description = models.CharField("description", max_length=200)
    value = models.PositiveBigIntegerField("valeur", help_text="en centimes")
    in_kind = models.BooleanField("en nature", default=False, help_text="remis et non payé")
    one_in = models.PositiveIntegerField("une partie sur", choices=[(chance, str(chance)) for chance in CHANCES])
    count = models.PositiveIntegerField("nombre")
    left = models.PositiveIntegerField("restent", editable=False)

    class Meta:
        verbose_name = "lot supplémentaire"
        verbose_name_plural = "lots supplémentaires"
        ordering = ["position"]
        default_permissions = ("add", "change", "delete", "view")
        constraints = [
            models.UniqueConstraint(fields=["addendum", "position"], name="additional_lot_position"),
            models.CheckConstraint(condition=Q(left__lte=F("count")), name="additional_lot_left"),
        ]

    def __str__(self) -> str:
        return self.description
