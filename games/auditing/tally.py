"""Counts draws one by one as they stream by; what it holds grows with the kinds of sets, never with the journal.

A draw of several items is so many draws of one, each from what the ones before left. Each of these has one law that
needs no estimate: an item is taken as often as it stands in the set. So sets that shrink as a play goes on, and sets
that hold an item several times, are counted together without a bias. For the order of draws, each result becomes a
number uniform between 0 and 1: its place in the set as recorded, and a random point within that place.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import NamedTuple

from games.rules.dealer import Draw, Item


class WrongDraw(Exception):
    """A result that can't come out of the set it says it was drawn from."""


class Kind(NamedTuple):
    """What is counted together: the draws of one name in one game."""

    game: str
    name: str


@dataclass(eq=False, slots=True)
class Pool:
    """A set as it stands when one item is taken: where each item begins in it and how much of it the item is."""

    among: tuple[Item, ...]
    spans: dict[Item, tuple[float, float]] = field(init=False)
    _left: dict[Item, "Pool"] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        size, start, self.spans = len(self.among), 0, {}
        for item, number in Counter(self.among).items():
            self.spans[item] = start / size, number / size
            start += number

    def without(self, item: Item) -> "Pool":
        if item not in self._left:
            at = self.among.index(item)
            self._left[item] = pool(self.among[:at] + self.among[at + 1 :])
        return self._left[item]


@cache
def pool(among: tuple[Item, ...]) -> Pool:
    """The one Pool of this set in this order."""
    return Pool(among)


@dataclass(slots=True)
class Order:
    """Numbers between 0 and 1 in the order they came, as the runs test and the serial correlation need them."""

    count: int = 0
    above: int = 0
    runs: int = 0
    total: float = 0.0
    squares: float = 0.0
    products: float = 0.0  # of each number and the next
    first: float = 0.0
    last: float = 0.0

    def add(self, number: float) -> None:
        """Take the next number in."""
        above = number >= 0.5
        if self.count:
            self.runs += above != (self.last >= 0.5)
            self.products += self.last * number
        else:
            self.runs, self.first = 1, number
        self.count += 1
        self.above += above
        self.total += number
        self.squares += number * number
        self.last = number


@dataclass(slots=True)
class Turn:
    """All first items of a kind of draw, or all second ones...: how often each was taken, and from which sets."""

    taken: Counter[Item] = field(default_factory=Counter)
    pools: Counter[Pool] = field(default_factory=Counter)


@dataclass(slots=True)
class Drawn:
    """What is kept of all the draws of one kind."""

    draws: int = 0
    turns: list[Turn] = field(default_factory=list)
    order: Order = field(default_factory=Order)


class Tally:
    """The draws so far, by kind. The random points come from a fixed seed: the same draws give the same figures."""

    def __init__(self) -> None:
        self.kinds: dict[Kind, Drawn] = {}
        self._point = Random(0).random  # noqa: S311 - spreads numbers, draws nothing

    def add(self, game: str, draws: Sequence[Draw]) -> None:
        """Count the draws of one step, in order. Raises WrongDraw for a result that its set can't give."""
        for draw in draws:
            drawn = self.kinds.setdefault(Kind(game, draw.name), Drawn())
            drawn.draws += 1
            self._count(drawn, draw)

    def _count(self, drawn: Drawn, draw: Draw) -> None:
        if not 0 < len(draw.result) <= len(draw.among):
            raise WrongDraw(f"{draw.name}: {len(draw.result)} drawn out of {len(draw.among)}")
        now = pool(draw.among)
        for number, item in enumerate(draw.result):
            if number:
                now = now.without(draw.result[number - 1])
            span = now.spans.get(item)
            if span is None:
                raise WrongDraw(f"{draw.name}: {item!r} can't be drawn out of {list(now.among)}")
            if len(now.spans) == 1:  # nothing was left to chance
                continue
            if number >= len(drawn.turns):
                drawn.turns.append(Turn())
            turn = drawn.turns[number]
            turn.taken[item] += 1
            turn.pools[now] += 1
            drawn.order.add(span[0] + span[1] * self._point())
