"""Blind storage of an issued block: neither the database nor the log tells a code or a tier."""

import logging
from collections import Counter
from itertools import pairwise

import pytest
from django.db import connection

from tests.tickets import blocks
from tests.tickets.blocks import issued
from tickets import blind, codes, peppers
from tickets.issuing import print_file
from tickets.models import Ticket

pytestmark = pytest.mark.django_db


def test_no_code_is_told_by_database_or_log(
    printer: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Art. 3.2.2: nobody knows which ticket bears what."""
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, logger="django")
    monkeypatch.setattr(logging.getLogger("django"), "propagate", True)
    connection.force_debug_cursor = True
    try:
        block = issued("sauve_souris", 1_000)
    finally:
        connection.force_debug_cursor = False
    assert 'INSERT INTO "tickets_block"' in caplog.text
    told = caplog.text + everything_stored()
    for one in blocks.opened(block, printer):
        code = codes.read(one.printed.code)
        for form in (code, one.printed.code, code.encode().hex(), one.printed.code.encode().hex()):
            assert form not in told


def everything_stored() -> str:
    """Every row of every table, as text; bytes are in hexadecimal."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        assert {"tickets_ticket", "tickets_journalentry", "django_session"} <= set(tables)
        rows = [cursor.execute(f'SELECT t::text FROM "{table}" t').fetchall() for table in tables]  # noqa: S608
    return "\n".join(row for table in rows for (row,) in table)


def test_tickets_of_one_tier_share_nothing(printer: str) -> None:
    """Art. 3.2.2."""
    block = issued("sauve_souris")
    tiers = {one.printed.number: one.tier for one in blocks.opened(block, printer)}
    commonest, _ = Counter(tiers.values()).most_common(1)[0]
    rows = Ticket.objects.values_list("number", "sealed_tier", "lookup")
    assert {(len(sealed), len(lookup)) for _, sealed, lookup in rows} == {(blind.SEALED_LENGTH, 32)}
    alike = [bytes(sealed) for number, sealed, _ in rows if tiers[number] == commonest]
    for place in range(blind.SEALED_LENGTH):
        # Some 1,800 bytes spread over 256 values: none comes up more than 40 times but once in 10^15 blocks.
        assert Counter(sealed[place] for sealed in alike).most_common(1)[0][1] <= 40


def test_rows_do_not_lie_in_the_order_of_printing(printer: str) -> None:
    issued("sauve_souris")
    with connection.cursor() as cursor:
        cursor.execute("SELECT booklet_id FROM tickets_ticket ORDER BY ctid")
        lying = [booklet for (booklet,) in cursor.fetchall()]
    neighbours = sum(one == other for one, other in pairwise(lying))
    assert neighbours < 120, "about 49 of 3,000 neighbours are of one booklet by chance"


def test_swapped_tiers_are_refused_when_opened(printer: str) -> None:
    """Art. 4.3.2."""
    block = issued("sauve_souris", 1_000)
    one, other = Ticket.objects.order_by("number")[:2]
    one.sealed_tier, other.sealed_tier = other.sealed_tier, one.sealed_tier
    one.save()
    other.save()
    with pytest.raises(blind.Tampered):
        blocks.opened(block, printer)


def test_another_pepper_opens_nothing(printer: str) -> None:
    block = issued("sauve_souris", 1_000)
    right, wrong = peppers.newest(), blind.Peppers(1, bytes(32), bytes(32))
    rows = {bytes(row.lookup): row for row in Ticket.objects.all()}
    for one in print_file.read(blocks.path_of(block), printer):
        code = codes.read(one.code)
        assert blind.lookup(wrong, code) not in rows
        row = rows[blind.lookup(right, code)]
        lookup, sealed = bytes(row.lookup), bytes(row.sealed_tier)
        with pytest.raises(blind.Tampered):
            blind.open_tier(wrong, code, lookup, number=row.number, block_id=block.pk, sealed=sealed)
