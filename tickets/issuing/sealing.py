"""The tickets of a block in the making: a code for each, and what the database may know of it (art. 3.2.2)."""

import secrets
from array import array
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
    """Makes the tickets of a block; keeps 84 bytes of each, in number order, so that memory stays small."""

    def __init__(self, numbers: "array[int]", tiers: Sequence[int], *, block_id: int, peppers: Peppers) -> None:
        self.numbers = numbers
        self._tiers = tiers
        self._block_id = block_id
        self._peppers = peppers
        self._codes = bytearray(codes.LENGTH * len(numbers))
        self._leaves = bytearray(_LEAF.size * len(numbers))

    def rows(self) -> Iterator[list[Row]]:
        """Draw each ticket's code and seal its tier (from 1); rows come in a shuffled order, which tells nothing."""
        order = booklets.shuffled([1] * len(self.numbers), secrets.SystemRandom())
        for start in range(0, len(order), CHUNK):
            places = order[start : start + CHUNK]
            yield list(map(self._make, places, codes.new_codes(len(places))))

    def root(self) -> bytes:
        """Return the Merkle root over the block's leaves, in number order."""
        return merkle.root(_slices(self._leaves, _LEAF.size))

    def codes(self) -> Iterator[str]:
        """Yield the codes, in number order."""
        return (code.decode("ascii") for code in _slices(self._codes, codes.LENGTH))

    def _make(self, place: int, code: str) -> Row:
        number, lookup = self.numbers[place], blind.lookup(self._peppers, code)
        sealed = blind.seal(
            self._peppers, code, lookup, number=number, block_id=self._block_id, tier=self._tiers[place] + 1
        )
        _LEAF.pack_into(self._leaves, place * _LEAF.size, number, lookup, sealed)
        self._codes[place * codes.LENGTH : (place + 1) * codes.LENGTH] = code.encode("ascii")
        return number, lookup, sealed


def _slices(stored: bytearray, length: int) -> Iterator[bytes]:
    view = memoryview(stored)
    return (bytes(view[start : start + length]) for start in range(0, len(stored), length))
