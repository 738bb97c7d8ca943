"""Transfers asked for by winners, and the files of orders the bank takes (art. 5.3.1)."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from payouts.models.payment import Payment


class TransferFile(models.Model):
    """The orders of one zone that leave together. Its bytes are made again from its rows each time, and must be these.

    Two people have to take part: one releases it, another one downloads it.
    """

    kept = True

    zone = models.CharField(max_length=10)
    made_at = models.DateTimeField("fait le")
    executes_on = models.DateField("exécution demandée le")
    orders = models.PositiveIntegerField("ordres")
    total = models.PositiveBigIntegerField("total", help_text="en centimes")
    digest = models.BinaryField("empreinte")
    released_at = models.DateTimeField("libéré le", null=True, blank=True)
    released_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="libéré par"
    )
    downloaded_at = models.DateTimeField("téléchargé le", null=True, blank=True)
    downloaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name="téléchargé par"
    )

    class Meta:
        verbose_name = "fichier de virements"
        verbose_name_plural = "fichiers de virements"
        permissions = [("send_transfers", "Libérer et télécharger les fichiers de virements")]
        constraints = [
            models.CheckConstraint(
                condition=Q(downloaded_at=None) | (Q(released_at__isnull=False) & ~Q(downloaded_by=F("released_by"))),
                name="two_people_a_transfer_file",
            )
        ]

    def __str__(self) -> str:
        return f"virements {self.pk}, {self.zone}"


class Transfer(models.Model):
    """What goes to the winner's account; a new one takes the place of one that the bank returned."""

    kept = True

    payment = models.ForeignKey(Payment, models.PROTECT, related_name="transfers", verbose_name="paiement")
    leaves_on = models.DateField("part le", help_text="premier jour ouvré suivant la demande")
    zone = models.CharField(max_length=10)
    bic = models.CharField("BIC", max_length=11, blank=True)
    review = models.BooleanField("banque à vérifier", default=False)
    file = models.ForeignKey(
        TransferFile, models.PROTECT, null=True, blank=True, related_name="transfers", verbose_name="fichier"
    )
    returned_at = models.DateTimeField("rejeté le", null=True, blank=True)
    return_reason = models.CharField("motif du rejet", max_length=140, blank=True)

    class Meta:
        verbose_name = "virement"
        constraints = [
            models.UniqueConstraint(
                fields=["payment"], condition=Q(returned_at=None), name="one_standing_transfer_a_payment"
            )
        ]

    def __str__(self) -> str:
        return f"virement de {self.payment}"
