"""What the draws' report says, and where the last one is kept; plain values, which a page shows without computing."""

from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

import msgspec
from django.core.cache import cache

from games.rules.dealer import Item

TESTS = ("chi_square", "runs", "serial_correlation")
UNUSUAL = 0.001  # how often all the tests of a report together may call unusual draws that are uniform
_LAST = "games.auditing.report"  # the cache's key


@dataclass(frozen=True, slots=True)
class Measure:
    """A test's statistic and how likely one at least as far from the expected is, when draws are uniform."""

    value: float
    p: float
    freedom: int | None = None  # degrees, of a chi-square


@dataclass(frozen=True, slots=True)
class Share:
    """How often an item was taken, how often that is expected, and the standard deviation of it."""

    item: Item
    observed: int
    expected: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Judged:
    """A test of a kind of draw; `corrected` is its p among all those of the report."""

    measure: Measure
    corrected: float

    @property
    def unusual(self) -> bool:
        return self.corrected < UNUSUAL


@dataclass(frozen=True, slots=True)
class KindReport:
    """The draws of one name in one game; a test with too few draws is missing."""

    game: str
    name: str
    draws: int
    shares: tuple[Share, ...]
    tests: dict[str, Judged]

    @property
    def unusual(self) -> list[str]:
        """The names of the tests that uniform draws would fail less than once in a thousand reports."""
        return [name for name, test in self.tests.items() if test.unusual]


@dataclass(frozen=True, slots=True)
class Return:
    """The finished plays of one emission; amounts in cents, returns as shares of the tickets' prices.

    `exact` is a fraction "a/b"; `least` and `greatest` bound the 95 % interval around the observed return.
    """

    game: str
    game_code: int
    emission: int
    plays: int
    sales: int
    paid: int
    exact: str
    observed: float
    least: float
    greatest: float

    @property
    def exact_share(self) -> float:
        return float(Fraction(self.exact))

    @property
    def covers(self) -> bool:
        """True when the exact return lies in the interval."""
        return self.least <= self.exact_share <= self.greatest


@dataclass(frozen=True, slots=True)
class Report:
    """All that was measured, at one moment."""

    made_at: datetime
    steps: int
    kinds: tuple[KindReport, ...]
    returns: tuple[Return, ...]

    @property
    def draws(self) -> int:
        return sum(kind.draws for kind in self.kinds)

    @property
    def unusual(self) -> list[tuple[KindReport, str]]:
        """Each unusual test and its kind of draw."""
        return [(kind, name) for kind in self.kinds for name in kind.unusual]

    def json(self) -> str:
        """The report as one JSON object."""
        return msgspec.json.format(msgspec.json.encode(self)).decode()

    def keep(self) -> None:
        """Keep it as the last one."""
        cache.set(_LAST, self.json(), timeout=None)


def last() -> Report | None:
    """The report last kept; None when there is none, or one of another version."""
    kept = cache.get(_LAST)
    try:
        return None if kept is None else msgspec.json.decode(kept, type=Report)
    except msgspec.DecodeError:
        return None
