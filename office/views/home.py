"""The first page of the back office: what each person's rights let them see of how the offer stands."""

from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Q

from office import health, overview
from office.charts import Chart, chart
from office.overview import Day
from payouts.models import Transfer, TransferFile
from payouts.signing.people import SEND
from tickets.calendar import paris_day

FIGURES, AMOUNTS = "office.view_figures", "office.view_amounts"
SEAL, SEE_TRANSFERS = "tickets.view_checkpoint", "payouts.view_transfer"


def shown(user: User | AnonymousUser, at: datetime) -> dict[str, Any]:
    """The template's names; a part that this person may not see is not there, and nothing was read for it."""
    found: dict[str, Any] = {"at": at}
    if user.has_perm(SEND) or user.has_perm(SEE_TRANSFERS):
        found["transfers"] = _transfers(at)
    if user.has_perm(FIGURES):
        found |= _plays(at, with_amounts=user.has_perm(AMOUNTS))
    if user.has_perm(SEAL):
        found["seal"] = health.of_seal(at)
    return found


def _plays(at: datetime, *, with_amounts: bool) -> dict[str, Any]:
    view = overview.at_moment(at)
    plays = _chart(view.days, "started", "won")
    amounts = _chart(view.days, "amount_won", "amount_paid") if with_amounts else None
    return {"overview": view, "plays": plays, "amounts": amounts}


def _chart(days: list[Day], wide: str, narrow: str) -> Chart:
    columns = ([getattr(one.counts, name) for one in days] for name in (wide, narrow))
    return chart([one.day for one in days], *columns)


def _transfers(at: datetime) -> dict[str, int]:
    """How many wait for what; in three statements."""
    yesterday = paris_day(at) - timedelta(days=1)
    found: dict[str, int] = Transfer.objects.waiting().aggregate(
        waiting=Count("pk", filter=Q(review=False)),
        to_review=Count("pk", filter=Q(review=True)),
        late=Count("pk", filter=Q(review=False, leaves_on__lte=yesterday)),
    )
    files: dict[str, int] = TransferFile.objects.filter(downloaded_at=None).aggregate(
        to_release=Count("pk", filter=Q(released_at=None)),
        to_download=Count("pk", filter=~Q(released_at=None)),
    )
    return found | files | {"to_correct": Transfer.objects.to_correct().count()}
