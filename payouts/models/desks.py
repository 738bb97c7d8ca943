"""Where tickets are paid, and who pays them there (art. 4.1, 5.2-5.4)."""

from typing import ClassVar

from django.conf import settings
from django.db import models


class Desk(models.Model):
    """A point of sale or a payment centre; one that is no longer agreed pays nothing."""

    class Kind(models.TextChoices):
        """What art. 5 lets it do."""

        POINT_OF_SALE = "point_of_sale", "point de vente"
        PAYMENT_CENTRE = "payment_centre", "centre de paiement"
        SERVICE = "service", "Service Clients"  # settles by post what was sent to it; nobody pays there otherwise

    kind = models.CharField("sorte", max_length=20, choices=Kind.choices)
    name = models.CharField("nom", max_length=100)
    street = models.CharField("adresse", max_length=200, blank=True)
    postcode = models.CharField("code postal", max_length=5)
    town = models.CharField("commune", max_length=60)
    department = models.CharField("département", max_length=3)
    region = models.CharField("région", max_length=40)
    agreed = models.BooleanField("agréé", default=True, help_text="vend des jeux de loterie instantanée (art. 5.2)")
    transfers = models.BooleanField("virements", default=False, help_text="peut en demander (art. 5.3.1)")

    class Meta:
        verbose_name = "caisse"
        constraints = [
            models.UniqueConstraint(fields=["kind"], condition=models.Q(kind="service"), name="one_service_desk")
        ]

    def __str__(self) -> str:
        return f"{self.name}, {self.town}"

    @property
    def is_centre(self) -> bool:
        return self.kind == self.Kind.PAYMENT_CENTRE


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

    objects: ClassVar[PointsOfSale] = PointsOfSale()

    class Meta:
        proxy = True
        verbose_name = "point de vente"
        verbose_name_plural = "points de vente"


class PaymentCentre(Desk):
    """An office of La Française des jeux that pays any prize."""

    objects: ClassVar[PaymentCentres] = PaymentCentres()

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
