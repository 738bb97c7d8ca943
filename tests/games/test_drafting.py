"""Preparing a prize table: begun, copied and changed by who may, until somebody approves it."""

import threading
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.db import connection

from games.approval import approve_prize_table
from games.contents import Content
from games.drafting import TableRefused, begin_table, change_table, copy_table
from office import roles
from tests.games import stock
from tickets.models import PrizeTable

pytestmark = pytest.mark.django_db
TIERS = (((5_00, 40_00), 60), ((2_00, 16_00), 40))


def issuer(name: str = "emissions") -> User:
    user, _ = User.objects.get_or_create(username=name)
    user.groups.add(Group.objects.get(name=roles.ISSUING))
    return user


def change(table: PrizeTable, **said: Any) -> PrizeTable:
    told = {"seen": Content.of(table).fingerprint, "block_size": 100, "share": 70_00, "tolerance": 50, "tiers": TIERS}
    return change_table(**{"table_id": table.pk, "by": issuer()} | told | said)


@pytest.fixture
def table() -> PrizeTable:
    return stock.make_emission("sauve_souris").prize_table


def test_a_change_makes_the_lines_what_is_told_in_their_order_and_keeps_who_did_it(table: PrizeTable) -> None:
    change(table)
    table.refresh_from_db()
    assert Content.of(table).tiers == TIERS
    assert [tier.position for tier in table.tiers.all()] == [1, 2]
    assert (table.block_size, table.share, table.tolerance, table.changed_by) == (100, 70_00, 50, issuer())
    change(table, tiers=(*reversed(TIERS), ((1_00, 8_00), 7)))
    assert Content.of(table).tiers == (*reversed(TIERS), ((1_00, 8_00), 7))


def test_saving_without_a_change_does_not_make_one_the_last_who_changed_it(table: PrizeTable) -> None:
    change(table)
    table.refresh_from_db()
    change(table, by=issuer("autre"))
    table.refresh_from_db()
    assert table.changed_by == issuer()


def test_a_new_version_starts_as_a_copy(table: PrizeTable) -> None:
    """Art. 3.2.2."""
    approve_prize_table(table_id=table.pk, by=stock.approver())
    copy = copy_table(table_id=table.pk, by=issuer())
    assert (copy.version, copy.approved_at, copy.approved_by, copy.changed_by) == (2, None, None, issuer())
    assert Content.of(copy) == Content.of(table)
    assert not any(tier.expected for tier in copy.tiers.all())


def test_an_approved_table_is_not_changed(table: PrizeTable) -> None:
    approve_prize_table(table_id=table.pk, by=stock.approver())
    with pytest.raises(TableRefused, match="ne change plus"):
        change(table)


def test_nobody_overwrites_what_they_have_not_read(table: PrizeTable) -> None:
    read = Content.of(table).fingerprint
    change(table)
    with pytest.raises(TableRefused, match="rouvrez-le"):
        change(table, by=issuer("autre"), seen=read)


@pytest.mark.parametrize(
    ("tiers", "why"),
    [
        ((((5_00,), 1),), "2 lots"),
        ((((5_00, 0), 1),), "plus grands que zéro"),
        ((((5_00, 40_00), 0),), "plus grands que zéro"),
        ((*TIERS, TIERS[0]), "Les lignes 1, 3 portent les mêmes lots"),
        ((((5_00, 40_00), 10_000_001),), "dix millions"),
        (tuple(((1 + place, 1), 1) for place in range(151)), "150 lignes"),
    ],
)
def test_what_can_not_be_a_table_is_refused_and_nothing_changes(table: PrizeTable, tiers: Any, why: str) -> None:
    before = Content.of(table)
    with pytest.raises(TableRefused, match=why):
        change(table, tiers=tiers)
    assert Content.of(table) == before


def test_a_tolerance_that_would_hold_nothing_is_refused(table: PrizeTable) -> None:
    """Art. 2.3."""
    with pytest.raises(TableRefused, match="10\u00a0% au plus"):
        change(table, share=69_00, tolerance=100_00)


def test_who_has_no_right_prepares_nothing(table: PrizeTable) -> None:
    for refused in (
        lambda: change(table, by=stock.approver()),
        lambda: copy_table(table_id=table.pk, by=stock.approver()),
        lambda: begin_table(game_id=table.game_id, by=stock.approver()),
    ):
        with pytest.raises(TableRefused, match="pas le droit"):
            refused()
    assert PrizeTable.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_copy_at_once_get_two_versions() -> None:
    table, user, made = stock.make_emission("sauve_souris").prize_table, issuer(), []

    def copy() -> None:
        made.append(copy_table(table_id=table.pk, by=User.objects.get(pk=user.pk)).version)
        connection.close()

    threads = [threading.Thread(target=copy) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(made) == [2, 3, 4, 5]
