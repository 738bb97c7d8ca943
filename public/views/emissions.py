"""The emissions: their dates, notices, additional lots, and feeds of these (art. 3.2.5-3.2.8).

That potential lots may be gone (art. 3.2.7) is told in words alone. A block's lots are dealt at random, sold tickets
take theirs away, and nobody, not even the database, can read a ticket that was never played: what remains unsold is
not known. What was won or played could be counted, but a reader would take it off the table's numbers and call the
rest "left", though most of that may be sold, lost or expired. So nothing is counted here that such a subtraction
needs: lots found, played or left, of a table or of an addendum, nor how many blocks were made.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import conditional_page

from public import addenda, emissions
from public.dates import calendar_of
from public.news import atom_of, latest
from public.pages import PAGES, read_only, show
from tickets.calendar import PAYMENT, PLAY, START

ASKED = "ticket"


@read_only
def index(request: HttpRequest) -> HttpResponse:
    """Every emission and addendum. `ticket`: the first five digits of a number, whose emission is looked for."""
    at = timezone.now()
    found, approved = emissions.every(at), addenda.every(at)
    told: dict[str, Any] = {
        "games": emissions.by_game(found),
        "current_addenda": [one for one in approved if not one.over],
        "past_addenda": [one for one in approved if one.over],
        "start_days": START.days,
        "play_days": PLAY.days,
        "payment_days": PAYMENT.days,
        "atom": reverse("public:emissions_atom"),
        "calendar": reverse("public:emissions_calendar"),
    }
    return show(request, PAGES["public:emissions"], "public/emissions.html", told | _asked(request, found))


def _asked(request: HttpRequest, found: list[emissions.EmissionTold]) -> dict[str, Any]:
    typed = request.GET.get(ASKED, "").strip()
    if not typed:
        return {}
    try:
        digits = emissions.digits(typed)
    except ValueError:
        return {"asked": "", "misread": True}
    return {"asked": digits, "answer": next((one for one in found if one.code == digits), None), "answered": True}


@conditional_page
@read_only
def atom(request: HttpRequest) -> HttpResponse:
    """News: emissions on sale, notices, addenda, suspensions; the same bytes until there are others."""
    feed = atom_of(latest(timezone.now()))
    return HttpResponse(feed.writeString("utf-8"), content_type=feed.content_type)


@conditional_page
@read_only
def calendar(request: HttpRequest) -> HttpResponse:
    """The dates, to be subscribed to by a calendar; the same bytes until one is given or moved."""
    file = calendar_of(emissions.every(timezone.now()))
    return HttpResponse(file, content_type="text/calendar; charset=utf-8")
