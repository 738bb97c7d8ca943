"""Counts what happened on a day, emission by emission, and writes it once when the day is over.

A day is counted with range scans of four indexes (games_play, payouts_payment), without joins: the first five digits of
a ticket's number name its emission (art. 3.2.5).
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import date, datetime, timedelta
from typing import Any

from django.db import IntegrityError, models, transaction
from django.db.models import Count, ExpressionWrapper, F, Max, Min, Q, Sum, Value
from django.utils import timezone

from games.models import Play
from office.models import CountedDay, Figures
from payouts.models import Payment
from tickets.calendar import end_of, paris_day
from tickets.models import Emission

SETTLED = timedelta(minutes=10)  # after which nothing dated before midnight is still being committed
_DAY = timedelta(days=1)
_BELOW = Value(10**10, models.BigIntegerField())  # as a plain integer, Django would send it cut to four bytes
_FIVE_DIGITS = ExpressionWrapper(F("ticket_id") / _BELOW, models.BigIntegerField())


@dataclass(frozen=True, slots=True)
class Counts:
    """What happened to an emission in some time; amounts are cents, prizes and refunds apart."""

    started: int = 0
    won: int = 0
    lost: int = 0
    expired: int = 0
    amount_won: int = 0
    amount_paid: int = 0
    amount_refunded: int = 0

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(*(getattr(self, name) + getattr(other, name) for name in NAMES))

    @property
    def running(self) -> int:
        """How many more plays were started than came to an end."""
        return self.started - self.won - self.lost - self.expired


NAMES = tuple(field.name for field in fields(Counts))


def total(counts: Iterable[Counts]) -> Counts:
    """All of them together."""
    return sum(counts, Counts())


def of_day(day: date, at: datetime) -> dict[int, Counts]:
    """What happened on a Paris day until `at`, by the key of the emission; those with nothing are left out."""
    found: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for rows in _rows(day, at):
        for row in rows:
            of_emission = found[row.pop("five")]
            for name, value in row.items():
                of_emission[name] = of_emission.get(name, 0) + (value or 0)
    keys = {code * 100 + number: pk for pk, code, number in _emissions()}
    return {keys[five]: counts for five, one in found.items() if (counts := Counts(**one)) != Counts()}


def uncounted(at: datetime) -> list[date]:
    """The Paris days that are over and not counted yet, the oldest first."""
    last = CountedDay.objects.aggregate(last=Max("day"))["last"]
    first = last + _DAY if last else _first_day()
    over = paris_day(at - SETTLED)
    return [first + number * _DAY for number in range((over - first).days)] if first else []


def count_days(most: int | None = None) -> list[date]:
    """Write the figures of the days that are over and not counted yet, the `most` oldest if told; gives those days.

    Can be run again any time.
    """
    return [day for day in uncounted(timezone.now())[:most] if _count(day)]


def _count(day: date) -> bool:
    """False when another one wrote that day meanwhile: the day's key lets one alone in."""
    at = timezone.now()
    try:
        with transaction.atomic(durable=True):
            CountedDay.objects.create(day=day, counted_at=at)
            Figures.objects.bulk_create(
                Figures(day_id=day, emission_id=emission, **{name: getattr(counts, name) for name in NAMES})
                for emission, counts in of_day(day, at).items()
            )
    except IntegrityError:
        if CountedDay.objects.filter(day=day).exists():
            return False
        raise
    return True


def _rows(day: date, at: datetime) -> Iterator[Iterable[Any]]:
    since, until = end_of(day - _DAY), end_of(day)
    plays = Play.objects.annotate(five=_FIVE_DIGITS).order_by().values("five")
    payments = Payment.objects.annotate(five=_FIVE_DIGITS).order_by().values("five")
    yield plays.filter(started_at__gte=since, started_at__lt=until).annotate(started=Count("pk"))
    yield plays.filter(ended_at__gte=since, ended_at__lt=until).annotate(
        won=Count("pk", filter=Q(amount__gt=0)), lost=Count("pk", filter=Q(amount=0)), amount_won=Sum("amount")
    )
    expired = Play.objects.expired(at).filter(deadline__gte=since, deadline__lt=until)
    yield expired.annotate(five=_FIVE_DIGITS).order_by().values("five").annotate(expired=Count("pk"))
    yield payments.filter(day=day).annotate(**_sums(1))
    yield payments.filter(cancelled_at__gte=since, cancelled_at__lt=until).annotate(**_sums(-1))


def _sums(sign: int) -> Mapping[str, Any]:
    """What was paid as prizes and as refunds, or taken back."""
    what = {"amount_paid": Payment.What.PRIZE, "amount_refunded": Payment.What.REFUND}
    return {name: sign * Sum("amount", filter=Q(what=one), default=0) for name, one in what.items()}


def _emissions() -> Iterable[tuple[int, int, int]]:
    return Emission.objects.values_list("pk", "game_code", "number")


def _first_day() -> date | None:
    """The day of the first play or payment; None before both."""
    started = Play.objects.aggregate(first=Min("started_at"))["first"]
    paid = Payment.objects.aggregate(first=Min("day"))["first"]
    found = [day for day in (started and paris_day(started), paid) if day]
    return min(found, default=None)
