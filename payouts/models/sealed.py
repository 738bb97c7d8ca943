"""A row that holds a person's data in one sealed blob, under a key of its own."""

from django.db import models

from payouts.personal import Sealed


class Erased(Exception):
    """A person of whom nothing is known any more."""


class SealedRow(models.Model):
    """What payouts/personal.py seals, as columns; `row` says which row it is bound to."""

    sealed = models.BinaryField(null=True)
    wrapped_key = models.BinaryField(null=True)
    master = models.PositiveSmallIntegerField("clé", null=True)

    class Meta:
        abstract = True

    @property
    def row(self) -> bytes:
        """What binds the data to this row."""
        raise NotImplementedError

    @property
    def content(self) -> Sealed:
        """What is sealed. Raises Erased."""
        if self.sealed is None or self.wrapped_key is None or self.master is None:
            raise Erased
        return Sealed(bytes(self.sealed), bytes(self.wrapped_key), self.master)

    @content.setter
    def content(self, sealed: Sealed) -> None:
        self.sealed, self.wrapped_key, self.master = sealed.data, sealed.wrapped_key, sealed.master
