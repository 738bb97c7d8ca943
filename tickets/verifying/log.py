"""Verifies the log: its leaves give every full tile and the root of every signed checkpoint (art. 4.4.2)."""

from collections.abc import Iterator
from contextlib import ExitStack
from itertools import islice

from django.conf import settings
from django.db import connection
from django.db.models import Max

from tickets.journal import checkpoint
from tickets.journal.tiles import WIDTH
from tickets.models import Checkpoint, Leaf
from tickets.seal import keys
from tickets.verifying.growth import Full, Growth
from tickets.verifying.keeping import Keeper
from tickets.verifying.reading import Altered, Row, Watch, reading

_LEAVES = "SELECT index, digest FROM tickets_leaf WHERE index >= %s ORDER BY index"
_CHECKPOINTS = "SELECT size, root, note FROM tickets_checkpoint WHERE size > %s ORDER BY size"
_TILES = "SELECT number, hashes, root FROM tickets_tile WHERE level = %s AND number >= %s ORDER BY number"
_NO_TILES = """
SELECT level, number FROM tickets_tile WHERE number < 0 OR (number + 1) * 256::numeric ^ (level + 1) > %s
ORDER BY level, number LIMIT 1"""
_LOWEST = -(2**63)  # before 0, to meet what stands where nothing should


def verify(watch: Watch, keeper: Keeper) -> None:
    """Verify the whole log, on from the last leaf that the keeper knows."""
    done = keeper.done
    growth = Growth(done.sealed, done.edges)
    with ExitStack() as stack:
        advance = stack.enter_context(watch("leaves", Leaf.objects.count() - done.sealed))
        leaves = stack.enter_context(reading(_LEAVES, [done.sealed or _LOWEST]))
        signed = stack.enter_context(reading(_CHECKPOINTS, [done.sealed or _LOWEST]))
        tiles = _Tiles(stack)
        for size, root, note in signed:
            for index, digest in islice(leaves, max(size - growth.size, 0)):
                _add(growth, tiles, index, digest)
            _check_signed(growth, size, root, note)
            advance(growth.size - done.sealed)
            done.sealed, done.edges = growth.size, growth.edges()
            keeper.keep()
    _check_end(growth)


def _add(growth: Growth, tiles: "_Tiles", index: int, digest: bytes) -> None:
    if index != growth.size:
        raise Altered(f"leaf {index}: before the first" if index < 0 else f"leaf {growth.size}: missing")
    for full in growth.add(digest):
        tiles.check(full)


def _check_signed(growth: Growth, size: int, root: bytes, note: str) -> None:
    """Compare a checkpoint with the leaves so far."""
    if size != growth.size:
        raise Altered(f"leaf {growth.size}: missing, of the {size} that a checkpoint signs")
    try:
        told = keys.opened(note)
    except ValueError as error:
        raise Altered(f"checkpoint {size}: {error}") from error
    if told != checkpoint.Checkpoint(settings.SEAL_ORIGIN, size, root):
        raise Altered(f"checkpoint {size}: its note says otherwise")
    if root != growth.root():
        raise Altered(f"checkpoint {size}: the leaves do not give its root")


def _check_end(growth: Growth) -> None:
    """Nothing stands in the log beyond what was recomputed, nor is any of that gone since an interrupted run."""
    leaves, signed = Leaf.objects.count(), Checkpoint.objects.aggregate(last=Max("size"))["last"] or 0
    if leaves < growth.size:
        raise Altered(f"leaf {leaves}: missing")
    if leaves > signed:
        raise Altered(f"leaf {signed}: no checkpoint signs it")
    with connection.cursor() as cursor:
        cursor.execute(_NO_TILES, [growth.size])
        extra = cursor.fetchone()
    if extra:
        raise Altered(f"tile {extra[0]}/{extra[1]}: the log has no such full tile")


class _Tiles:
    """The tiles kept, read level by level beside the leaves."""

    def __init__(self, stack: ExitStack) -> None:
        self._stack = stack
        self._levels: dict[int, Iterator[Row]] = {}

    def check(self, full: Full) -> None:
        """Compare the kept tile with the one recomputed; the next one of its level is expected each time."""
        level, number = full.level, full.number
        if level not in self._levels:
            self._levels[level] = self._stack.enter_context(reading(_TILES, [level, number]))
        kept = next(self._levels[level], None)
        if kept is None or kept[0] != number:
            raise Altered(f"tile {level}/{number}: missing")
        _, hashes, root = kept
        if hashes != full.hashes:
            raise Altered(f"tile {level}/{number}: {_difference(hashes, full)}")
        if root != full.root:
            raise Altered(f"tile {level}/{number}: the hash above it is wrong")


def _difference(hashes: bytes, full: Full) -> str:
    """Where a tile first differs, told by the leaf or by the tile below."""
    size = len(full.root)
    if len(hashes) != len(full.hashes):
        return f"{len(hashes)} bytes"
    place = next(at for at in range(WIDTH) if hashes[size * at : size * (at + 1)] != full.hashes[size * at :][:size])
    below = f"tile {full.level - 1}/" if full.level else "leaf "
    return f"not the hash of {below}{full.number * WIDTH + place}"
