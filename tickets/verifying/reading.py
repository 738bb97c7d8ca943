"""What all parts of the verification share: the fault they raise, streams of rows, and how they tell their progress."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from django.db import connection
from psycopg.sql import SQL, Composable

from tickets.journal.chain import Subject

Row = tuple[Any, ...]
Advance = Callable[[int], object]  # is told how many more were read
Watch = Callable[[str, int], AbstractContextManager[Advance]]
_ROWS_AT_ONCE = 2_000
_NAMES = {subject.value: subject.name.lower() for subject in Subject}


class Altered(Exception):
    """A record that is not what was written; the message names it and says what is wrong."""


@contextmanager
def unwatched(unit: str, total: int) -> Iterator[Advance]:
    """Tell nobody."""
    yield lambda count: None


@contextmanager
def reading(statement: str | Composable, parameters: Sequence[int] = ()) -> Iterator[Iterator[Row]]:
    """The rows of a statement, streamed."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(SQL(statement) if isinstance(statement, str) else statement, parameters)
        yield _rows(cursor)


def named(subject: int, subject_id: int, number: int) -> str:
    """How a fault names an entry."""
    return f"{_NAMES.get(subject, f'subject {subject}')} {subject_id}, entry {number}"


def _rows(cursor: Any) -> Iterator[Row]:
    while batch := cursor.fetchmany(_ROWS_AT_ONCE):
        yield from batch
