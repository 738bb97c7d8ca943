"""Streams a block's rows into PostgreSQL by binary COPY, while the next ones are being made."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from struct import Struct

from django.db import connection
from django.db.backends.utils import CursorWrapper

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
    rows = [_BOOKLET.pack(5, 8, key, 8, block_id, 1, False, 1, False, 1, False) for key in keys]
    with connection.cursor() as cursor:
        _copy(cursor, _BOOKLETS, rows)


def copy_tickets(chunks: Iterable[Sequence[Row]]) -> None:
    """Write tickets chunk by chunk; PostgreSQL stores a chunk, and checks its booklets, while the next is made."""
    with connection.cursor() as cursor, ThreadPoolExecutor(1) as sender:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        # A check planned when there were few booklets reads them all each time, and is kept as long as the connection.
        cursor.execute("DISCARD PLANS")
        sent = None
        for chunk in chunks:
            rows = [_packed(*row) for row in chunk]
            if sent:
                sent.result()
            sent = sender.submit(_copy, cursor, _TICKETS, rows)
        if sent:
            sent.result()


def _packed(number: int, lookup: bytes, sealed: bytes) -> bytes:
    booklet = number // 10_000  # without the ticket's three digits and the check digit
    return _TICKET.pack(4, 8, number, 8, booklet, len(lookup), lookup, len(sealed), sealed)


def _copy(cursor: CursorWrapper, statement: str, rows: Sequence[bytes]) -> None:
    with cursor.copy(statement) as copy:
        copy.write(b"".join((_HEAD, *rows, _TAIL)))
