"""The tickets of a block in the making: a code for each, and what the database may know of it (art. 3.2.2)."""

import secrets
from collections.abc import Iterator, Sequence
from struct import Struct

from tickets import blind, codes
from tickets.blind import Peppers
from tickets.issuing import booklets
from tickets.journal import merkle

CHUNK = 1_000  # tickets made at once: few, or PostgreSQL waits for the first and then is waited for
_LEAF = Struct(f"!q32s{blind.SEALED_LENGTH}s")

Row = tuple[int, bytes, bytes]  # number, lookup, sealed tier


def leaf(number: int, lookup: bytes, sealed: bytes) -> bytes:
    """Return what the Merkle tree of a block holds of a ticket."""
    return _LEAF.pack(number, lookup, sealed)


class Sealing:
    """Makes the tickets of a block; keeps their codes and leaves, in number order, in some 60 MB for 300,000."""

    def __init__(self, numbers: Sequence[int], tiers: Sequence[int], *, block_id: int, peppers: Peppers) -> None:
        self.numbers = numbers
        self.codes = [""] * len(numbers)
        self._tiers = tiers
        self._block_id = block_id
        self._peppers = peppers
        self._leaves = [b""] * len(numbers)

    def rows(self) -> Iterator[list[Row]]:
        """Draw each ticket's code and seal its tier (from 1); rows come in a shuffled order, which tells nothing."""
        order = booklets.shuffled([1] * len(self.numbers), secrets.SystemRandom())
        for start in range(0, len(order), CHUNK):
            yield self._make(order[start : start + CHUNK])

    def root(self) -> bytes:
        """Return the Merkle root over the block's leaves, in number order."""
        return merkle.root(self._leaves)

    def _make(self, places: Sequence[int]) -> list[Row]:
        rows, opener, block_id = [], self._peppers, self._block_id
        for place, code in zip(places, codes.new_codes(len(places)), strict=True):
            number, tier = self.numbers[place], self._tiers[place] + 1
            lookup = blind.lookup(opener, code)
            sealed = blind.seal(opener, code, lookup, number=number, block_id=block_id, tier=tier)
            self.codes[place] = code
            self._leaves[place] = leaf(number, lookup, sealed)
            rows.append((number, lookup, sealed))
        return rows
