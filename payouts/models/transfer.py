"""Transfers asked for by winners, and the files of orders the bank takes (art. 5.3.1)."""

from datetime import date

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from payouts.models.payment import Payment
from payouts.models.sealed import SealedRow
from tickets.calendar import paris_day
from tickets.journal.chain import canonical

ZONES = [("sepa", "SEPA"), ("pacific", "Pacifique")]


class TransferFile(models.Model):
    """The orders of one zone that leave together. Its bytes are made again from its rows each time, and must be these.

    Two people have to take part: one releases it, another one downloads it. The row has the last download, the site's
    chain each of them.
    """

    kept = True

    zone = models.CharField(max_length=10, choices=ZONES)
    made_at = models.DateTimeField("fait le")
    executes_on = models.DateField("exécution demandée le")
    debtor_name = models.CharField("donneur d’ordre", max_length=70)
    debtor_iban = models.CharField("son compte", max_length=34)
    debtor_bic = models.CharField("sa banque", max_length=11)
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
                condition=Q(downloaded_at=None, downloaded_by=None)
                | Q(downloaded_at__isnull=False, released_at__isnull=False, released_by__isnull=False)
                & Q(downloaded_by__isnull=False)
                & ~Q(downloaded_by=F("released_by")),
                name="two_people_a_transfer_file",
            )
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def reference(self) -> str:
        """What the bank knows the file by."""
        return f"ILLIKO-F{self.pk}"

    @property
    def name(self) -> str:
        """The name it is downloaded under, always the same."""
        return f"virements-{paris_day(self.made_at)}-{self.zone}-{self.pk}.xml"


class TransferQuerySet(models.QuerySet["Transfer"]):
    def standing(self) -> "TransferQuerySet":
        """Those that are to arrive, or did: neither returned, refused nor withdrawn."""
        return self.filter(returned_at=None, withdrawn_at=None)

    def waiting(self) -> "TransferQuerySet":
        """Those of no file yet."""
        return self.standing().filter(file=None, payment__cancelled_at=None)

    def leaving(self, day: date) -> "TransferQuerySet":
        """Those that go into a file on a Paris day."""
        return self.waiting().filter(review=False, leaves_on__lte=day)

    def to_correct(self) -> "TransferQuerySet":
        """Those that did not arrive, and that none has taken the place of yet."""
        newer = models.Exists(Transfer.objects.filter(payment=models.OuterRef("payment"), pk__gt=models.OuterRef("pk")))
        return self.filter(returned_at__isnull=False, payment__cancelled_at=None).exclude(newer)


class Transfer(SealedRow):
    """What goes to the winner's account; a new one takes the place of one that was returned by the bank, or refused.

    `sealed` is the order as it stands in the file, so that a correction of the winner's data changes no file.
    """

    kept = True

    payment = models.ForeignKey(Payment, models.PROTECT, related_name="transfers", verbose_name="paiement")
    leaves_on = models.DateField("part le", help_text="premier jour ouvré suivant la demande")
    zone = models.CharField(max_length=10, choices=ZONES)
    bic = models.CharField("BIC", max_length=11, blank=True)
    review = models.BooleanField("banque à vérifier", default=False)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name="saisi par",
    )  # None: by the desk that paid
    file = models.ForeignKey(
        TransferFile, models.PROTECT, null=True, blank=True, related_name="transfers", verbose_name="fichier"
    )
    withdrawn_at = models.DateTimeField("retiré le", null=True, blank=True, help_text="son paiement est annulé")
    returned_at = models.DateTimeField("rejet enregistré le", null=True, blank=True)
    returned_on = models.DateField("rejeté le", null=True, blank=True)
    return_reason = models.CharField("motif du rejet", max_length=10, blank=True)

    objects = TransferQuerySet.as_manager()

    class Meta:
        verbose_name = "virement"
        indexes = [models.Index(fields=["payment"], condition=~Q(returned_at=None), name="transfer_returned")]
        constraints = [
            models.UniqueConstraint(
                fields=["payment"], condition=Q(returned_at=None), name="one_standing_transfer_a_payment"
            ),
            models.CheckConstraint(
                condition=Q(file=None) | Q(review=False, withdrawn_at=None), name="transfer_leaves_when_it_may"
            ),
            models.CheckConstraint(
                condition=Q(sealed=None, wrapped_key=None, master=None)
                | Q(sealed__isnull=False, wrapped_key__isnull=False, master__isnull=False, file__isnull=False),
                name="transfer_order_whole_or_none",
            ),
        ]

    def __str__(self) -> str:
        return f"virement de {self.payment}"

    @property
    def reference(self) -> str:
        """What the bank names it by when it returns it."""
        return f"ILLIKO-V{self.pk}"

    @property
    def row(self) -> bytes:
        return canonical(["transfer", self.pk, str(self.payment_id)]).encode()
