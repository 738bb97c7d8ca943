"""Writes entries to the journal and reads them back, chain by chain."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import connection

from tickets.journal import chain
from tickets.journal.chain import Entry, Subject
from tickets.models import JournalEntry

_BATCH = 500
_LOCK_SHIFT = 52  # a subject's id has fifteen digits at most
_SORT = 1 << 51  # no subject's id: what stands for all subjects of a sort
_FEW = 200  # the database keeps every lock held in a table of some thousands
_HOLD = """
SELECT pg_advisory_xact_lock_shared(%s), (SELECT count(pg_advisory_xact_lock(key)) FROM unnest(%s::bigint[]) AS key)"""
_ENDS = """
SELECT one, number, digest FROM unnest(%s::bigint[]) AS one LEFT JOIN LATERAL (
    SELECT number, digest FROM tickets_journalentry
    WHERE subject = %s AND subject_id = one ORDER BY number DESC LIMIT 1) AS last ON true"""


class Head(NamedTuple):
    """The end of a chain: the number and the digest of its last entry."""

    number: int = 0
    digest: bytes = chain.GENESIS


def head(subject: Subject, subject_id: int) -> Head:
    """The end of a subject's chain; `Head()` when nothing is recorded yet."""
    last = (
        JournalEntry.objects.filter(subject=subject, subject_id=subject_id)
        .order_by("-number")
        .values_list("number", "digest")
        .first()
    )
    return Head(last[0], bytes(last[1])) if last else Head()


def heads(subject: Subject, subject_ids: Collection[int]) -> dict[int, Head]:
    """The end of each of several chains of one sort, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_ENDS, [list(subject_ids), subject])
        return {one: Head(number, bytes(digest)) if number else Head() for one, number, digest in cursor.fetchall()}


def append(
    subject: Subject, subject_id: int, kind: str, data: Mapping[str, Any], *, at: datetime, after: Head | None = None
) -> Head:
    """Add one entry in the caller's transaction and return the chain's new head.

    `after` is the chain's head when the caller keeps it; the caller holds a lock on the subject, and a
    second entry of the same number is refused by the database (IntegrityError).
    """
    number, digest = after or head(subject, subject_id)
    entry = chain.make(subject, subject_id, number + 1, kind, data, at=at, previous=digest)
    JournalEntry.of(entry).save(force_insert=True)
    return Head(entry.number, entry.digest)


def note(subject: Subject, subject_id: int, kind: str, data: Mapping[str, Any], *, at: datetime) -> Head:
    """Add one entry as `append` does, holding the chain until the caller's transaction ends.

    For subjects that have no row to lock; tickets and their plays have their own way.
    """
    _hold(subject, [subject_id])
    return append(subject, subject_id, kind, data, at=at)


def note_all(subject: Subject, kind: str, data: Mapping[int, Mapping[str, Any]], *, at: datetime) -> None:
    """Add an entry to the chain of each subject that `data` names, as `note` does to one, in few statements."""
    _hold(subject, sorted(data))
    ends = heads(subject, data)
    append_all(subject, kind, ((one, ends[one], said) for one, said in data.items()), at=at)


def append_all(
    subject: Subject, kind: str, added: Iterable[tuple[int, Head, Mapping[str, Any]]], *, at: datetime
) -> list[Head]:
    """Add an entry to each of several chains of one sort, as `append` does to one, in few statements.

    `added` gives each chain's id, its head, and what the entry says; gives the new heads, in the same order.
    """
    made = [
        chain.make(subject, subject_id, after.number + 1, kind, data, at=at, previous=after.digest)
        for subject_id, after, data in added
    ]
    JournalEntry.objects.bulk_create(map(JournalEntry.of, made), batch_size=_BATCH)
    return [Head(entry.number, entry.digest) for entry in made]


def _hold(subject: Subject, subject_ids: Sequence[int]) -> None:
    """Take the advisory lock of each chain, in one order; beyond a few, the one lock of all chains of their sort."""
    sort = subject << _LOCK_SHIFT
    with connection.cursor() as cursor:
        if len(subject_ids) > _FEW:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [sort + _SORT])
            return
        keys = [sort + one for one in subject_ids]
        cursor.execute(_HOLD, [sort + _SORT, keys])


def entries(subject: Subject, subject_id: int) -> list[Entry]:
    """One subject's chain, in order."""
    rows = JournalEntry.objects.filter(subject=subject, subject_id=subject_id).order_by("number")
    return [row.entry() for row in rows]
