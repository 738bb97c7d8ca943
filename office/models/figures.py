"""Figures of the days that are over, written once, so that the first page costs the same however much was played."""

from django.db import models

from tickets.models import Emission


class CountedDay(models.Model):
    """A Paris day whose figures are written; an emission without a row of it had nothing that day."""

    append_only = True

    day = models.DateField(primary_key=True)
    counted_at = models.DateTimeField()

    class Meta:
        verbose_name = "jour compté"
        verbose_name_plural = "jours comptés"
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.day}"


class Figures(models.Model):
    """What happened to an emission on one Paris day; amounts are cents.

    Paid and refunded are what was paid that day less what was cancelled that day, so they may be below nothing; lots in
    kind do not count.
    """

    append_only = True

    day = models.ForeignKey(CountedDay, models.PROTECT, related_name="figures")
    emission = models.ForeignKey(Emission, models.PROTECT, related_name="+", db_index=False)
    started = models.PositiveIntegerField()
    won = models.PositiveIntegerField()
    lost = models.PositiveIntegerField()
    expired = models.PositiveIntegerField()
    amount_won = models.PositiveBigIntegerField()
    amount_paid = models.BigIntegerField()
    amount_refunded = models.BigIntegerField()

    class Meta:
        verbose_name = "chiffres d’un jour"
        verbose_name_plural = "chiffres des jours"
        default_permissions = ()
        permissions = [
            ("view_figures", "Voir combien de parties sont jouées"),
            ("view_amounts", "Voir combien est gagné et payé"),
        ]
        constraints = [models.UniqueConstraint(fields=["emission", "day"], name="figures_once_a_day")]

    def __str__(self) -> str:
        return f"{self.emission}, {self.day_id}"
