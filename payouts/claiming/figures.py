"""Claims in figures: how many wait, how long decisions take, about what, week after week."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db import models
from django.db.models import Count, F, Q
from django.db.models.functions import TruncWeek

from payouts.models import Claim

WEEKS = 12
_Status = Claim.Status


class _Median(models.Aggregate):
    function = "percentile_cont"
    template = "%(function)s(0.5) WITHIN GROUP (ORDER BY %(expressions)s)"
    output_field = models.DurationField()


_MEDIAN = _Median(F("decided_on") - F("received_on"))


@dataclass(frozen=True, slots=True)
class Week:
    """A week, by its Monday: what came and what was decided."""

    monday: date
    received: int
    decided: int


def counts(today: date, user_id: int) -> dict[str, int]:
    """The sizes of all queues, in one statement that reads only what is not closed."""
    opened = Q(status__in=Claim.OPEN)
    wanted: dict[str, Q] = {
        "mine": Q(assigned_to=user_id),
        "nobody": opened & Q(assigned_to=None),
        "overdue": opened & Q(due_on__lt=today),
        "open": opened,
        **{status: Q(status=status) for status in (*Claim.OPEN, _Status.DECIDED)},
    }
    counted = {str(name): Count("pk", filter=one) for name, one in wanted.items()}
    found: dict[str, int] = Claim.objects.pending().aggregate(**counted)
    return found


def median_days(today: date) -> float | None:
    """The median of days from receipt to decision, over the last weeks' decisions."""
    return _days(_decided(today).aggregate(median=_MEDIAN)["median"])


def by_subject(today: date) -> list[dict[str, Any]]:
    """For each subject, how many came and were decided over the last weeks, and the median of days it took."""
    since = _since(today)
    of_subjects = Claim.objects.filter(received_on__gte=since).values_list("subject")
    received: dict[str, int] = dict(of_subjects.annotate(n=Count("pk")).order_by())
    decided = {
        subject: (count, _days(median))
        for subject, count, median in _decided(today)
        .values_list("subject")
        .annotate(n=Count("pk"), median=_MEDIAN)
        .order_by()
    }
    return [
        {"label": label, "received": received.get(key, 0), "decided": decided.get(key, (0, None))}
        for key, label in Claim.Subject.choices
    ]


def weeks(today: date) -> list[Week]:
    """What came and what was decided in each of the last weeks, this one last."""
    came, went = (_weekly(field, _since(today)) for field in ("received_on", "decided_on"))
    mondays = [_since(today) + timedelta(weeks=number) for number in range(WEEKS)]
    return [Week(monday, came.get(monday, 0), went.get(monday, 0)) for monday in mondays]


def _weekly(field: str, since: date) -> dict[date, int]:
    of_weeks = Claim.objects.filter(**{f"{field}__gte": since}).annotate(week=TruncWeek(field))
    return dict(of_weeks.values_list("week").annotate(n=Count("pk")).order_by())


def _decided(today: date) -> models.QuerySet[Claim]:
    return Claim.objects.filter(decided_on__gte=_since(today))


def _days(taken: timedelta | None) -> float | None:
    return None if taken is None else taken / timedelta(days=1)


def _since(today: date) -> date:
    """The Monday with which the last weeks begin."""
    return today - timedelta(days=today.weekday(), weeks=WEEKS - 1)
