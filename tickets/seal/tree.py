"""Reads the log's tree: any node from the full tiles kept, and from the leaves where a tile is not full yet."""

from collections.abc import Sequence
from functools import cached_property

from django.db.models import Max

from tickets.journal.merkle import leaf_hash, node_hash
from tickets.journal.tiles import HEIGHT, WIDTH
from tickets.models import Leaf, Tile


def fold(hashes: Sequence[bytes]) -> bytes:
    """The tree hash above some neighbouring hashes of one level, of which the last may be of a smaller tree."""
    if len(hashes) == 1:
        return hashes[0]
    half = 1 << (len(hashes) - 1).bit_length() - 1
    return node_hash(fold(hashes[:half]), fold(hashes[half:]))


class Tree:
    """The tree as it stands, read once for each tile; a new one for each request."""

    def __init__(self) -> None:
        self._tiles: dict[tuple[int, int], list[bytes]] = {}

    @cached_property
    def size(self) -> int:
        """The number of leaves."""
        last: int | None = Leaf.objects.aggregate(last=Max("index"))["last"]
        return 0 if last is None else last + 1

    def tile(self, level: int, number: int) -> list[bytes]:
        """The hashes of a tile, from none to 256 of them."""
        if (level, number) not in self._tiles:
            self._tiles[level, number] = self._kept(level, number) or self._partial(level, number)
        return self._tiles[level, number]

    def node(self, level: int, number: int) -> bytes:
        """The hash above the 2**level leaves of `number`, which must be there."""
        within = level % HEIGHT
        tile, place = divmod(number << within, WIDTH)
        return fold(self.tile(level // HEIGHT, tile)[place : place + (1 << within)])

    def _kept(self, level: int, number: int) -> list[bytes]:
        kept = Tile.objects.filter(level=level, number=number).values_list("hashes", flat=True).first()
        return [] if kept is None else [bytes(kept[at : at + 32]) for at in range(0, len(kept), 32)]

    def _partial(self, level: int, number: int) -> list[bytes]:
        first, after = number * WIDTH, (number + 1) * WIDTH
        if level == 0:
            leaves = Leaf.objects.filter(index__gte=first, index__lt=after).order_by("index")
            return [leaf_hash(bytes(digest)) for digest in leaves.values_list("digest", flat=True)]
        below = Tile.objects.filter(level=level - 1, number__gte=first, number__lt=after).order_by("number")
        return [bytes(root) for root in below.values_list("root", flat=True)]
