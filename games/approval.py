"""Approving a prize table: each line's exact expected payout is computed from the rules, then the table is sealed."""

from fractions import Fraction

from django.db import transaction
from django.utils import timezone

from games.registry import GAMES
from games.rules import odds
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import PrizeTable, PrizeTier


class NotApprovable(Exception):
    """The table can't serve; the message says why."""


@transaction.atomic
def approve_prize_table(*, table_id: int) -> PrizeTable:
    """Write each tier's expected payout (a fraction of cents) and the table's journal entry (art. 3.2.1-3.2.2).

    Raises NotApprovable when its lines don't fit the game or the block.
    """
    table = PrizeTable.objects.select_for_update(of=("self",)).select_related("game").get(pk=table_id)
    tiers = list(table.tiers.all())
    _check(table, tiers)
    for tier in tiers:
        tier.expected = str(_expected(table.game.slug, tier))
    PrizeTier.objects.bulk_update(tiers, ["expected"])
    table.approved_at = timezone.now()
    table.save(update_fields=["approved_at"])
    lines = [{"lots": tier.lots, "tickets": tier.tickets, "expected": tier.expected} for tier in tiers]
    data = {"game": table.game.slug, "version": table.version, "block_size": table.block_size, "lines": lines}
    record.note(Subject.PRIZE_TABLE, table.id, "approve", data, at=table.approved_at)
    return table


def _check(table: PrizeTable, tiers: list[PrizeTier]) -> None:
    lots = len(GAMES[table.game.slug].rules.LOTS)
    if table.approved_at is not None:
        raise NotApprovable("This table is approved already.")
    if any(len(tier.lots) != lots for tier in tiers):
        raise NotApprovable(f"Each line of this game needs {lots} potential lots.")
    if [tier.position for tier in tiers] != list(range(1, len(tiers) + 1)):
        raise NotApprovable("The lines must be numbered from 1 without a gap.")
    if sum(tier.tickets for tier in tiers) != table.block_size:
        raise NotApprovable(f"The lines must add up to the {table.block_size} tickets of a block.")


def _expected(slug: str, tier: PrizeTier) -> Fraction:
    """The least expected payout, whichever of its published strategies the player follows, in cents."""
    rules = GAMES[slug].rules
    lots = tuple(tier.lots)
    return min(odds.expected(rules, lots, odds.distribution(rules, strategy)) for strategy in rules.STRATEGIES.values())
