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
STEPS = 4  # of the map, besides nothing


@dataclass(frozen=True, slots=True)
class Line:
    """A place, how many players won there in words, and the departments of a region that has several."""

    name: str
    told: str
    departments: tuple["Line", ...] = ()


@dataclass(frozen=True)
class Counted:
    """`players` by their department's code; unless `exact`, fewer than five are told as that."""

    players: Mapping[str, int]
    exact: bool

    @property
    def regions(self) -> Iterator[Line]:
        """Those where somebody won."""
        for name, departments in REGIONS.items():
            players = [self.players.get(one.code, 0) for one in departments]
            lines = (Line(str(one), self._told(won)) for one, won in zip(departments, players, strict=True))
            if any(players):
                yield Line(name, self._told(sum(players)), tuple(lines) if len(departments) > 1 else ())

    @property
    def tiles(self) -> Iterator[Tile]:
        """The map."""
        for code, department in DEPARTMENTS.items():
            players = self.players.get(code, 0)
            yield Tile(code, f"{department}\u00a0: {self._told(players)}", bisect_left([0, *self._bounds], players))

    @property
    def legend(self) -> Iterator[tuple[Tile, str]]:
        """A square of each step of the map, and what it means, from nobody up."""
        spans = [self._told(0), *(self._span(low + 1, high) for low, high in pairwise([0, *self._bounds]))]
        return ((Tile("", "", step), meaning) for step, meaning in enumerate(spans))

    @cached_property
    def _bounds(self) -> list[int]:
        """The highest number of each step: about as many departments in each."""
        told = sorted(number for number in self.players.values() if not self._few(number))
        few = [FEW - 1] if len(told) < len(self.players) else []
        parts = STEPS - len(few)
        return few + sorted({told[-(-len(told) * part // parts) - 1] for part in range(1, parts + 1)} if told else ())

    def _few(self, players: int) -> bool:
        return not self.exact and 0 < players < FEW

    def _told(self, players: int) -> str:
        return f"moins de {FEW}" if self._few(players) else count(players)

    def _span(self, low: int, high: int) -> str:
        if low == high or self._few(high):
            return self._told(high)
        return f"de {count(low)} à {count(high)}" if low > 1 else f"jusqu’à {count(high)}"
