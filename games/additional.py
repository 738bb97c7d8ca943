"""Additional lots: drawn at the end of a play that was started in an addendum's window (art. 3.2.8)."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from games.models import Play, WonLot
from games.rules.dealer import Dealer
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import Addendum, AdditionalLot

KIND = "additional"
_MOST = 100  # items of one draw; rarer chances are several draws, each of which must win


class Chance(NamedTuple):
    """A lot that can be drawn, and one play in how many draws it."""

    lot: int
    one_in: int


def draw(play: Play, dealer: Dealer, at: datetime) -> None:
    """Draw for a play that has just ended, for each addendum of its start; saves what is won, not the play.

    The lines are locked until the caller's transaction ends, so that what is drawn is there to be given.
    """
    addenda = Addendum.objects.of_start(play.tier.table.game, play.started_at)
    lots = AdditionalLot.objects.filter(addendum__in=addenda, left__gt=0).select_for_update(of=("self",)).order_by("pk")
    by_addendum: dict[int, list[AdditionalLot]] = {}
    for lot in lots:
        by_addendum.setdefault(lot.addendum_id, []).append(lot)
    for addendum, some in by_addendum.items():
        _draw_one(play, addendum, some, dealer, at)


def won(dealer: Dealer, chances: Sequence[Chance]) -> int | None:
    """The lot drawn, one line after the other until one wins; None when none does."""
    return next((chance.lot for chance in chances if _wins(dealer, chance)), None)


def _draw_one(play: Play, addendum: int, lots: list[AdditionalLot], dealer: Dealer, at: datetime) -> None:
    before = len(dealer.draws)
    chances = [Chance(lot.pk, lot.one_in) for lot in lots]
    found = won(dealer, chances)
    lot = next((lot for lot in lots if lot.pk == found), None)
    if lot is not None:
        lot.left -= 1
        lot.save(update_fields=["left"])
        WonLot.objects.create(play=play, lot=lot)
    data = {
        "play": str(play.id),
        "addendum": addendum,
        "chances": [list(chance) for chance in chances],
        "draws": [{"name": one.name, "among": one.among, "result": one.result} for one in dealer.draws[before:]],
        "lot": found,
    }
    play.entries, play.head = record.append(Subject.TICKET, play.ticket_id, KIND, data, at=at, after=play.chain_head)


def _wins(dealer: Dealer, chance: Chance) -> bool:
    sizes = enumerate(_sizes(chance.one_in), 1)
    return all(dealer.one(f"additional lot {chance.lot}, {place}", range(1, size + 1)) == 1 for place, size in sizes)


def _sizes(one_in: int) -> Iterator[int]:
    while one_in > _MOST:
        yield _MOST
        one_in //= _MOST
    if one_in > 1:
        yield one_in
