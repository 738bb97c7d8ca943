"""Suspension of one game, or of the whole site (art. 8.2)."""

from django.conf import settings
from django.db import models
from django.db.models import Case, Q, Value, When
from django.db.models.functions import Concat

from tickets.models.offer import Game

_OPENING = Case(
    When(game=None, then=Value("Tous les jeux sont suspendus pour le moment. ")),
    default=Value("Ce jeu est suspendu pour le moment. "),
)


class SuspensionQuerySet(models.QuerySet["Suspension"]):
    def in_force(self) -> "SuspensionQuerySet":
        return self.filter(lifted_at=None)

    def of_game(self, game: object) -> "SuspensionQuerySet":
        """Those in force for `game` (a Game, its id, or an OuterRef to it), the whole site's included."""
        return self.in_force().filter(Q(game=game) | Q(game=None))

    def told(self, game: object) -> "models.QuerySet[Suspension, str]":
        """What players of `game` read of each: whether it is the game or the site, then its message."""
        told = Concat(_OPENING, "message", output_field=models.TextField())
        return self.of_game(game).annotate(told=told).values_list("told", flat=True)


class Suspension(models.Model):
    """While in force it refuses starts and steps with its message, and extends nothing by itself."""

    kept = True

    game = models.ForeignKey(
        Game, models.PROTECT, null=True, blank=True, verbose_name="jeu", help_text="vide : tout le site"
    )
    message = models.CharField(max_length=300)
    since = models.DateTimeField("depuis")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="par"
    )
    lifted_at = models.DateTimeField("levée", null=True, blank=True)
    lifted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="levée par"
    )

    objects = SuspensionQuerySet.as_manager()

    class Meta:
        verbose_name = "suspension"
        default_permissions = ["view"]
        permissions = [("suspend_game", "Suspendre un jeu ou tout le site, et lever la suspension")]
        constraints = [
            models.UniqueConstraint(
                fields=["game"], condition=Q(lifted_at=None), nulls_distinct=False, name="one_suspension_in_force"
            )
        ]

    def __str__(self) -> str:
        return f"{self.game or 'tout le site'} : {self.message}"
