"""Numbers committed entries into the log and signs its new size and root, each second (art. 4.4.2)."""

import logging
import threading
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.db import DatabaseError, IntegrityError, close_old_connections, connection, transaction
from django.utils import timezone

from tickets.journal import checkpoint
from tickets.journal.merkle import EMPTY, leaf_hash
from tickets.journal.notes import Signer
from tickets.journal.tiles import WIDTH
from tickets.models import Checkpoint, Tile
from tickets.seal.signed import Forked, Memory, latest
from tickets.seal.tree import Tree, fold

logger = logging.getLogger(__name__)
PERIOD = 1.0  # seconds
AT_ONCE = 20_000  # entries in one transaction
_LOCK = 0x5EA1  # the advisory lock of whoever seals
# One statement, so one snapshot; and no join, which a planner that believes the outbox empty makes quadratic.
TAKE = """
DELETE FROM tickets_outbox
WHERE id <= (SELECT max(id) FROM (SELECT id FROM tickets_outbox ORDER BY id LIMIT %s) AS first)
RETURNING id, subject, subject_id, number, digest
"""
NOTHING = Memory()
_LEAVES = "COPY tickets_leaf (index, subject, subject_id, number, digest) FROM STDIN"


class Waiting(NamedTuple):
    """A committed entry that is not in the log yet, as the outbox tells it."""

    id: int
    subject: int
    subject_id: int
    number: int
    digest: bytes


def seal_forever(signer: Signer, stop: threading.Event, memory: Memory = NOTHING) -> None:
    """Seal each second until `stop` is set. A database or a disk out of reach is waited for; Forked ends it."""
    while not stop.is_set():
        try:
            close_old_connections()
            more = seal_once(signer, memory=memory) == AT_ONCE
        except (DatabaseError, OSError):
            logger.exception("Nothing was sealed this time")
            more = False
        stop.wait(0 if more else PERIOD)
    connection.close()


@transaction.atomic(durable=True)
def seal_once(signer: Signer, at_once: int = AT_ONCE, memory: Memory = NOTHING) -> int:
    """Seal what waits, `at_once` entries at most, and return how many; 0 too while another sealer works.

    Leaves, full tiles and checkpoint are committed together with their leaving the outbox. Raises Forked.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_LOCK])
        if not cursor.fetchone()[0]:
            return 0
        memory.check()
        cursor.execute(TAKE, [at_once])
        waiting = sorted(Waiting(*row) for row in cursor.fetchall())
    if not waiting:
        return 0
    size, edges = _signed_so_far()
    _add_leaves(size, waiting)
    root = _grow(size, edges, [leaf_hash(bytes(entry.digest)) for entry in waiting])
    size += len(waiting)
    note = signer.sign(checkpoint.Checkpoint(settings.SEAL_ORIGIN, size, root).text())
    Checkpoint.objects.create(size=size, root=root, note=note, made_at=timezone.now())
    transaction.on_commit(partial(memory.keep, note), robust=True)
    return len(waiting)


def _signed_so_far() -> tuple[int, list[list[bytes]]]:
    """The size last signed, and the hashes of each level's tile that is not full, which must give its root."""
    size, root = latest()
    tree, edges, above = Tree(), [], size
    if tree.size != size:
        raise Forked(f"{size} entries were signed, and {tree.size} are kept")
    for level in range(_levels(size)):
        above, width = divmod(above, WIDTH)
        edges.append(tree.tile(level, above)[:width] if width else [])
    if _root(edges) != root:
        raise Forked(f"the last leaves of the {size} signed do not give their root")
    return size, edges


def _levels(size: int) -> int:
    levels = 0
    while size:
        size //= WIDTH
        levels += 1
    return levels


def _root(edges: Sequence[Sequence[bytes]]) -> bytes:
    right: list[bytes] = []  # the hash of all leaves below this level's whole tiles, when there are any
    for edge in edges:
        hashes = [*edge, *right]
        right = [fold(hashes)] if hashes else []
    return right[0] if right else EMPTY


def _add_leaves(size: int, waiting: Sequence[Waiting]) -> None:
    """Raises Forked when one of them has a leaf already; Django does not translate what COPY raises by itself."""
    try:
        with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(_LEAVES) as copy:
            for index, entry in enumerate(waiting, size):
                copy.write_row((index, entry.subject, entry.subject_id, entry.number, bytes(entry.digest)))
    except IntegrityError as error:
        raise Forked(f"what waits does not follow what is sealed: {error}") from error


def _grow(size: int, edges: list[list[bytes]], added: list[bytes]) -> bytes:
    """Add leaf hashes to the edges, keep each tile that becomes full, and return the new root."""
    full = []
    for level in range(_levels(size + len(added))):
        if level == len(edges):
            edges.append([])
        number = size // WIDTH ** (level + 1)
        hashes = edges[level] + added
        added = []
        while len(hashes) >= WIDTH:
            tile, hashes = hashes[:WIDTH], hashes[WIDTH:]
            added.append(fold(tile))
            full.append(Tile(level=level, number=number, hashes=b"".join(tile), root=added[-1]))
            number += 1
        edges[level] = hashes
    Tile.objects.bulk_create(full)
    return _root(edges)
