"""The queues of claims, their search, and the page on which a claim is recorded."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from office.access import office_page
from office.pages import page
from office.views.claim_forms import NewClaimForm, told
from payouts.claiming import figures, numbers, receiving
from payouts.claiming.changing import HANDLE
from payouts.claiming.receiving import Arrival
from payouts.claiming.refusals import ClaimRefused
from payouts.models import Claim, ClaimEvent
from tickets import numbers as ticket_numbers
from tickets import typed
from tickets.calendar import paris_day

VIEW = "payouts.view_claim"
ROWS = 50
_Status = Claim.Status
_LABELS = {  # the queues: their addresses and names
    "mine": "À moi",
    "nobody": "À personne",
    "overdue": "En retard",
    "open": "Toutes les ouvertes",
    _Status.RECEIVED.value: "Reçues",
    _Status.IN_PROGRESS.value: "En cours",
    _Status.WAITING.value: "En attente du joueur",
    _Status.DECIDED.value: "Décidées, à classer",
    _Status.CLOSED.value: "Classées",
}
_QUEUES: dict[str, Callable[[User, date], QuerySet[Claim]]] = {
    "mine": lambda user, today: Claim.objects.pending().filter(assigned_to=user),
    "nobody": lambda user, today: Claim.objects.open().filter(assigned_to=None),
    "overdue": lambda user, today: Claim.objects.overdue(today),
    "open": lambda user, today: Claim.objects.open(),
}


@require_GET
@office_page(VIEW)
def queue(request: HttpRequest, user: User) -> HttpResponse:
    """One queue, the most urgent first, or what a number finds."""
    asked = request.GET.get("q", "").strip()
    if asked:
        return _search(request, user, asked)
    name = request.GET.get("file", "")
    name = name if name in _LABELS else "mine" if user.has_perm(HANDLE) else "open"
    return _list(request, user, _of(name, user), name)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page(HANDLE)
def new(request: HttpRequest, user: User) -> HttpResponse:
    """Record a claim that came by post or telephone."""
    today = paris_day(timezone.now())
    number = request.GET.get("ticket", "")
    initial = {"received_on": today, "exercised_on": today, "ticket": number}
    form = NewClaimForm(request.POST or None, initial=initial)
    if form.is_valid() and (claim := _received(form, user)):
        messages.success(request, f"C’est la réclamation {claim.shown} : dites ce numéro au joueur.")
        return redirect("office:claim", claim.number)
    shown = {"form": form, "others": _of_ticket(form["ticket"].value())}
    return page(request, "claim_new.html", "Nouvelle réclamation", shown, status=422 if form.errors else 200)


def _of_ticket(text: str) -> QuerySet[Claim]:
    """The claims already made of the ticket typed."""
    try:
        return Claim.objects.filter(ticket=ticket_numbers.read(text or "")).order_by("-pk")
    except ticket_numbers.BadNumber:
        return Claim.objects.none()


def _received(form: NewClaimForm, user: User) -> Claim | None:
    """The claim, or None when it was refused: the form says why."""
    given = form.cleaned_data
    arrival = Arrival(given["channel"], given["exercised_on"], given["received_on"])
    about = {name: given[name] for name in ("subject", "ticket", "emission")}
    try:
        return receiving.receive(arrival=arrival, typed=form.typed(), by=user, **about)
    except ClaimRefused as refused:
        told(form, {refused.field: refused.message})
    return None


def _of(name: str, user: User) -> QuerySet[Claim]:
    if name in _QUEUES:
        return _QUEUES[name](user, paris_day(timezone.now())).order_by("due_on", "pk")
    by_urgency = name != _Status.CLOSED
    return Claim.objects.filter(status=name).order_by(*(("due_on", "pk") if by_urgency else ("-pk",)))


def _search(request: HttpRequest, user: User, asked: str) -> HttpResponse:
    """The claim of a number, or those of a ticket's; what is neither is told why."""
    try:
        if len(typed.digits(asked[: typed.LONGEST])) == ticket_numbers.LENGTH:
            found = Claim.objects.filter(ticket=ticket_numbers.read(asked)).order_by("-pk")
            return _list(request, user, found, "", "Aucune réclamation ne porte sur ce ticket.")
        claim = Claim.objects.numbered(numbers.read(asked)).first()
    except (numbers.BadClaimNumber, ticket_numbers.BadNumber) as error:
        return _list(request, user, Claim.objects.none(), "", error.message)
    if claim:
        return redirect("office:claim", claim.number)
    return _list(request, user, Claim.objects.none(), "", "Aucune réclamation ne porte ce numéro.")


def _list(request: HttpRequest, user: User, found: QuerySet[Claim], name: str, nothing: str = "") -> HttpResponse:
    today, number = paris_day(timezone.now()), _page_number(request)
    first = (number - 1) * ROWS
    last = ClaimEvent.objects.filter(claim=OuterRef("pk")).order_by("-number").values("kind")[:1]
    told = found.annotate(last=Subquery(last)).select_related("assigned_to", "emission__game").defer("sealed")
    rows = list(told[first : first + ROWS + 1])
    counts = figures.counts(today, user.pk)
    shown = {
        "asked": request.GET.get("q", ""),
        "queues": [(key, label, counts.get(key)) for key, label in _LABELS.items()],
        "queue": name,
        "heading": _LABELS.get(name, "Recherche"),
        "rows": [_row(claim, today) for claim in rows[:ROWS]],
        "nothing": nothing or "Il n’y en a aucune.",
        "before": number - 1,
        "after": number + 1 if len(rows) > ROWS else 0,
    }
    return page(request, "claims.html", "Réclamations", shown)


def _row(claim: Any, today: date) -> dict[str, Any]:
    late = (today - claim.due_on).days if claim.is_open else 0
    return {"claim": claim, "late": max(late, 0), "added": claim.last == ClaimEvent.Kind.ADDED}


def _page_number(request: HttpRequest) -> int:
    text = request.GET.get("page", "")
    return max(int(text), 1) if text.isascii() and text.isdigit() and len(text) < 6 else 1
