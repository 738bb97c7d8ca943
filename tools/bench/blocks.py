"""Issues blocks in a scratch database, and times each against the bare work that bounds it."""

import sys
import time
from collections.abc import Callable
from typing import Any

from psycopg import sql

SMALL = 1_000  # tickets
BARE = "COPY bench_ticket (number, booklet_id, lookup, sealed_tier) FROM STDIN (FORMAT binary)"
AT_ONCE = 2**18  # bytes


def issue_small() -> None:
    """One block of 1,000 tickets, in the proportions of the first game's table."""
    from games.approval import approve_prize_table
    from office.demonstration import load_offer
    from tickets.issuing.services import issue_block

    emission = load_offer()[0]
    table, tiers = emission.prize_table, list(emission.prize_table.tiers.all())
    for tier in tiers:
        tier.tickets = tier.tickets * SMALL // table.block_size
    tiers[-1].tickets += SMALL - sum(tier.tickets for tier in tiers)
    approver = table.approved_by
    assert approver is not None, "the offer's tables are approved"
    table.pk, table.version, table.block_size, table.approved_at, table.approved_by = None, 2, SMALL, None, None
    table.share, table.tolerance = 0, 100_00  # so few tickets return anything
    table.save()
    for tier in tiers:
        tier.pk, tier.table = None, table
        tier.save()
    emission.prize_table = approve_prize_table(table_id=table.pk, by=approver)
    emission.save()
    issue_block(emission_id=emission.pk)


def issue_large() -> None:
    """Full blocks of the first two games; prints the time of the quicker, by that of the quicker bare work."""
    from office.demonstration import load_offer
    from tickets import codes
    from tickets.issuing.services import issue_block

    _make_bare_table()
    issue, bare = [], []
    for emission in load_offer()[:2]:
        issue.append(_seconds(issue_block, emission_id=emission.pk))
        rows, drawn = _rows(emission.blocks.get().pk), codes.new_codes(emission.prize_table.block_size)
        bare.append(_seconds(_copy, rows) + _seconds(_seal, drawn))
    print(min(issue) / min(bare))


def _make_bare_table() -> None:
    """An identical table, with the same indexes."""
    from django.conf import settings
    from django.db import connections

    with connections["owner"].cursor() as cursor:
        cursor.execute("CREATE TABLE bench_ticket (LIKE tickets_ticket INCLUDING ALL)")
        cursor.execute(f"GRANT INSERT ON bench_ticket TO {settings.DATABASES['default']['USER']}")


def _rows(block_id: int) -> bytes:
    """The block's rows as they lie in the database, as binary COPY writes them."""
    from django.db import connection

    statement = sql.SQL(
        "COPY (SELECT number, booklet_id, lookup, sealed_tier FROM tickets_ticket WHERE booklet_id IN"
        " (SELECT key FROM tickets_booklet WHERE block_id = {}) ORDER BY ctid) TO STDOUT (FORMAT binary)"
    )
    with connection.cursor() as cursor, cursor.copy(statement.format(sql.Literal(block_id))) as copy:
        return b"".join(copy)


def _copy(rows: bytes) -> None:
    from django.db import connection

    with connection.cursor() as cursor, cursor.copy(BARE) as copy:
        for start in range(0, len(rows), AT_ONCE):
            copy.write(rows[start : start + AT_ONCE])


def _seal(drawn: list[str]) -> None:
    from tickets import blind, peppers

    opener = peppers.newest()
    for number, code in enumerate(drawn):
        blind.seal(opener, code, blind.lookup(opener, code), number=number, block_id=1, tier=1)


def _seconds(work: Callable[..., Any], *arguments: Any, **named: Any) -> float:
    started = time.perf_counter()
    work(*arguments, **named)
    return time.perf_counter() - started


if __name__ == "__main__":
    import django

    django.setup()
    {"small": issue_small, "large": issue_large}[sys.argv[1]]()
