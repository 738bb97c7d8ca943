"""What the site tells of winners, and nothing else of anyone (art. 6.3); nothing here leads to a winner's row."""

from django.conf import settings
from django.db import models

from tickets.models import Game


class PublicationAmount(models.Model):
    """The amount above which first names are published, as somebody set it; the last one set is in force."""

    append_only = True

    amount = models.PositiveBigIntegerField("montant", null=True, help_text="en centimes ; vide : aucun prénom")
    at = models.DateTimeField("fixé le")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name="fixé par")

    class Meta:
        verbose_name = "montant de publication"
        verbose_name_plural = "montants de publication"
        default_permissions = ["view"]
        permissions = [("set_publication_amount", "Fixer le montant au-dessus duquel un prénom est publié")]

    def __str__(self) -> str:
        return f"montant de publication du {self.at:%d/%m/%Y}"

    @classmethod
    def in_force(cls) -> int | None:
        """In cents; None while no name is published."""
        return cls.objects.order_by("-pk").values_list("amount", flat=True).first()


class Publication(models.Model):
    """What was put together at once: the payments up to a Paris day, under the amount then in force, in cents."""

    amount = models.PositiveBigIntegerField("montant", null=True)
    until = models.DateField("jusqu’au")

    class Meta:
        verbose_name = "publication"
        default_permissions = ()

    def __str__(self) -> str:
        return f"publication jusqu’au {self.until:%d/%m/%Y}"


class PublishedName(models.Model):
    """A first name and the department of the desk that paid.

    `link` is a digest under the winner's own key: whoever holds that key finds the name, to take it back; without it,
    nothing tells whose it is.
    """

    publication = models.ForeignKey(Publication, models.CASCADE, related_name="names")
    first_name = models.CharField("prénom", max_length=200)
    department = models.CharField("département", max_length=3)
    link = models.CharField(max_length=64)

    class Meta:
        verbose_name = "prénom publié"
        verbose_name_plural = "prénoms publiés"
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["publication", "link"], name="a_name_once")]

    def __str__(self) -> str:
        return f"{self.first_name}, {self.department}"


class PublishedCount(models.Model):
    """How many players won in a department: at a game, or, without a game, more than the amount."""

    publication = models.ForeignKey(Publication, models.CASCADE, related_name="counts", db_index=False)
    department = models.CharField("département", max_length=3)
    game = models.ForeignKey(Game, models.PROTECT, null=True, related_name="+", db_index=False)
    players = models.PositiveIntegerField("joueurs")

    class Meta:
        verbose_name = "nombre publié"
        verbose_name_plural = "nombres publiés"
        default_permissions = ()
        constraints = [
            models.UniqueConstraint(
                fields=["publication", "game", "department"], nulls_distinct=False, name="a_count_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.players}, {self.department}"
