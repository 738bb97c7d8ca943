"""The search of customer service: one field, and the lists that a booklet or an emission leads to."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import Max, Min, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.boards import HtmxRequest
from games.models import Play
from games.refusals import Refusal
from games.templatetags.french import euros
from office import finding
from office.access import office_page
from office.pages import page
from payouts import pasted
from payouts.models import Flagging, Mark, Payment, Refund
from tickets import numbers
from tickets.models import Block, Booklet, Emission, Ticket

FIELD = "cherche"
MOST_WAITING = 100
STATUSES = {"won": "gagnée", "lost": "sans gain", "expired": "expirée", "open": "en cours"}


@sensitive_post_parameters(FIELD)
@require_http_methods(["GET", "HEAD", "POST"])
@office_page("tickets.view_ticket")
def search(request: HtmxRequest, user: User) -> HttpResponse:
    """The field; what is posted leads to its page by number, so that no code stands in an address or on a page."""
    if request.method != "POST":
        return page(request, "search.html", "Recherche", {"waiting": _waiting(user)})
    try:
        found = finding.find(request.POST.get(FIELD, ""))
    except Refusal as refusal:
        if request.htmx:  # the text stays where it was typed, and is not sent back
            return render(request, "admin/office/_refusal.html", {"refusal": refusal.message}, status=422)
        return page(request, "search.html", "Recherche", {"refusal": refusal.message}, status=422)
    if found.said:
        messages.success(request, found.said)
    return HttpResponseClientRedirect(found.address) if request.htmx else redirect(found.address)


@require_safe
@office_page("tickets.view_booklet", "tickets.view_ticket", "games.view_play", "payouts.view_payment")
def booklet(request: HtmxRequest, user: User, key: int) -> HttpResponse:
    """A booklet's flags and its tickets, each with where its play stands; nothing of those never played."""
    one = get_object_or_404(Booklet.objects.select_related("block__emission__game"), pk=key)
    shown = {
        "booklet": one,
        "emission": one.block.emission,
        "tickets": _tickets(one),
        "flaggings": Flagging.objects.in_force(key),
    }
    return page(request, "booklet.html", f"Livret {pasted.shown(key)}", shown)


@require_safe
@office_page("tickets.view_emission", "tickets.view_block", "tickets.view_ticket")
def emission(request: HtmxRequest, user: User, code: str) -> HttpResponse:
    """An emission's dates, and its blocks with their first and last booklet."""
    game_code, number = divmod(int(code), 100)
    emissions = Emission.objects.select_related("game", "prize_table")
    one = get_object_or_404(emissions, game_code=game_code, number=number)
    blocks = Block.objects.filter(emission=one).order_by("number")
    every = blocks.annotate(first=Min("booklets__key"), last=Max("booklets__key"))
    listed = [
        {"number": number, "issued_at": issued_at, "first": _key(first), "last": _key(last)}
        for number, issued_at, first, last in every.values_list("number", "issued_at", "first", "last")
    ]
    return page(request, "emission.html", f"Émission {code[:3]} {code[3:]}", {"emission": one, "blocks": listed})


def _key(key: int | None) -> str:
    return "" if key is None else f"{key:011}"


def waiting() -> QuerySet[Mark]:
    """The marks of damaged tickets that came by post and are not checked, the first that came first (art. 4.3.1)."""
    return Mark.objects.filter(kind=Mark.Kind.RECEIVED, lifted_at=None).order_by("at")


def _waiting(user: User) -> list[dict[str, Any]]:
    if not user.has_perm("payouts.view_mark"):
        return []
    return [
        {"number": numbers.shown(mark.ticket_id), "address": finding.ticket_address(mark.ticket_id), "mark": mark}
        for mark in waiting()[:MOST_WAITING]
    ]


def _tickets(one: Booklet) -> list[dict[str, Any]]:
    at, first = timezone.now(), one.pk * 10_000
    within = {"ticket_id__gte": first, "ticket_id__lt": first + 10_000}
    plays = {play.ticket_id: play for play in Play.objects.filter(**within)}
    settled = _settled(within)
    marked: dict[int, list[str]] = {}
    for mark in Mark.objects.filter(lifted_at=None, **within).order_by("pk"):
        marked.setdefault(mark.ticket_id, []).append(mark.get_kind_display())
    tickets = Ticket.objects.filter(pk__gte=first, pk__lt=first + 10_000).order_by("pk").values_list("pk", flat=True)
    return [
        {
            "number": numbers.shown(number),
            "address": finding.ticket_address(number),
            "status": STATUSES[plays[number].status(at)] if number in plays else "pas commencée",
            "amount": plays[number].amount if number in plays else None,
            "settled": settled.get(number, ""),
            "marks": marked.get(number, ()),
        }
        for number in tickets
    ]


def _settled(within: dict[str, int]) -> dict[int, str]:
    """In words, what was given against each of these tickets, or is ordered, or that it was itself given."""
    payments, given = Payment.objects.standing(), {name.replace("ticket", "given"): key for name, key in within.items()}
    said = {one.given_id: "donné en échange" for one in payments.filter(**given) if one.given_id}
    for refund in Refund.objects.filter(withdrawn_at=None, **within):
        said[refund.ticket_id] = f"remboursement ordonné, {euros(refund.amount)}"
    for one in payments.filter(lot=None, **within):
        what = f"{one.get_what_display()} payé, {euros(one.amount)}"
        said[one.ticket_id] = f"échangé contre {numbers.shown(one.given_id)}" if one.given_id else what
    return said


def number_of(text: str) -> int:
    """The number in an address. Raises Http404 when it can't be one."""
    try:
        return numbers.read(text)
    except numbers.BadNumber as error:
        raise Http404(error.message) from error
