"""Approving a prize table writes what each of its tickets is worth on average, from the rules themselves."""

from fractions import Fraction

import pytest
from django.db import transaction
from django.utils import timezone

from games.approval import NotApprovable, approve_prize_table
from tests.games import stock
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import PrizeTable
from tickets.verifying import Altered, verify

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> PrizeTable:
    return stock.make_emission("sauve_souris").prize_table


@pytest.mark.parametrize(
    ("slug", "share"),
    [
        ("sauve_souris", Fraction(7, 10)),
        ("poule_aux_oeufs_d_or", Fraction(6895193, 10140000)),
        ("as_capone", Fraction(1258388455987, 1796492925000)),
    ],
)
def test_the_expected_payouts_of_a_block_are_the_exact_return_of_its_game(slug: str, share: Fraction) -> None:
    table = stock.make_emission(slug).prize_table
    approve_prize_table(table_id=table.id)
    total = sum(tier.expected_payout * tier.tickets for tier in table.tiers.all())
    assert total / (table.block_size * table.game.price) == share


def test_an_approval_is_journalled_with_its_lines(table: PrizeTable) -> None:
    approve_prize_table(table_id=table.id)
    (entry,) = record.entries(Subject.PRIZE_TABLE, table.id)
    assert entry.kind == "approve"
    assert '"lots":[625000,5000000],"tickets":2' in entry.text


def test_a_table_is_approved_once(table: PrizeTable) -> None:
    approve_prize_table(table_id=table.id)
    with pytest.raises(NotApprovable, match="already"):
        approve_prize_table(table_id=table.id)


def test_lines_that_do_not_make_a_block_are_refused(table: PrizeTable) -> None:
    """Art. 3.2.1."""
    table.tiers.filter(position=1).update(tickets=3)
    with pytest.raises(NotApprovable, match="300000"):
        approve_prize_table(table_id=table.id)


def test_a_line_with_another_games_lots_is_refused(table: PrizeTable) -> None:
    table.tiers.filter(position=1).update(lots=[1, 2, 3])
    with pytest.raises(NotApprovable, match="2 potential lots"):
        approve_prize_table(table_id=table.id)


def test_a_gap_in_the_lines_is_refused(table: PrizeTable) -> None:
    table.tiers.filter(position=7).update(position=9)
    with pytest.raises(NotApprovable, match="gap"):
        approve_prize_table(table_id=table.id)


@pytest.mark.parametrize("change", [{"lots": [1_000_00, 8_000_00]}, {"tickets": 1}, {"expected": "1"}])
def test_a_line_altered_after_the_approval_is_found(table: PrizeTable, change: dict[str, object]) -> None:
    """Art. 3.2.2: what tickets bear is read from these lines."""
    approve_prize_table(table_id=table.id)
    verify(blocks=False)
    before = transaction.savepoint()
    table.tiers.filter(position=1).update(**change)
    with pytest.raises(Altered, match="not those approved"):
        verify(blocks=False)
    transaction.savepoint_rollback(before)


def test_a_table_said_approved_without_an_approval_is_found(table: PrizeTable) -> None:
    before = transaction.savepoint()
    PrizeTable.objects.update(approved_at=timezone.now())
    with pytest.raises(Altered, match="no entry of its approval"):
        verify(blocks=False)
    transaction.savepoint_rollback(before)
