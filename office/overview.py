"""What the first page tells of plays and amounts: today, the last days, each emission; it reads few rows, always."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db.models import Sum

from games.auditing import report
from games.auditing.report import Return
from office import figures
from office.figures import NAMES, Counts
from office.models import Figures
from tickets.calendar import paris_day
from tickets.models import Emission

DAYS = 30
RECENT = 30  # seconds that today's counts are kept, for however many look
FORGOTTEN = timedelta(days=30)  # after its last day of payment, an emission is no longer shown
_SUMS = {f"sum_{name}": Sum(name) for name in NAMES}


@dataclass(frozen=True, slots=True)
class Day:
    """A Paris day; `running` is how many plays its end, or this moment, found open, None when that is unknown."""

    day: date
    counts: Counts
    running: int | None
    counted: bool


@dataclass(frozen=True, slots=True)
class Line:
    """An emission since its first day; `found` is its return in the last report of draws."""

    emission: Emission
    counts: Counts
    found: Return | None
    today: date

    @property
    def left(self) -> int:
        """Cents won and not paid, at most: what is barred or refunded in a prize's place is not taken off."""
        return max(0, self.counts.amount_won - self.counts.amount_paid)

    @property
    def barred(self) -> bool:
        """True when the last day of payment is over (art. 9)."""
        last = self.emission.last_payment_day
        return last is not None and last < self.today


@dataclass(frozen=True, slots=True)
class Overview:
    """All of it; the days `missing` are over and not counted yet, so that sums are too small."""

    today: Day
    days: list[Day]
    lines: list[Line]
    missing: list[date]


def at_moment(at: datetime) -> Overview:
    """The overview at `at`: today was counted within seconds, the days before when they had ended."""
    today = paris_day(at)
    live = cache.get_or_set(f"office.today.{today}", lambda: figures.of_day(today, at), RECENT) or {}
    missing = figures.uncounted(at)
    lines = _lines(today, live)
    running = None if missing else figures.total(line.counts for line in lines).running
    days = _days(today, figures.total(live.values()), running, set(missing))
    return Overview(days[-1], days, lines, missing)


def _lines(today: date, live: Mapping[int, Counts]) -> list[Line]:
    """Of emissions that are not long over; every play that runs is of one of these."""
    last = report.last()
    returns = {(one.game_code, one.emission): one for one in last.returns} if last else {}
    every = Emission.objects.select_related("game", "prize_table__game").prefetch_related("prize_table__tiers")
    every = every.order_by("game__name", "game_code", "number")
    shown = [one for one in every if not one.last_payment_day or one.last_payment_day >= today - FORGOTTEN]
    kept = _summed("emission", emission__in=[one.pk for one in shown])
    nothing = Counts()
    return [
        Line(
            one, kept.get(one.pk, nothing) + live.get(one.pk, nothing), returns.get((one.game_code, one.number)), today
        )
        for one in shown
    ]


def _days(today: date, live: Counts, running: int | None, missing: set[date]) -> list[Day]:
    """The last days, the oldest first; who ran at the end of each follows from who runs now."""
    first = today - timedelta(days=DAYS - 1)
    kept = _summed("day", day__gte=first)
    days = []
    for number in range(DAYS):
        day = today - timedelta(days=number)
        counts = kept.get(day, Counts()) if number else live
        days.append(Day(day, counts, running, day not in missing))
        running = None if running is None else running - counts.running
    return days[::-1]


def _summed(by: str, **wanted: object) -> dict[Any, Counts]:
    found = Figures.objects.filter(**wanted).order_by().values_list(by).annotate(**_SUMS)
    return {key: Counts(*sums) for key, *sums in found}
