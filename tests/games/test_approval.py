"""A prize table is approved by a second person: what each ticket is worth is written, and nothing of it changes."""

import json
from fractions import Fraction

import pytest
from django.contrib.auth.models import User
from django.db import ProgrammingError, transaction
from django.utils import timezone

from games.approval import NotApprovable, approve_prize_table
from games.contents import Content
from tests.games import stock
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import PrizeTable, PrizeTier
from tickets.verifying import Altered, verify

pytestmark = pytest.mark.django_db
SHARES = {
    "sauve_souris": Fraction(7, 10),
    "poule_aux_oeufs_d_or": Fraction(6895193, 10140000),
    "as_capone": Fraction(1258388455987, 1796492925000),
}


@pytest.fixture
def table() -> PrizeTable:
    return stock.make_emission("sauve_souris").prize_table


def approve(table: PrizeTable) -> PrizeTable:
    return approve_prize_table(table_id=table.pk, by=stock.approver())


@pytest.mark.parametrize("slug", SHARES)
def test_the_expected_payouts_of_a_block_are_the_exact_return_of_its_game(slug: str) -> None:
    table = approve(stock.make_emission(slug).prize_table)
    total = sum(tier.expected_payout * tier.tickets for tier in table.tiers.all())
    assert total / (table.block_size * table.game.price) == SHARES[slug]


def test_an_approval_is_journalled_with_its_lines_its_share_and_who(table: PrizeTable) -> None:
    """Art. 2.3, 3.2.2."""
    approve(table)
    (entry,) = record.entries(Subject.PRIZE_TABLE, table.id)
    data = json.loads(entry.text)["data"]
    assert entry.kind == "approve" and '"lots":[625000,5000000],"tickets":2' in entry.text
    assert (data["share"], data["tolerance"], data["price"]) == (69_00, 2_00, 3_00)
    assert data["by"] == stock.approver().pk


def test_a_table_is_approved_once(table: PrizeTable) -> None:
    approve(table)
    with pytest.raises(NotApprovable, match="déjà approuvé"):
        approve(table)


def test_who_changed_a_table_last_does_not_approve_it(table: PrizeTable) -> None:
    PrizeTable.objects.update(changed_by=stock.approver())
    with pytest.raises(NotApprovable, match="une autre personne"):
        approve(table)
    PrizeTable.objects.update(changed_by=User.objects.create_user("autre"))
    assert approve(table).approved_by == stock.approver()


def test_who_has_no_right_does_not_approve(table: PrizeTable) -> None:
    with pytest.raises(NotApprovable, match="pas le droit"):
        approve_prize_table(table_id=table.pk, by=User.objects.create_user("autre"))


def test_what_is_approved_is_what_was_read(table: PrizeTable) -> None:
    read = Content.of(table).fingerprint
    table.tiers.filter(position=7).update(lots=[3_00, 16_00])
    with pytest.raises(NotApprovable, match="relisez-le"):
        approve_prize_table(table_id=table.pk, by=stock.approver(), seen=read)


def test_lines_that_do_not_make_a_block_are_refused(table: PrizeTable) -> None:
    """Art. 3.2.1."""
    table.tiers.filter(position=1).update(tickets=3)
    with pytest.raises(NotApprovable, match="1 de trop pour un bloc de 300\u00a0000"):
        approve(table)


@pytest.mark.parametrize(
    ("share", "tolerance", "refused"),
    [(70_00, 0, False), (69_99, 1, False), (69_98, 1, True), (70_02, 1, True), (None, 1, True), (70_00, None, True)],
)
def test_a_return_outside_the_share_fixed_by_the_order_is_refused(
    table: PrizeTable, share: int | None, tolerance: int | None, refused: bool
) -> None:
    """Art. 2.3: Sauve Souris returns 70 %."""
    PrizeTable.objects.update(share=share, tolerance=tolerance)
    if refused:
        with pytest.raises(NotApprovable, match=r"2\.3"):
            approve(table)
        assert not record.entries(Subject.PRIZE_TABLE, table.pk)
    else:
        approve(table)


def test_a_return_out_by_less_than_the_screen_shows_is_refused() -> None:
    """Art. 2.3: La Poule returns 67.9999 %, which rounds to 68.00 %."""
    table = stock.make_emission("poule_aux_oeufs_d_or").prize_table
    PrizeTable.objects.update(share=68_00, tolerance=0)
    with pytest.raises(NotApprovable, match="hors de la part fixée"):
        approve(table)


def test_a_line_with_another_games_lots_is_refused(table: PrizeTable) -> None:
    table.tiers.filter(position=1).update(lots=[1, 2, 3])
    with pytest.raises(NotApprovable, match="2 lots potentiels"):
        approve(table)


def test_a_table_without_lines_is_refused(table: PrizeTable) -> None:
    table.tiers.all().delete()
    with pytest.raises(NotApprovable, match="aucune ligne"):
        approve(table)


def test_a_gap_in_the_lines_is_refused(table: PrizeTable) -> None:
    table.tiers.filter(position=7).update(position=9)
    with pytest.raises(NotApprovable, match="sans trou"):
        approve(table)


@pytest.mark.parametrize("change", ["block_size", "share", "approved_at", "game_id"])
def test_the_database_refuses_any_change_of_an_approved_table(table: PrizeTable, change: str) -> None:
    approve(table)
    value = {"approved_at": None, "game_id": table.game_id}.get(change, 1)
    with pytest.raises(ProgrammingError, match="approved, UPDATE is refused"), transaction.atomic():
        PrizeTable.objects.filter(pk=table.pk).update(**{change: value})


def test_the_database_refuses_any_change_of_an_approved_tables_lines(table: PrizeTable) -> None:
    draft = PrizeTable.objects.create(game=table.game, version=2, block_size=1)
    line = PrizeTier.objects.create(table=draft, position=8, lots=[1, 1], tickets=1)
    approve(table)
    first = table.tiers.filter(position=1)
    for change in (
        lambda: first.update(tickets=3),
        lambda: first.update(table=draft, position=9),
        lambda: first.delete(),
        lambda: PrizeTier.objects.create(table=table, position=9, lots=[1, 1], tickets=1),
        lambda: PrizeTier.objects.filter(pk=line.pk).update(table=table),
    ):
        with pytest.raises(ProgrammingError, match="of a line is refused"), transaction.atomic():
            change()
    verify(blocks=False)


def test_a_table_said_approved_without_an_approval_is_found(table: PrizeTable) -> None:
    before = transaction.savepoint()
    PrizeTable.objects.update(approved_at=timezone.now())
    with pytest.raises(Altered, match="no entry of its approval"):
        verify(blocks=False)
    transaction.savepoint_rollback(before)
