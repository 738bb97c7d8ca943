"""How customer service is reached (art. 10): the one home of its address, its telephone and its hours."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from payouts.transfers.days import is_holiday
from tickets.calendar import PARIS

NAME = "Service Clients FDJ"
ADDRESS = ("TSA\u00a036\u00a0707", "95905\u00a0Cergy-Pontoise Cedex\u00a09")
TELEPHONE, DIALLED = "09\u00a069\u00a036\u00a060\u00a060", "+33969366060"
WORKING_DAYS, HOLIDAYS = (9, 21), (14, 18)  # from what hour in Paris, until what hour
_SUNDAY = 6
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Opening:
    """Whether somebody answers, and when that changes: an hour of a Paris day."""

    open: bool
    day: date
    hour: int


def hours(day: date) -> tuple[int, int] | None:
    """The hours of a Paris day, None when it is closed: a holiday that is a Sunday is a Sunday."""
    if day.weekday() == _SUNDAY:
        return None
    return HOLIDAYS if is_holiday(day) else WORKING_DAYS


def opening(at: datetime) -> Opening:
    """Whether somebody answers at an aware moment."""
    here = at.astimezone(PARIS)
    for ahead in range(3):  # two days in a row are never both Sundays
        day = here.date() + ahead * _DAY
        if (today := hours(day)) is None:
            continue
        first, last = (datetime.combine(day, time(hour), PARIS) for hour in today)
        if here < first:
            return Opening(False, day, today[0])
        if here < last:
            return Opening(True, day, today[1])
    raise AssertionError("a day out of three is open")
