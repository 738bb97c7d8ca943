"""Practice plays: a game's own rules, on lots as its tickets bear them; nothing keeps one but the page it is on."""

import json
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from importlib.resources import files
from itertools import accumulate
from secrets import randbelow
from typing import Any, Self

import msgspec
from django.core import signing
from django.db.models import Q
from django.utils import timezone

from games.registry import Entry
from games.rules.dealer import Dealer, Live
from games.rules.game import Lots
from public.emissions import ISSUED
from tickets.calendar import paris_day
from tickets.models import Emission, PrizeTier

LASTS = timedelta(hours=4)
Tiers = Sequence[tuple[Lots, int]]  # the lots of each line, and its tickets


class Unreadable(Exception):
    """What a form carries is no practice play of this game, or one begun too long ago."""


@dataclass(frozen=True, slots=True)
class Practice:
    """A practice play where it stands; its lots, and its amount once it is over, are cents that nobody is paid."""

    game: Entry
    tier: Lots
    state: Any
    step: int = 0

    @classmethod
    def begun(cls, game: Entry) -> Self:
        """One before its first step, with the lots of a ticket taken at random in a block."""
        return cls(game, drawn(tiers(game), randbelow), game.rules.start())

    @classmethod
    def read(cls, game: Entry, carried: str) -> Self:
        """The one that was `carried`. Raises Unreadable."""
        try:
            tier, state, step = signing.loads(carried, salt=_salt(game), max_age=LASTS)
            return cls(game, tuple(tier), msgspec.convert(state, game.rules.State), step)
        except (signing.BadSignature, msgspec.ValidationError) as error:  # signed, but before its rules changed
            raise Unreadable from error

    @property
    def carried(self) -> str:
        """The whole play, signed: nobody makes up another one, and nothing else keeps it."""
        kept = self.tier, msgspec.to_builtins(self.state), self.step
        return signing.dumps(kept, salt=_salt(self.game), compress=True)

    @property
    def lots(self) -> dict[str, int]:
        return dict(zip(self.game.rules.LOTS, self.tier, strict=True))

    @property
    def amount(self) -> int | None:
        """What a ticket bearing these lots would have won; None as long as the play goes on."""
        outcome = self.game.rules.outcome(self.state)
        return None if outcome is None else self.game.rules.prize(self.tier, outcome)

    def played(self, data: Mapping[str, str], dealer: Dealer | None = None) -> Self:
        """After the step that these fields choose, drawn as a ticket's are (art. 3.1.2). Raises IllegalChoice."""
        rules = self.game.rules
        state = rules.play(self.state, rules.choice_from(data), dealer or Live())
        return replace(self, state=state, step=self.step + 1)


def _salt(game: Entry) -> str:
    return f"practice.{game.slug}"


def tiers(game: Entry) -> Tiers:
    """The lines of the prize table of the latest emission on sale, or of the table published with the game's annex."""
    today = paris_day(timezone.now())
    on_sale = Emission.objects.filter(
        ISSUED,
        Q(closed_on=None) | Q(closed_on__gte=today),
        game__slug=game.slug,
        available_on__lte=today,
        prize_table__approved_at__isnull=False,
    ).order_by("-available_on", "-pk")
    lines = PrizeTier.objects.filter(table__in=on_sale.values("prize_table")[:1]).values_list("lots", "tickets")
    return [(tuple(lots), tickets) for lots, tickets in lines] or _published(game)


def _published(game: Entry) -> Tiers:
    tables = json.loads(files("tickets").joinpath("prize_tables.json").read_text())
    rows = next(table["rows"] for table in tables if table["game"] == game.slug)
    return [(tuple(euros * 100 for euros in lots), tickets) for *lots, tickets in rows]


def drawn(tiers: Tiers, below: Callable[[int], int]) -> Lots:
    """The lots of one ticket of a block, each ticket as likely: `below(n)` is uniform from 0 to n - 1."""
    ends = list(accumulate(tickets for _, tickets in tiers))
    return tiers[bisect_right(ends, below(ends[-1]))][0]
