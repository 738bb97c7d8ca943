"""Claims in figures, with a picture of the last weeks."""

from typing import Any

from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from office.access import office_page
from office.pages import page as office
from office.views.claims import VIEW
from payouts.claiming import figures
from payouts.claiming.figures import Week
from tickets.calendar import paris_day

STEP, BAR, HEIGHT, TOP = 50, 18, 120, 20  # units of the picture


@require_GET
@office_page(VIEW)
def page(request: HttpRequest, user: User) -> HttpResponse:
    """What waits now, and how the last weeks went."""
    today = paris_day(timezone.now())
    weeks = figures.weeks(today)
    shown = {
        "counts": figures.counts(today, user.pk),
        "median": figures.median_days(today),
        "subjects": figures.by_subject(today),
        "weeks": weeks,
        "picture": _picture(weeks),
    }
    return office(request, "claim_figures.html", "Réclamations en chiffres", shown)


def _picture(weeks: list[Week]) -> dict[str, Any]:
    """Two bars a week, to the scale of the greatest."""
    most = max(1, *(number for week in weeks for number in (week.received, week.decided)))
    pairs = [
        {
            "week": week,
            "x": 5 + place * STEP,
            "beside": 5 + place * STEP + BAR + 2,
            "middle": 5 + place * STEP + BAR + 1,
            "received": _bar(week.received, most),
            "decided": _bar(week.decided, most),
        }
        for place, week in enumerate(weeks)
    ]
    base = TOP + HEIGHT
    return {"width": len(weeks) * STEP + 10, "pairs": pairs, "bar": BAR, "base": base, "height": base + 24}


def _bar(number: int, most: int) -> dict[str, int]:
    height = round(HEIGHT * number / most)
    return {"y": TOP + HEIGHT - height, "height": height}
