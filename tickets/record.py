"""Writes entries to the journal and reads them back, chain by chain."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from tickets.journal import chain
from tickets.journal.chain import Entry, Subject
from tickets.models import JournalEntry


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


def entries(subject: Subject, subject_id: int) -> list[Entry]:
    """One subject's chain, in order."""
    rows = JournalEntry.objects.filter(subject=subject, subject_id=subject_id).order_by("number")
    return [row.entry() for row in rows]
