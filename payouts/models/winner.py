"""Whom a payment was made to: their data in one sealed blob, and when it goes (art. 5.3-5.4, 6)."""

import uuid
from datetime import date

from django.db import models
from django.db.models import Q

from payouts import personal, persons, retention
from payouts.means import identity_needed
from payouts.models.payment import Payment
from payouts.models.sealed import SealedRow
from payouts.persons import Needs, Person
from payouts.retention import Kept
from tickets.journal.chain import canonical


class WinnerQuerySet(models.QuerySet["Winner"]):
    def known(self) -> "WinnerQuerySet":
        """Those whose data is not erased."""
        return self.filter(erased_at=None)

    def with_ticket(self) -> "WinnerQuerySet":
        """With all that says how long their data is kept."""
        return self.select_related("payment__ticket__booklet__block__emission").prefetch_related("payment__transfers")


class Winner(SealedRow):
    """One of a payment's winners; the row stays when the data goes. `share` is cents."""

    kept = True

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    payment = models.ForeignKey(
        Payment, models.PROTECT, related_name="winners", verbose_name="paiement", db_index=False
    )
    position = models.PositiveSmallIntegerField("rang", help_text="1 : le porteur du ticket")
    share = models.PositiveBigIntegerField("part", help_text="en centimes")
    reduced_at = models.DateTimeField("réduit le", null=True, help_text="au nom, à l’adresse et au montant")
    erase_on = models.DateField("à effacer le", null=True, help_text="vide : l’émission n’a pas de clôture")
    erased_at = models.DateTimeField("effacé le", null=True)
    unpublished_at = models.DateTimeField("opposé à la publication le", null=True, help_text="de son prénom (art. 6.3)")

    objects = WinnerQuerySet.as_manager()

    class Meta:
        verbose_name = "gagnant"
        ordering = ["payment", "position"]
        default_permissions = ["view"]
        permissions = [
            ("handle_personal_data", "Donner, corriger ou effacer les données d’un gagnant"),
            ("export_winners", "Donner les gagnants aux organismes habilités"),
            ("keep_unpublished", "Retirer de la publication le prénom d’un gagnant"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["payment", "position"], name="winner_position"),
            models.CheckConstraint(
                condition=Q(erased_at=None, sealed__isnull=False, wrapped_key__isnull=False, master__isnull=False)
                | Q(erased_at__isnull=False, sealed=None, wrapped_key=None, master=None, erase_on=None),
                name="winner_whole_or_erased",
            ),
        ]

    def __str__(self) -> str:
        return f"gagnant {self.position}, {self.payment}"

    @classmethod
    def of(cls, payment: Payment, person: Person, *, position: int, share: int) -> tuple["Winner", str]:
        """A winner, not saved, and the digest of their data that the payment's journal entry is to bear."""
        winner = cls(payment=payment, position=position, share=share)
        digest = winner.seal(person)
        winner.erase_on = winner.next_erasure
        return winner, digest

    @property
    def row(self) -> bytes:
        """What binds the data to this row, and to its share."""
        return canonical(["winner", str(self.id), str(self.payment_id), self.position, self.share]).encode()

    def person(self) -> Person:
        """Their data. Raises Erased, personal.Unreadable."""
        return persons.of_text(personal.unseal(self.content, row=self.row))

    def seal(self, person: Person) -> str:
        """Seal this person under a new key, saving nothing; gives the digest for the journal."""
        text = person.text()
        self.content, key = personal.seal(text, row=self.row)
        return personal.digest(key, text)

    def digest(self, text: str) -> str:
        """A text's digest under this person's key, for the journal. Raises Erased, personal.Unreadable."""
        return personal.digest(personal.key_of(self.content, row=self.row), text)

    @property
    def keeping(self) -> Kept:
        """How long it is kept."""
        payment = self.payment
        return retention.kept(
            paid_on=payment.day,
            prize=payment.amount,
            last_payment_day=payment.ticket.booklet.block.emission.last_payment_day,
            transferred_on=_transferred_on(payment),
            cancelled=payment.cancelled_at is not None,
        )

    @property
    def next_erasure(self) -> date | None:
        """The Paris day on which something of it goes next, as far as is known."""
        return self.keeping.next_day(reduced=self.reduced_at is not None)


def _transferred_on(payment: Payment) -> date | None:
    """The day the bank carries a payment's last transfer out, None for what isn't one."""
    if payment.means != Payment.Means.TRANSFER:
        return None
    from payouts.transfers.days import executes_on, leaves_on  # calendars are slow to load, and few processes need them

    asked = [transfer.leaves_on for transfer in payment.transfers.all()]
    return executes_on(max(asked, default=None) or leaves_on(payment.day))


def needs(means: str, prize: int, winners: int = 1) -> Needs:
    """What is asked of each winner of a prize in cents, paid by `means` (art. 5.3.1-5.4).

    An order is one winner's to give: the cheques of several are in their own names (art. 5.4).
    """
    transfer, cheque = means == Payment.Means.TRANSFER, means == Payment.Means.CHEQUE
    return Needs(iban=transfer, cheque_order=cheque and winners == 1, identity=identity_needed(prize))
