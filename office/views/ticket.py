"""A ticket at a glance, and its play shown again step by step from the sealed record, read-only."""

from typing import Any

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_safe

from office import decisions
from office import glance as reading
from office.access import office_page
from office.changes import HISTORY
from office.glance import Glance, glance
from office.pages import page
from office.views.search import STATUSES, number_of
from payouts.models import Claim, Flagging
from payouts.refusals import NotFound
from payouts.views.answers import LOOKS
from payouts.words import sentence
from tickets import numbers, record
from tickets.journal.chain import Subject

SEES = (
    "tickets.view_ticket",
    "tickets.view_booklet",
    "games.view_play",
    "payouts.view_payment",
    "payouts.view_refund",
    "payouts.view_mark",
    "games.view_wonlot",
)
CLAIMS = "payouts.view_claim"


@require_safe
@office_page(*SEES)
def ticket(request: HttpRequest, user: User, number: str) -> HttpResponse:
    """Where it stands, with all that this follows from, and what this person may decide of it."""
    found = _glance(number)
    state, icon = LOOKS[found.presented.standing]
    shown: dict[str, Any] = {
        "ticket": found,
        "number": numbers.shown(found.number),
        "address": number,
        "sentence": sentence(found.presented),
        "state": state,
        "icon": icon,
        "status": STATUSES[found.play.status(found.at)] if found.play else "",
        "boards": reading.boards(found.entries),
        "every": reading.told(found.entries),
        "around": reading.around(found.presented),
        "decisions": decisions.offered(found, user),
        "may_lift": user.has_perm(decisions.DECIDE),
        "may_withdraw": user.has_perm(decisions.REFUND) and not found.given,
        "flaggings": Flagging.objects.in_force(found.presented.known.ticket.booklet_id),
        "claims": list(Claim.objects.filter(ticket=found.number).order_by("-pk")) if user.has_perm(CLAIMS) else None,
        "history": reading.history(found.presented) if user.has_perm(HISTORY) else None,
    }
    return page(request, "ticket.html", f"Ticket {numbers.shown(found.number)}", shown)


@require_safe
@office_page(*SEES)
def replay(request: HttpRequest, user: User, number: str, step: str) -> HttpResponse:
    """The board after a step, as the player saw it (0: before the first), its words beside it. Raises Http404."""
    boards = reading.boards(record.entries(Subject.TICKET, number_of(number)))
    at = int(step)
    if at >= len(boards):
        raise Http404("Cette partie n’a pas cette étape.")
    seen = boards[at]
    shown: dict[str, Any] = {
        "address": number,
        "number": seen.play.number_shown,
        "play": seen.play,
        "seen": seen,
        "told": seen.told,
        "step": at,
        "last": len(boards) - 1,
        "steps": range(len(boards)),
    }
    board = seen.board
    if board is not None:  # without the request: no form of it bears a token
        shown["board"] = render_to_string("admin/office/_seen.html", board)
    return render(request, "admin/office/replay.html", shown)


def _glance(text: str) -> Glance:
    try:
        return glance(number_of(text), at=timezone.now())
    except NotFound as error:
        raise Http404(error.message) from error
