"""Blocks that can't be issued: one line tells the operator why."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine
from django.core.management import CommandError, call_command

from tests.tickets import blocks
from tests.tickets.blocks import issued
from tickets.issuing.planning import CannotIssue
from tickets.issuing.services import issue_block
from tickets.models import Block, Booklet, PrizeTable, Ticket

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"closed_on": date(2026, 6, 30)}, "close le 30/06/2026"),
        ({"booklet_size": 60}, "livrets de 60"),
        ({"booklet_share": 101}, "règle des livrets"),
        ({"prize_table": {"approved_at": None}}, "pas approuvé"),
        ({"prize_table": {"block_size": 2_000}}, "1000 tickets pour un bloc de 2000"),
        ({"booklet_size": 1, "game_code": 504}, "règle des livrets"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_issued_is_refused_in_one_line(change: dict[str, Any], why: str, printer: str) -> None:
    """Art. 3.2.1, 3.2.4, 3.2.6."""
    emission = blocks.make_emission("sauve_souris", 1_000)
    for name, value in change.items():
        setattr(emission, name, _other(emission.prize_table, **value) if name == "prize_table" else value)
    emission.save()
    with pytest.raises(CommandError, match=why) as refused:
        call_command("issue_block", str(emission.game_code), "01")
    assert "\n" not in str(refused.value)
    assert not Block.objects.exists() and not Ticket.objects.exists()


def _other(table: PrizeTable, **said: Any) -> PrizeTable:
    """Another table with these lines, of which something else is said: one that is approved never changes."""
    told = {"block_size": table.block_size, "approved_at": table.approved_at} | said
    other = PrizeTable.objects.create(game=table.game, version=2, block_size=told["block_size"])
    for tier in table.tiers.all():
        tier.pk, tier.table = None, other
        tier.save(force_insert=True)
    PrizeTable.objects.filter(pk=other.pk).update(approved_at=told["approved_at"])
    return other


def test_a_block_can_be_issued_until_its_emission_closes(printer: str) -> None:
    """Art. 3.2.3, 3.2.6: a notice gives the last day of sale."""
    emission = blocks.make_emission("sauve_souris", 1_000, closed_on=date(2027, 6, 30))
    with time_machine.travel(datetime(2027, 6, 30, 21, 59, 59, tzinfo=UTC)):
        issue_block(emission_id=emission.pk)
    with (
        time_machine.travel(datetime(2027, 6, 30, 22, tzinfo=UTC)),
        pytest.raises(CannotIssue, match="close le 30/06/2027"),
    ):
        issue_block(emission_id=emission.pk)
    assert Block.objects.get().number == 1


def test_an_emission_without_booklet_numbers_left_is_refused(printer: str) -> None:
    """Art. 3.2.5."""
    block = issued("sauve_souris", 1_000)
    Booklet.objects.create(key=501_01_999_990, block=block)
    with pytest.raises(CannotIssue, match="pas 20 numéros de livrets"):
        issue_block(emission_id=block.emission_id)


def test_a_printer_key_that_is_none_is_refused(printer: str, settings: Any) -> None:
    settings.PRINTER_KEY = "age1none"
    with pytest.raises(CannotIssue, match="PRINTER_KEY"):
        issued("sauve_souris", 1_000)


def test_unknown_emissions_are_refused(printer: str) -> None:
    with pytest.raises(CommandError, match="no emission 501 02"):
        call_command("issue_block", "501", "02")
    with pytest.raises(CannotIssue, match="identifiant 12"):
        issue_block(emission_id=12)
