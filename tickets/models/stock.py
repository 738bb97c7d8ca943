"""The stock: blocks, booklets and tickets, none of which tells what an unplayed ticket is worth."""

from django.db import models

from tickets import numbers
from tickets.models.offer import Emission


class Block(models.Model):
    """The tickets to which a prize table is applied once (art. 3.2.1); written whole or not at all."""

    kept = True

    emission = models.ForeignKey(Emission, models.PROTECT, related_name="blocks", verbose_name="émission")
    number = models.PositiveSmallIntegerField("numéro")
    pepper_key = models.PositiveSmallIntegerField("clé")
    root = models.BinaryField("scellement", help_text="racine de Merkle des tickets du bloc")
    print_digest = models.BinaryField("empreinte du fichier d’impression")
    issued_at = models.DateTimeField("émis le")

    class Meta:
        verbose_name = "bloc"
        default_permissions = ["view"]
        constraints = [models.UniqueConstraint(fields=["emission", "number"], name="block_number")]

    def __str__(self) -> str:
        return f"{self.emission}, bloc {self.number}"


class Booklet(models.Model):
    """The tickets a point of sale receives together; its key is the first eleven digits of their numbers."""

    kept = True

    key = models.BigIntegerField("livret", primary_key=True)
    block = models.ForeignKey(Block, models.PROTECT, related_name="booklets", verbose_name="bloc")
    stolen = models.BooleanField("volé", default=False, help_text="déclaré volé par plainte (art. 4.3.4)")
    misprint = models.BooleanField("anomalie d’impression", default=False, help_text="art. 7")
    void = models.BooleanField("nul", default=False)

    class Meta:
        verbose_name = "livret"

    def __str__(self) -> str:
        return f"{self.key:011d}"


class Ticket(models.Model):
    """A ticket, found by the look-up of its code; its tier opens with the code alone."""

    kept = True

    number = models.BigIntegerField("numéro", primary_key=True)
    booklet = models.ForeignKey(Booklet, models.PROTECT, related_name="tickets", verbose_name="livret", db_index=False)
    lookup = models.BinaryField(unique=True)
    sealed_tier = models.BinaryField()

    class Meta:
        verbose_name = "ticket"

    def __str__(self) -> str:
        return numbers.shown(self.number)
