"""What a claimant attached to a claim: a photo made anew, or a PDF document, sealed like their words."""

from django.db import models

from payouts import personal
from payouts.models.claim_events import ClaimEvent
from payouts.models.claims import EMPTY, WHOLE
from payouts.models.sealed import SealedRow
from tickets.journal.chain import canonical


class ClaimAttachment(SealedRow):
    """One attachment of an event of a claim; the row stays when its content goes. It has no name but its number."""

    kept = True

    class Kind(models.TextChoices):
        """What it is, as its content says."""

        PHOTO = "photo", "photo"  # JPEG
        PDF = "pdf", "document PDF"

    event = models.ForeignKey(ClaimEvent, models.PROTECT, related_name="attachments", db_index=False)
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=5, choices=Kind.choices)
    size = models.PositiveIntegerField(help_text="en octets")

    class Meta:
        default_permissions = ()
        ordering = ["event", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="claim_attachment_number"),
            models.CheckConstraint(condition=WHOLE | EMPTY, name="claim_attachment_sealed_or_erased"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.number}"

    @property
    def row(self) -> bytes:
        return canonical(["claim attachment", self.event_id, self.number]).encode()

    @property
    def file(self) -> bytes:
        """Its content. Raises Erased, personal.Unreadable."""
        return personal.unseal_file(self.content, row=self.row)

    def seal(self, file: bytes) -> str:
        """Seal this content under a new key, saving nothing; gives the digest for the journal."""
        self.content, key = personal.seal(file, row=self.row)
        return personal.digest(key, file)
