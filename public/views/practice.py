"""A practice play: the same rules and odds as a ticket's, for adults too (art. 1), without prize, stored nowhere.

Each form of a board carries the play whole, signed. A form that is posted again, by going back or by a reload, plays
again from where it stood: nothing is at stake, and the draw may be another one.
"""

from datetime import timedelta
from functools import wraps
from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.boards import HtmxRequest, Ways, board_of, prepared
from games.registry import Entry
from games.rules.game import IllegalChoice
from games.views.playing import STALE_FORM
from games.views.posting import View, comes_back
from public.practising import LASTS, Practice, Unreadable


def _open(view: View) -> View:
    return require_http_methods(["GET", "HEAD", "POST"])(never_cache(view))


@never_cache
def _told(request: HtmxRequest, game: Entry, *, stale: bool = True) -> HttpResponse:
    shown = {"game": game, "hours": LASTS // timedelta(hours=1), "stale": stale}
    return render(request, "public/practice/start.html", shown, status=403 if stale else 200)


@comes_back(_told)
@_open
def page(request: HtmxRequest, game: Entry) -> HttpResponse:
    """What a practice play is; posted, it begins one."""
    return _board(request, Practice.begun(game)) if request.method == "POST" else _told(request, game, stale=False)


def _carried_on(view: View) -> View:
    """Hand the posted play to the view, or say that it can't be read; anything else leads to the first page."""

    @wraps(view)
    def wrapped(request: HtmxRequest, game: Entry) -> HttpResponse:
        if request.method != "POST":
            return redirect("public:practice", game)
        try:
            practice = Practice.read(game, request.POST.get("partie", ""))
        except Unreadable:
            template = "public/practice/_lost.html" if request.htmx else "public/practice/lost.html"
            return render(request, template, {"game": game}, status=422)
        return view(request, practice)

    return _open(wrapped)


@_carried_on
def _again(request: HtmxRequest, practice: Practice) -> HttpResponse:
    draft = prepared(practice.game, practice.state, request.POST)
    return _board(request, practice, status=403, refusal=STALE_FORM, draft=draft)


@comes_back(_again)
@_carried_on
def step(request: HtmxRequest, practice: Practice) -> HttpResponse:
    """Play one step: 422 with a message when the rules refuse it."""
    try:
        return _board(request, practice.played(request.POST), fresh=True)
    except IllegalChoice as error:
        draft = prepared(practice.game, practice.state, request.POST)
        return _board(request, practice, status=422, refusal=error.message, draft=draft)


@comes_back(_again)
@_carried_on
def placement(request: HtmxRequest, practice: Practice) -> HttpResponse:
    """Prepare a choice in several presses: no step, nothing is drawn."""
    if practice.game.draft is None or practice.amount is not None:
        return _board(request, practice)
    try:
        return _board(request, practice, draft=practice.game.draft(practice.state, request.POST))
    except IllegalChoice as error:
        return _board(request, practice, status=422, refusal=error.message, draft=error.draft)


@comes_back(_again)
@_carried_on
def board(request: HtmxRequest, practice: Practice) -> HttpResponse:
    """Where the play stands, once its last draw has been seen."""
    return _board(request, practice)


def _board(request: HtmxRequest, practice: Practice, *, status: int = 200, **shown: Any) -> HttpResponse:
    """A ticket's own board, as a fragment for HTMX and as a whole page otherwise."""
    here = [practice.game]
    ways = Ways(
        step=reverse("public:practice_step", args=here),
        placement=reverse("public:practice_placement", args=here),
        board=reverse("public:practice_board", args=here),
        carried=practice.carried,
        end="public/practice/_end.html",
        end_told="public/practice/_end_told.html",
    )
    template = "games/_board.html" if request.htmx else "public/practice/board.html"
    return render(request, template, board_of(practice, practice.state, ways, **shown), status=status)
