"""The journal's table: entries can be added and read, never changed; the database refuses the rest by itself."""

from django.db import models

from tickets.journal.chain import Entry, Subject


class JournalEntry(models.Model):
    """One entry of a subject's chain, as journal/chain.py makes and checks it."""

    append_only = True

    pk = models.CompositePrimaryKey("subject", "subject_id", "number")
    subject = models.PositiveSmallIntegerField(choices=[(s.value, s.name.lower()) for s in Subject])
    subject_id = models.BigIntegerField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=30)
    text = models.TextField()
    previous = models.BinaryField()
    digest = models.BinaryField()

    class Meta:
        verbose_name = "entrée du journal"
        verbose_name_plural = "entrées du journal"
        default_permissions = ["view"]

    def __str__(self) -> str:
        return f"{self.get_subject_display()} {self.subject_id}, {self.number} : {self.kind}"

    @classmethod
    def of(cls, entry: Entry) -> "JournalEntry":
        """The row of an entry, not saved."""
        return cls(**{field: getattr(entry, field) for field in Entry.__slots__})

    def entry(self) -> Entry:
        """The entry as journal/chain.py checks it."""
        subject, previous, digest = Subject(self.subject), bytes(self.previous), bytes(self.digest)
        return Entry(subject, self.subject_id, self.number, self.kind, self.text, previous, digest)
