"""Proves that leaves are in the log as it was signed, whatever it holds since; the tiles needed are read together."""

from collections.abc import Sequence

from tickets.journal.merkle import EMPTY, inclusion_proof
from tickets.journal.tiles import HEIGHT, WIDTH
from tickets.models import Tile
from tickets.seal.tree import Tree


def inclusion_proofs(indexes: Sequence[int], size: int) -> list[list[bytes]]:
    """Prove each of these leaves in the tree of the first `size`, which are sealed; ValueError for one beyond them.

    It reads the full tiles at once, and of each level at most the one that is not full yet.
    """
    needed: set[tuple[int, int]] = set()

    def note(level: int, number: int) -> bytes:
        needed.add((level // HEIGHT, (number << level % HEIGHT) // WIDTH))
        return EMPTY

    for index in indexes:
        inclusion_proof(index, size, note)
    tree = _Gathered(needed)
    return [inclusion_proof(index, size, tree.node) for index in indexes]


class _Gathered(Tree):
    """A tree of which these tiles, told by level and number, are read at once when they are full."""

    def __init__(self, needed: set[tuple[int, int]]) -> None:
        super().__init__()
        for level, number, kept in Tile.objects.filter(pk__in=sorted(needed)).values_list("level", "number", "hashes"):
            self._tiles[level, number] = [bytes(kept[at : at + 32]) for at in range(0, len(kept), 32)]

    def _kept(self, level: int, number: int) -> list[bytes]:
        return []  # or it would have been read at first
