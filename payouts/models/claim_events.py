"""All that is done with a claim, one row each; every text that was written is sealed."""

from django.conf import settings
from django.db import models

from payouts import personal
from payouts.models.claims import EMPTY, WHOLE, Claim
from payouts.models.sealed import SealedRow
from tickets.journal.chain import canonical


class ClaimEvent(SealedRow):
    """One thing done with a claim; `data` holds ids and kinds, what was written is sealed."""

    kept = True

    class Kind(models.TextChoices):
        """What was done."""

        RECEIVED = "received"
        TICKET = "ticket"
        ASSIGNED = "assigned"
        MOVED = "moved"
        NOTE = "note"
        CORRECTED = "corrected"
        LETTER = "letter"
        DECIDED = "decided"
        CLOSED = "closed"
        REOPENED = "reopened"
        GIVEN = "given"
        ERASED = "erased"
        ADDED = "added"
        WITHDRAWN = "withdrawn"
        ENTRUSTED = "entrusted"  # a follow-up secret was given to the claimant

    claim = models.ForeignKey(Claim, models.PROTECT, related_name="events", db_index=False)
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=12, choices=Kind.choices)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    data = models.JSONField(default=dict)

    class Meta:
        default_permissions = ()
        ordering = ["claim", "number"]
        constraints = [
            models.UniqueConstraint(fields=["claim", "number"], name="claim_event_number"),
            models.CheckConstraint(condition=WHOLE | EMPTY, name="claim_event_sealed_or_not"),
        ]

    def __str__(self) -> str:
        return f"{self.claim}, {self.number}"

    @property
    def row(self) -> bytes:
        return canonical(["claim event", self.claim_id, self.number]).encode()

    @property
    def text(self) -> str:
        """What was written, "" where nothing was or it is erased. Raises personal.Unreadable."""
        return personal.unseal(self.content, row=self.row) if self.sealed is not None else ""

    def seal(self, text: str) -> str:
        """Seal this text under a new key, saving nothing; gives the digest for the journal."""
        self.content, key = personal.seal(text, row=self.row)
        return personal.digest(key, text)
