"""Writes entries to the journal and reads them back, chain by chain."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from tickets.journal import chain
from tickets.journal.chain import Entry, Subject
from tickets.models import JournalEntry

_BATCH = 500


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


def entries(subject: Subject, subject_id: int) -> list[Entry]:
    """One subject's chain, in order."""
    rows = JournalEntry.objects.filter(subject=subject, subject_id=subject_id).order_by("number")
    return [row.entry() for row in rows]
