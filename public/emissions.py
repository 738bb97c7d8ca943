"""The emissions as players are told of them: dates, where each stands today, notices, potential lots (art. 3.2)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from django.db.models import Exists, OuterRef, Prefetch

from games.registry import GAMES, Entry
from tickets.calendar import paris_day
from tickets.models import Block, Emission, Notice

ISSUED = Exists(Block.objects.filter(emission=OuterRef("pk")))  # without a block no ticket exists (art. 3.2.1)


class State(StrEnum):
    """Where an emission stands, in the order in which it comes to it."""

    COMING = "coming"
    ON_SALE = "on_sale"
    STARTS = "starts"
    PAYS = "pays"
    BARRED = "barred"


@dataclass(frozen=True, slots=True)
class Day:
    """One of the dates of an emission, the last one inclusive; None as long as no closing notice gives it."""

    label: str
    day: date | None
    over: bool


@dataclass(frozen=True, slots=True)
class EmissionTold:
    """An emission on a Paris day. Amounts are cents."""

    emission: Emission
    today: date
    issued: bool

    @property
    def code(self) -> str:
        """The first five digits of its tickets' numbers (art. 3.2.5)."""
        return f"{self.emission.game_code:03d}{self.emission.number:02d}"

    @property
    def shown(self) -> str:
        """The same, as printed."""
        return f"{self.code[:3]}\u00a0{self.code[3:]}"

    @property
    def game(self) -> Entry:
        return GAMES[self.emission.game.slug]

    @property
    def state(self) -> State:
        """What may still be done with its tickets (art. 3.2.6, 3.3.4, 9)."""
        one = self.emission
        if self.today < one.available_on:
            return State.COMING
        if one.closed_on is None or self.today <= one.closed_on:
            return State.ON_SALE if self.issued else State.COMING
        assert one.last_start_day and one.last_payment_day
        if self.today <= one.last_start_day:
            return State.STARTS
        return State.PAYS if self.today <= one.last_payment_day else State.BARRED

    @property
    def barred(self) -> bool:
        return self.state is State.BARRED

    @property
    def days(self) -> list[Day]:
        """Its four dates, in order."""
        one = self.emission
        dates = {
            "Mise en vente": one.available_on,
            "Clôture\u00a0: dernier jour de vente": one.closed_on,
            "Dernier jour pour commencer": one.last_start_day,
            "Dernier jour pour être payé et réclamer": one.last_payment_day,
        }
        return [Day(label, day, day is not None and day < self.today) for label, day in dates.items()]

    @property
    def notices(self) -> list[Notice]:
        """Those of the Journal officiel, the oldest first."""
        return list(self.emission.notices.all())

    @property
    def stakes(self) -> list[tuple[str, list[int]]]:
        """What its tickets may put at stake: each sort of lot in words, and its different amounts, dearest first."""
        columns = zip(*(tier.lots for tier in self.emission.prize_table.tiers.all()), strict=True)
        labels = (self.game.rules.LABELS[name] for name in self.game.rules.LOTS)
        return [(label, sorted(set(column), reverse=True)) for label, column in zip(labels, columns, strict=True)]

    @property
    def highest(self) -> int:
        """The dearest of them."""
        return max(amounts[0] for _, amounts in self.stakes)


@dataclass(frozen=True, slots=True)
class GameTold:
    """A game's emissions, those that are not time-barred and those that are, the latest first."""

    game: Entry
    current: list[EmissionTold]
    barred: list[EmissionTold]


def every(at: datetime) -> list[EmissionTold]:
    """All emissions at `at`, the latest first: three statements, however many there are."""
    notices = Prefetch("notices", Notice.objects.order_by("pk"))
    emissions = Emission.objects.select_related("game", "prize_table").prefetch_related(notices, "prize_table__tiers")
    today, ordered = paris_day(at), emissions.order_by("-available_on", "-game_code", "-number")
    return [EmissionTold(one, today, one.issued) for one in ordered.annotate(issued=ISSUED)]


def by_game(emissions: Iterable[EmissionTold]) -> list[GameTold]:
    """The same, game by game, those without an emission left out."""
    found = {slug: GameTold(game, [], []) for slug, game in GAMES.items()}
    for one in emissions:
        game = found[one.emission.game.slug]
        (game.barred if one.barred else game.current).append(one)
    return [one for one in found.values() if one.current or one.barred]


def digits(typed: str) -> str:
    """The first five digits of a ticket's number, as typed; ValueError when fewer or others are there."""
    read = re.sub(r"\s", "", typed)
    if not re.fullmatch(r"[0-9]{5}", read):
        raise ValueError(typed)
    return read
