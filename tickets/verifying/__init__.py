"""Recomputes the journal, the log over it and every block's tree of tickets, and names the first altered record."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection, transaction
from django.utils import timezone

from tickets.models import Checkpoint, JournalEntry, Leaf, Outbox
from tickets.verifying import anchors, chains, log
from tickets.verifying import blocks as stock
from tickets.verifying.emissions import verify_emissions
from tickets.verifying.keeping import Keeper
from tickets.verifying.reading import Altered, Watch, unwatched

__all__ = ["Altered", "Counts", "verify"]


class Counts(NamedTuple):
    """What was verified: all that the database holds, less `skipped` entries that an interrupted run had read."""

    entries: int
    chains: int
    sealed: int
    checkpoints: int
    waiting: int
    tickets: int = 0
    blocks: int = 0
    skipped: int = 0
    oldest: timedelta = timedelta()  # for how long the first entry that waits has waited


def verify(*, blocks: bool = True, watch: Watch = unwatched, keeper: Keeper | None = None) -> Counts:
    """Verify every chain, the log, its anchors and, with `blocks`, every block's tickets (art. 4.3.6, 4.4.2).

    Altered at the first fault. All of it is read from one snapshot of the database, so that a site at work raises no
    alarm. `watch` is told units, their number and how far it is; `keeper` says where an interrupted run goes on.
    """
    keeper = keeper or Keeper()
    put_aside = anchors.kept()
    with _snapshot():
        now = timezone.now()
        read = chains.verify(watch, keeper)
        oldest = _oldest_wait(now)
        log.verify(watch, keeper)
        anchors.verify(put_aside)
        stock.verify_tables()
        verify_emissions()
        tickets = stock.verify_blocks(watch, keeper) if blocks else stock.NONE
        counts = _counts(read, tickets, oldest)
    keeper.forget()
    return counts


def _counts(read: chains.Read, tickets: stock.Stock, oldest: timedelta) -> Counts:
    """What there is, which must be as many entries as are sealed and wait: chains not read again may have changed."""
    counts = Counts(
        entries=read.entries,
        chains=read.chains,
        sealed=Leaf.objects.count(),
        checkpoints=Checkpoint.objects.count(),
        waiting=Outbox.objects.count(),
        tickets=tickets.tickets,
        blocks=tickets.blocks,
        skipped=JournalEntry.objects.count() - read.entries,
        oldest=oldest,
    )
    if counts.entries + counts.skipped != counts.sealed + counts.waiting:
        raise Altered("entries came or went, unsealed, in chains read before the interruption: read all again")
    return counts


@contextmanager
def _snapshot() -> Iterator[None]:
    """One view of the database until the end; a caller's own transaction, if there is one, is verified as it is."""
    alone = not connection.in_atomic_block
    with transaction.atomic():
        if alone:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


def _oldest_wait(now: datetime) -> timedelta:
    """For how long the first entry that waits had waited at `now`; chains were verified, so that each tells when."""
    first = Outbox.objects.order_by("id").values("subject", "subject_id", "number").first()
    text = JournalEntry.objects.values_list("text", flat=True).get(**first) if first else None
    return now - datetime.fromisoformat(json.loads(text)["at"]) if text else timedelta()
