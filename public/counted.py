"""Numbers of players by department, told by region and on a map (art. 6.3)."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from games.templatetags.french import count
from payouts.places import DEPARTMENTS, REGIONS
from public.tiles import Tile

FEW = 5
STEPS = 4  # of the map, besides nobody or few


@dataclass(frozen=True, slots=True)
class Line:
    """A place, how many players won there in words, and the departments of a region that has several."""

    name: str
    told: str
    departments: tuple["Line", ...] = ()


@dataclass(frozen=True)
class Counted:
    """`players` by their department's code; unless `exact`, fewer than five, even nobody, are told as that alone.

    Nobody is no exception, or where one game alone has winners a first name would tell what was played there; nor does
    a region's total give away, by subtraction, what its departments don't.
    """

    players: Mapping[str, int]
    exact: bool

    @property
    def regions(self) -> Iterator[Line]:
        """Those where somebody won."""
        for name, departments in REGIONS.items():
            players = [self.players.get(one.code, 0) for one in departments]
            lines = (Line(str(one), self._told(won)) for one, won in zip(departments, players, strict=True))
            told = [won for won in players if not self._few(won)]
            if any(told):
                total = f"{'' if len(told) == len(players) else 'au moins '}{count(sum(told))}"
                yield Line(name, total, tuple(lines) if len(departments) > 1 else ())

    @property
    def tiles(self) -> Iterator[Tile]:
        """The map."""
        for code, department in DEPARTMENTS.items():
            players = self.players.get(code, 0)
            yield Tile(code, f"{department}\u00a0: {self._told(players)}", bisect_left(self._bounds, players))

    @property
    def legend(self) -> Iterator[tuple[Tile, str]]:
        """A square of each step of the map, and what it means, from nobody or few up."""
        spans = [self._told(0), *(self._span(low + 1, high) for low, high in pairwise(self._bounds))]
        return ((Tile("", "", step), meaning) for step, meaning in enumerate(spans))

    @cached_property
    def _bounds(self) -> list[int]:
        """The highest number of each step: after the first, about as many departments in each."""
        least = 0 if self.exact else FEW - 1
        told = sorted(number for number in self.players.values() if number > least)
        highest = {told[-(-len(told) * part // STEPS) - 1] for part in range(1, STEPS + 1)} if told else ()
        return [least, *sorted(highest)]

    def _few(self, players: int) -> bool:
        return not self.exact and players < FEW

    def _told(self, players: int) -> str:
        return f"moins de {FEW}" if self._few(players) else count(players)

    def _span(self, low: int, high: int) -> str:
        if low == high:
            return self._told(high)
        return f"de {count(low)} à {count(high)}" if low > 1 else f"jusqu’à {count(high)}"
