"""Writing a block's rows: how PostgreSQL checks them."""

import pytest
from django.db import connection, connections

from tests.tickets.blocks import issued, make_emission
from tickets.issuing.services import issue_block

pytestmark = pytest.mark.django_db
LARGE = 60_000  # more booklets than PostgreSQL would rather read through than look up


def times_read_through() -> int:
    """How often the table of booklets was read from end to end."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT seq_scan FROM pg_stat_user_tables WHERE relname = 'tickets_booklet'")
        count: int = cursor.fetchone()[0]
    return count


def test_booklets_are_looked_up_however_few_there_were_before(cloned_db: str, printer: str) -> None:
    """PostgreSQL keeps the plan of a check: made for 20 booklets, it would read all of them for each ticket."""
    small = issued("sauve_souris", 1_000).emission
    with connections["owner"].cursor() as cursor:
        cursor.execute("ANALYZE tickets_booklet")
    issue_block(emission_id=small.pk)
    large, before = make_emission("as_capone", LARGE), times_read_through()
    issue_block(emission_id=large.pk)
    assert times_read_through() < before + 100
