"""Streams a block's rows into PostgreSQL by binary COPY, which stores some while the next ones are being made."""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from struct import Struct

from django.db import connection

from tickets import blind
from tickets.issuing.sealing import Row

_HEAD = b"PGCOPY\n\xff\r\n\0" + bytes(8)
_TAIL = b"\xff\xff"
_BOOKLET = Struct("!h iq iq i? i? i?")
_TICKET = Struct(f"!h iq iq i32s i{blind.SEALED_LENGTH}s")
_BOOKLETS = "COPY tickets_booklet (key, block_id, stolen, misprint, void) FROM STDIN (FORMAT binary)"
_TICKETS = "COPY tickets_ticket (number, booklet_id, lookup, sealed_tier) FROM STDIN (FORMAT binary)"


def copy_booklets(keys: Sequence[int], block_id: int) -> None:
    """Write a block's booklets, none of them flagged."""
    _copy(_BOOKLETS, [b"".join(_BOOKLET.pack(5, 8, key, 8, block_id, 1, False, 1, False, 1, False) for key in keys)])


def copy_tickets(chunks: Iterable[Sequence[Row]]) -> None:
    """Write tickets chunk by chunk, in one statement; their booklets are checked later, see `checking`."""
    _copy(_TICKETS, (b"".join([_packed(*row) for row in chunk]) for chunk in chunks))


@contextmanager
def checking() -> Iterator[None]:
    """Let PostgreSQL check what was written while the body runs, which has to leave the database alone."""
    with connection.cursor() as cursor, ThreadPoolExecutor(1) as checker:
        # A check planned when there were few booklets reads them all each time, and is kept as long as the connection.
        cursor.execute("DISCARD PLANS")
        # Not through Django's cursor, which belongs to this thread.
        checked = checker.submit(connection.connection.execute, "SET CONSTRAINTS ALL IMMEDIATE")
        yield
        checked.result()


def _packed(number: int, lookup: bytes, sealed: bytes) -> bytes:
    booklet = number // 10_000  # without the ticket's three digits and the check digit
    return _TICKET.pack(4, 8, number, 8, booklet, len(lookup), lookup, len(sealed), sealed)


def _copy(statement: str, rows: Iterable[bytes]) -> None:
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.write(_HEAD)
        for some in rows:
            copy.write(some)
        copy.write(_TAIL)
