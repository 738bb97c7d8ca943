"""The délais of the règlement, counted in whole days of Europe/Paris (art. 3.3.4, 3.3.5, 9, 10)."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

PARIS = ZoneInfo("Europe/Paris")
START = timedelta(days=29)
PLAY = timedelta(days=30)
PAYMENT = timedelta(days=90)
_FAR = timedelta(days=3653)


def paris_day(at: datetime) -> date:
    """Return the day it is in Paris at an aware moment; ValueError if the moment has no zone."""
    if at.tzinfo is None:
        raise ValueError("a moment needs its time zone")
    return at.astimezone(PARIS).date()


def end_of(day: date) -> datetime:
    """Return 24:00 of a Paris day, in UTC: the first moment that is no longer that day."""
    return datetime.combine(day + timedelta(days=1), time.min, PARIS).astimezone(UTC)


def far(day: date, today: date) -> bool:
    """Is it more than ten years off, which no date of the offer is: a slip of the fingers."""
    return abs(day - today) > _FAR


def last_start_day(closed_on: date) -> date:
    """Return the last Paris day on which a play may be started (art. 3.3.4)."""
    return closed_on + START


def last_payment_day(closed_on: date) -> date:
    """Return the last Paris day on which a prize may be asked for or a claim made (art. 9, 10)."""
    return closed_on + PAYMENT


def play_deadline(started_at: datetime) -> datetime:
    """Return the moment, in UTC, before which a started play has to be ended (art. 3.3.5)."""
    return end_of(paris_day(started_at) + PLAY)
