"""The only source of chance: every draw is named, uniform over the set it is made from, and recorded."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Sequence
from secrets import SystemRandom
from typing import NamedTuple, TypeVar, cast

Item = str | int
T = TypeVar("T", bound=Item)

_system = SystemRandom()


class Draw(NamedTuple):
    """One draw as recorded: its name, the whole set it was made from, and what was taken, in order."""

    name: str
    among: tuple[Item, ...]
    result: tuple[Item, ...]


class ImpossibleDraw(Exception):
    """A result handed to a dealer can't come out of the draw that was asked for."""


class Dealer(ABC):
    """Takes items from a set without putting any back; `draws` holds what was drawn, in order (art. 3.1.2)."""

    def __init__(self) -> None:
        self.draws: list[Draw] = []

    def one(self, name: str, among: Sequence[T]) -> T:
        """One item of `among`, each being equally likely."""
        return self.some(name, among, 1)[0]

    def some(self, name: str, among: Sequence[T], count: int) -> tuple[T, ...]:
        """`count` items of `among` in the order drawn, every ordered choice being equally likely."""
        return self._draw(name, tuple(among), self._take(name, tuple(among), count))

    def arrange(self, name: str, among: Sequence[T]) -> tuple[T, ...]:
        """All of `among` in a uniform order: shows a finished play whole and decides nothing any more."""
        return self._draw(name, tuple(among), self._take(name, tuple(among), len(among)))

    def _draw(self, name: str, among: tuple[T, ...], result: tuple[Item, ...]) -> tuple[T, ...]:
        self.draws.append(Draw(name, among, result))
        return cast("tuple[T, ...]", result)

    @abstractmethod
    def _take(self, name: str, among: tuple[Item, ...], count: int) -> tuple[Item, ...]: ...


class Live(Dealer):
    """Draws from the operating system's randomness, without bias."""

    def _take(self, name: str, among: tuple[Item, ...], count: int) -> tuple[Item, ...]:
        return tuple(_system.sample(among, count))


class Scripted(Dealer):
    """Deals the given results, one for each draw; a lone item stands for a draw of one."""

    def __init__(self, *results: Item | Sequence[Item]) -> None:
        super().__init__()
        self._results = [(r,) if isinstance(r, (str, int)) else tuple(r) for r in results]

    def _take(self, name: str, among: tuple[Item, ...], count: int) -> tuple[Item, ...]:
        if not self._results:
            raise ImpossibleDraw(f"{name}: nothing is left to deal")
        result = self._results.pop(0)
        if len(result) != count or Counter(result) - Counter(among):
            raise ImpossibleDraw(f"{name}: {result} can't be {count} of {among}")
        return result

    def check_spent(self) -> None:
        """Raise ImpossibleDraw if a result was never asked for."""
        if self._results:
            raise ImpossibleDraw(f"{len(self._results)} results were not dealt")


class Recorded(Scripted):
    """Deals the draws of a record again, and refuses a draw of another name or from another set."""

    def __init__(self, draws: Iterable[Draw]) -> None:
        self._record = list(draws)
        super().__init__(*(draw.result for draw in self._record))

    def _take(self, name: str, among: tuple[Item, ...], count: int) -> tuple[Item, ...]:
        done = len(self.draws)
        if done < len(self._record) and self._record[done][:2] != (name, among):
            raise ImpossibleDraw(f"{name} from {among}: the record has {self._record[done].name}")
        return super()._take(name, among, count)
