"""The day a transfer leaves for the bank and the day the bank can carry it out (art. 5.3.1)."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import cache

import holidays

_DAY = timedelta(days=1)
_SATURDAY = 5


def leaves_on(asked: date) -> date:
    """Return the first working day after the Paris day of the request: Monday to Friday but for national holidays."""
    return _first_open(asked + _DAY, _national)


def is_working(day: date) -> bool:
    """Return whether orders leave on a Paris day."""
    return leaves_on(day - _DAY) == day


def is_holiday(day: date) -> bool:
    """Return whether a Paris day is a national holiday."""
    return day in _national(day.year)


def executes_on(leaves: date) -> date:
    """Return the first day of TARGET, the banks' own calendar, on or after the day the order leaves."""
    return _first_open(leaves, _target)


def _first_open(day: date, closed: Callable[[int], frozenset[date]]) -> date:
    if isinstance(day, datetime):
        raise TypeError("a day is needed: a moment equals no holiday")
    while day.weekday() >= _SATURDAY or day in closed(day.year):
        day += _DAY
    return day


# Frozen by year: the library's calendars fill themselves when read, which threads can't share.
@cache
def _national(year: int) -> frozenset[date]:
    return frozenset(holidays.country_holidays("FR", years=year))


@cache
def _target(year: int) -> frozenset[date]:
    return frozenset(holidays.financial_holidays("XECB", years=year))
