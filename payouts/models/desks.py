"""Where tickets are paid, and who pays them there (art. 4.1, 5.2-5.4)."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from payouts import places
from payouts.means import at_payment_centre, at_point_of_sale


class TownKey(models.TextField):  # type: ignore[type-arg]
    """The town as searches compare it, written whenever the row is."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """From the town, whatever was there."""
        told = places.key(model_instance.town)  # type: ignore[attr-defined]
        setattr(model_instance, self.attname, told)
        return told


class Desks(models.QuerySet["Desk"]):
    """Desks by what the public may know of them."""

    def open_to_players(self) -> "Desks":
        """Where a player may go to be paid now: the agreed points of sale and payment centres (art. 4.1)."""
        return self.filter(agreed=True).exclude(kind=Desk.Kind.SERVICE)


class Desk(models.Model):
    """A point of sale or a payment centre; one that is no longer agreed pays nothing."""

    class Kind(models.TextChoices):
        """What art. 5 lets it do."""

        POINT_OF_SALE = "point_of_sale", "point de vente"
        PAYMENT_CENTRE = "payment_centre", "centre de paiement"
        SERVICE = "service", "Service Clients"  # settles by post what was sent to it; nobody pays there otherwise

    reference = models.CharField(
        "référence",
        max_length=20,
        unique=True,
        null=True,
        blank=True,
        help_text="numéro du point de vente, par lequel un fichier importé le retrouve",
    )
    kind = models.CharField("sorte", max_length=20, choices=Kind.choices)
    name = models.CharField("nom", max_length=100)
    street = models.CharField("adresse", max_length=200, blank=True)
    postcode = models.CharField("code postal", max_length=5)
    town = models.CharField("commune", max_length=60)
    department = models.CharField("département", max_length=3)
    region = models.CharField("région", max_length=40)
    agreed = models.BooleanField("agréé", default=True, help_text="vend des jeux de loterie instantanée (art. 5.2)")
    transfers = models.BooleanField("virements", default=False, help_text="peut en demander (art. 5.3.1)")

    town_key = TownKey(default="", editable=False)

    objects = Desks.as_manager()

    class Meta:
        verbose_name = "caisse"
        permissions = [("import_desks", "Importer la liste des points de vente")]
        constraints = [
            models.UniqueConstraint(fields=["kind"], condition=models.Q(kind="service"), name="one_service_desk")
        ]
        indexes = [
            models.Index(fields=["town_key"], opclasses=["text_pattern_ops"], name="desk_by_town"),
            models.Index(fields=["postcode"], opclasses=["varchar_pattern_ops"], name="desk_by_postcode"),
            models.Index(fields=["department", "town_key", "name"], name="desk_by_department"),
            models.Index(
                fields=["department", "town_key"],
                condition=models.Q(kind="payment_centre"),
                name="desk_payment_centres",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.town}"

    @property
    def is_centre(self) -> bool:
        return self.kind == self.Kind.PAYMENT_CENTRE

    def means(self, cents: int, *, winners: int = 1) -> tuple[str, ...]:
        """What it may pay a prize by, as Payment.Means (art. 5.2-5.4)."""
        if self.is_centre:
            return at_payment_centre(cents, winners=winners)
        return at_point_of_sale(cents, transfers=self.transfers, winners=winners)


class PointsOfSale(models.Manager["PointOfSale"]):
    """The points of sale alone."""

    def get_queryset(self) -> models.QuerySet["PointOfSale"]:
        return super().get_queryset().filter(kind=Desk.Kind.POINT_OF_SALE)


class PaymentCentres(models.Manager["PaymentCentre"]):
    """The payment centres alone."""

    def get_queryset(self) -> models.QuerySet["PaymentCentre"]:
        return super().get_queryset().filter(kind=Desk.Kind.PAYMENT_CENTRE)


class PointOfSale(Desk):
    """A shop that sells tickets."""

    objects: ClassVar[PointsOfSale] = PointsOfSale()  # type: ignore[assignment]

    class Meta:
        proxy = True
        verbose_name = "point de vente"
        verbose_name_plural = "points de vente"


class PaymentCentre(Desk):
    """An office of La Française des jeux that pays any prize."""

    objects: ClassVar[PaymentCentres] = PaymentCentres()  # type: ignore[assignment]

    class Meta:
        proxy = True
        verbose_name = "centre de paiement"
        verbose_name_plural = "centres de paiement"


class Teller(models.Model):
    """Someone who pays at one desk, under their own log-in."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="teller")
    desk = models.ForeignKey(Desk, models.PROTECT, related_name="tellers", verbose_name="caisse")

    class Meta:
        verbose_name = "personne en caisse"
        verbose_name_plural = "personnes en caisse"

    def __str__(self) -> str:
        return f"{self.user}, {self.desk}"
