"""Where to be paid: points of sale and payment centres (art. 2.1, 4.1, 5.2-5.4)."""

from functools import cache
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.safestring import SafeString

from payouts.gains import GAINS, Gain, paid_by, worded
from payouts.means import IDENTITY_ABOVE
from payouts.models import Desk
from payouts.places import DEPARTMENTS, REGIONS
from public.near import Asked, Found, find
from public.pages import PAGES, read_only, show
from tickets import code_within, typed
from tickets.calendar import paris_day
from tickets.spreadsheets import to_csv

A_PAGE = 25
LONGEST = 80  # characters read of what is typed
COLUMNS = ("Sorte", "Nom", "Adresse", "Code postal", "Commune", "Département", "Région", "Ce qui y est payé")
_FIELDS = ("kind", "name", "street", "postcode", "town", "department", "region", "transfers")


@read_only
def index(request: HttpRequest) -> HttpResponse:
    """What is found near a place for what a player has to be paid; without a place, the departments."""
    asked = _asked(request)
    if code_within.holds(request.GET.get("q", "")[: typed.LONGEST]):
        query = Asked(department=asked.department, gain=asked.gain).query() or "?"
        return redirect(f"{request.path}{query}{'&' if len(query) > 1 else ''}refus=code")
    told = {
        "asked": asked,
        "gains": GAINS.values(),
        "options": _options(asked.department.code if asked.department else ""),
        "means": _means(),
        "identity_above": IDENTITY_ABOVE,
        "refused": request.GET.get("refus") == "code",
    }
    found = find(asked)
    if found:
        told |= _listed(request, asked, found)
    if found is None or not (asked.text or asked.department):
        told["counted"] = _counted(asked)
    return show(request, PAGES["public:desks"], "public/desks.html", told)


@read_only
def csv_file(request: HttpRequest) -> HttpResponse:
    """The list, whole or of a department, of all desks or of those that pay a gain (art. 2.1)."""
    asked = _asked(request)
    desks = asked.paying.order_by("department", "town_key", "name", "pk")
    if asked.department:
        desks = desks.filter(department=asked.department.code)
    place = f"-{asked.department.code}" if asked.department else ""
    name = f"points-de-vente{place}-{paris_day(timezone.now())}.csv"
    rows = (_row(*row) for row in desks.values_list(*_FIELDS).iterator())
    answer = HttpResponse(to_csv([COLUMNS, *rows]), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _asked(request: HttpRequest) -> Asked:
    """The question in an address; what can't be asked counts for nothing."""
    text = " ".join(request.GET.get("q", "")[:LONGEST].split())
    department = DEPARTMENTS.get(request.GET.get("departement", "").upper())
    return Asked(text, department, GAINS.get(request.GET.get("gain", "")))


def _listed(request: HttpRequest, asked: Asked, found: Found) -> dict[str, Any]:
    """A page of what is found, in groups under their heads."""
    page = Paginator(found.desks, A_PAGE).get_page(request.GET.get("page"))
    groups = [
        (
            found.heads.get(rank, ""),
            [(desk, DEPARTMENTS.get(desk.department), paid_by(desk, asked.gain)) for desk in desks],
        )
        for rank, desks in groupby(page.object_list, key=attrgetter("rank"))
    ]
    instead = [(label, other.query()) for label, other in found.instead]
    before = asked.query(page.previous_page_number()) if page.has_previous() else ""
    after = asked.query(page.next_page_number()) if page.has_next() else ""
    return {"found": found, "results": page, "groups": groups, "instead": instead, "before": before, "after": after}


def _counted(asked: Asked) -> list[tuple[str, list[tuple[str, str, int]]]]:
    """How many desks pay this gain in each department where one does, by region, with the address that lists them."""
    numbers = dict(asked.paying.values_list("department").annotate(Count("pk")).order_by())
    told = [
        (
            region,
            [
                (str(one), Asked(department=one, gain=asked.gain).query(), numbers[one.code])
                for one in within
                if one.code in numbers
            ],
        )
        for region, within in REGIONS.items()
    ]
    return [(region, departments) for region, departments in told if departments]


@cache
def _options(chosen: str) -> SafeString:
    """The departments to choose from, one of them chosen: a hundred, made once."""
    return render_to_string("public/_departments.html", {"regions": REGIONS.items(), "chosen": chosen})


@cache
def _means() -> list[tuple[str, str, str]]:
    """The rule of art. 5.2-5.4, line by line: what is won, how a point of sale pays it, how a payment centre does."""
    return [
        (
            one.label,
            _at_points_of_sale(one),
            worded(one.means(Desk(kind=Desk.Kind.PAYMENT_CENTRE))),
        )
        for one in GAINS.values()
    ]


def _at_points_of_sale(gain: Gain) -> str:
    if everywhere := gain.means(Desk(kind=Desk.Kind.POINT_OF_SALE)):
        return f"{worded(everywhere)}, dans tous"
    some = gain.means(Desk(kind=Desk.Kind.POINT_OF_SALE, transfers=True))
    return f"{worded(some)}, dans certains" if some else "non"


def _row(kind: str, *told: Any) -> list[str]:
    *place, transfers = told
    return [Desk.Kind(kind).label, *place, _paid(kind, transfers)]


@cache
def _paid(kind: str, transfers: bool) -> str:
    return " ; ".join(f"{one.how}, {one.what}" for one in paid_by(Desk(kind=kind, transfers=transfers)))
