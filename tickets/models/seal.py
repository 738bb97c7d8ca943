"""The log over all chains: what waits to be sealed, its leaves, its full tiles and its signed checkpoints."""

from django.db import models

from tickets.journal.chain import Subject


class Outbox(models.Model):
    """A committed entry that is not in the log yet; the journal's own trigger writes these, the sealer takes them."""

    subject = models.PositiveSmallIntegerField(choices=[(s.value, s.name.lower()) for s in Subject])
    subject_id = models.BigIntegerField()
    number = models.PositiveIntegerField()
    digest = models.BinaryField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"{self.get_subject_display()} {self.subject_id}, {self.number}"


class Leaf(models.Model):
    """Where an entry stands in the log, counted from 0; the leaf's content is the entry's digest."""

    append_only = True

    index = models.BigIntegerField(primary_key=True)
    subject = models.PositiveSmallIntegerField(choices=[(s.value, s.name.lower()) for s in Subject])
    subject_id = models.BigIntegerField()
    number = models.PositiveIntegerField()
    digest = models.BinaryField()

    class Meta:
        default_permissions = ()
        constraints = [models.UniqueConstraint(fields=["subject", "subject_id", "number"], name="sealed_once")]

    def __str__(self) -> str:
        return f"feuille {self.index} : {self.get_subject_display()} {self.subject_id}, {self.number}"


class Tile(models.Model):
    """256 neighbouring hashes of one level of tiles, and the hash above them; one that is not full is not kept."""

    append_only = True

    pk = models.CompositePrimaryKey("level", "number")
    level = models.PositiveSmallIntegerField()
    number = models.BigIntegerField()
    hashes = models.BinaryField()
    root = models.BinaryField()

    class Meta:
        default_permissions = ()

    def __str__(self) -> str:
        return f"tuile {self.level}, {self.number}"


class Checkpoint(models.Model):
    """The log's size and root at one moment, as the operator signed them (a C2SP signed note)."""

    append_only = True

    size = models.BigIntegerField(primary_key=True)
    root = models.BinaryField()
    note = models.TextField()
    made_at = models.DateTimeField("signé le")

    class Meta:
        verbose_name = "point de contrôle"
        verbose_name_plural = "points de contrôle"
        default_permissions = ["view"]

    def __str__(self) -> str:
        return f"{self.size} entrées, {self.made_at:%Y-%m-%d %H:%M:%S}"
