"""A desk's day: what it paid, in cash and otherwise, on the page, on paper and as CSV; nobody sees another desk's."""

from datetime import date
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_GET

from payouts import printing
from payouts.access import teller_page
from payouts.models import Payment, Teller
from tickets import numbers, spreadsheets
from tickets.calendar import PARIS, paris_day


@require_GET
@teller_page
def page(request: HttpRequest, teller: Teller) -> HttpResponse:
    """The payments of a day, today unless `jour` names another, with the total of each means."""
    return render(request, "caisse/day.html", _shown(request, teller))


@require_GET
@teller_page
def pdf(request: HttpRequest, teller: Teller) -> HttpResponse:
    """The same page as PDF; 404 where none can be made."""
    if not printing.available():
        raise Http404("Ce serveur ne fait pas de PDF.")
    shown = _shown(request, teller)
    return printing.download(render_to_string("caisse/day.html", shown, request), f"caisse-{shown['day']:%Y-%m-%d}")


@require_GET
@teller_page
def csv_file(request: HttpRequest, teller: Teller) -> HttpResponse:
    """The same as a file for a spreadsheet: one line a payment, amounts in euros."""
    day = _day(request)
    rows = [
        ["heure", "ticket", "objet", "moyen", "montant", "payé par", "annulé"],
        *map(_cells, _payments(teller, day)),
    ]
    answer = HttpResponse(spreadsheets.to_csv(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="caisse-{day:%Y-%m-%d}.csv"'
    return answer


def _cells(paid: Payment) -> list[str]:
    return [
        f"{paid.paid_at.astimezone(PARIS):%H:%M:%S}",
        numbers.shown(paid.ticket_id),
        paid.get_what_display(),
        paid.get_means_display(),
        spreadsheets.euros(paid.amount),
        str(paid.teller),
        "oui" if paid.cancelled_at else "",
    ]


def _shown(request: HttpRequest, teller: Teller) -> dict[str, Any]:
    """The template's names."""
    day = _day(request)
    payments = _payments(teller, day)
    totals = [(label, *_total(payments, means)) for means, label in Payment.Means.choices]
    return {
        "teller": teller,
        "day": day,
        "today": paris_day(timezone.now()),
        "payments": payments,
        "people": _in_cash(payments),
        "totals": [one for one in totals if one[1]],
        "pdf": printing.available(),
    }


def _day(request: HttpRequest) -> date:
    try:
        return date.fromisoformat(request.GET.get("jour", ""))
    except ValueError:
        return paris_day(timezone.now())


def _payments(teller: Teller, day: date) -> list[Payment]:
    return list(Payment.objects.filter(desk=teller.desk, day=day).select_related("teller").order_by("paid_at"))


def _total(payments: list[Payment], means: str) -> tuple[int, int]:
    """How many stand, and their sum in cents."""
    amounts = [paid.amount for paid in payments if paid.means == means and paid.cancelled_at is None]
    return len(amounts), sum(amounts)


def _in_cash(payments: list[Payment]) -> list[tuple[str, int]]:
    """What each person paid in cash, in cents, when there were several."""
    people = sorted({str(paid.teller) for paid in payments})
    by_person = [(name, [paid for paid in payments if str(paid.teller) == name]) for name in people]
    return [(name, _total(own, Payment.Means.CASH)[1]) for name, own in by_person] if len(people) > 1 else []
