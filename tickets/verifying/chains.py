"""Verifies the chains, and that each of their entries stands in the log or waits for it, once (art. 4.4.2)."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db import connection
from psycopg.sql import SQL, Composed

from tickets.journal import chain
from tickets.journal.chain import Entry, Subject
from tickets.journal.quick import plainly_right
from tickets.seal.tree import Tree
from tickets.verifying.keeping import FIRST, LAST, Keeper
from tickets.verifying.reading import Advance, Altered, Row, Watch, named, reading

_SUBJECTS = {subject.value: subject for subject in Subject}
_COUNT = SQL("SELECT count(*) FROM tickets_journalentry WHERE {}")
_ENTRIES = SQL("""
SELECT subject, subject_id, number, kind, text, previous, digest FROM tickets_journalentry WHERE {}
ORDER BY subject, subject_id, number""")
_PLACES = SQL("""
SELECT subject, subject_id, number, digest, index FROM tickets_leaf WHERE {0}
UNION ALL SELECT subject, subject_id, number, digest, NULL FROM tickets_outbox WHERE {0}
ORDER BY subject, subject_id, number""")
_LATER = SQL("(subject, subject_id) > ({}, {})")
_GROWN = SQL("""
(subject, subject_id) <= ({}, {}) AND (subject, subject_id) IN (
    SELECT subject, subject_id FROM tickets_leaf WHERE index >= {} UNION SELECT subject, subject_id FROM tickets_outbox
)""")


class Read(NamedTuple):
    """How much was read."""

    entries: int = 0
    chains: int = 0


def verify(watch: Watch, keeper: Keeper) -> Read:
    """Verify every chain, on from the last one that the keeper knows; those that have grown since come first."""
    done, again = keeper.done, Read()
    leaves = Tree().size
    if done.chain != FIRST:
        again = _verify(_GROWN.format(*done.chain, done.leaves), "entries again", watch)
    done.leaves = leaves
    read = _verify(_LATER.format(*done.chain), "entries", watch, keeper)
    done.chain = LAST
    return Read(again.entries + read.entries, again.chains + read.chains)


def _verify(which: Composed, unit: str, watch: Watch, keeper: Keeper | None = None) -> Read:
    """Verify some chains whole, in order; the keeper is told of each."""
    number = chains = 0
    with (
        watch(unit, _count(which)) as advance,
        reading(_ENTRIES.format(which)) as entries,
        reading(_PLACES.format(which)) as places,
    ):
        place = next(places, None)
        for key, rows in groupby(entries, key=itemgetter(0, 1)):
            chained = [_entry(*row) for row in rows]
            if not plainly_right(chained):
                _check(chained)
            place = _check_places(chained, place, places)
            number, chains = number + len(chained), chains + 1
            _tell(key, len(chained), advance, keeper)
        if place:
            raise _without_entry(place)
    return Read(number, chains)


def _tell(key: tuple[int, int], count: int, advance: Advance, keeper: Keeper | None) -> None:
    if keeper:
        keeper.done.chain = key
        keeper.keep()
    advance(count)


def _count(which: Composed) -> int:
    with connection.cursor() as cursor:
        cursor.execute(_COUNT.format(which))
        count: int = cursor.fetchone()[0]
    return count


def _entry(subject: int, subject_id: int, number: int, kind: str, text: str, previous: bytes, digest: bytes) -> Entry:
    if subject not in _SUBJECTS:
        raise Altered(f"{named(subject, subject_id, number)}: no such subject")
    return Entry(_SUBJECTS[subject], subject_id, number, kind, text, previous, digest)


def _check(chained: Sequence[Entry]) -> None:
    try:
        chain.check(chained)
    except chain.Broken as error:
        raise Altered(str(error)) from error


def _check_places(chained: Sequence[Entry], place: Row | None, places: Iterator[Row]) -> Row | None:
    """Compare a chain with where its entries stand, the first at `place`; the place after them, which is another's."""
    before = -1
    for entry in chained:
        if place is None or place[:3] != (entry.subject, entry.subject_id, entry.number):
            raise _misplaced(entry, place)
        *_, digest, index = place
        if digest != entry.digest:
            raise Altered(f"{_name(entry)}: {_where(index)} has another digest")
        if index is None:
            before = 2**63  # nothing is sealed before what waits before it
        elif index < before:
            raise Altered(f"{_name(entry)}: sealed before the entry before it, as leaf {index}")
        else:
            before = index
        place = next(places, None)
    return place


def _misplaced(entry: Entry, place: Row | None) -> Altered:
    if place is not None and place[:3] < (entry.subject, entry.subject_id, entry.number):
        return _without_entry(place)
    return Altered(f"{_name(entry)}: neither sealed in the log nor waiting for it")


def _without_entry(place: Row) -> Altered:
    """A place too many: its entry is gone, or has another place already."""
    *key, _, index = place
    return Altered(f"{named(*key)}: {_where(index)} has no entry of its own")


def _name(entry: Entry) -> str:
    return named(entry.subject, entry.subject_id, entry.number)


def _where(index: int | None) -> str:
    return "its line of the outbox" if index is None else f"its leaf {index}"
