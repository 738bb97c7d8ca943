"""A play in a browser that holds it: its first page, its board, its steps, and leaving it."""

import uuid
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import HttpResponseClientRedirect

from games import holding, live
from games.boards import HtmxRequest, board_response, fragment, prepared
from games.forms import StepForm
from games.models import Play
from games.playing import play_step
from games.refusals import StepRefused
from games.reglement import followed_by
from games.reminding import calendar_of
from games.rules.game import IllegalChoice
from games.sitting import timed
from games.views.posting import comes_back, posted

STALE_FORM = "Cette page avait trop attendu\u00a0: rien n’est joué, rien n’est perdu. Choisissez de nouveau."


@require_safe
@never_cache
@timed
def welcome(request: HttpRequest, play_id: uuid.UUID) -> HttpResponse:
    """What is at stake and until when, before the first step."""
    play = _held_play(request, play_id)
    if play.step or play.status(timezone.now()) != "open":
        return redirect("games:play", play_id)
    return render(request, "games/welcome.html", {"play": play, "lots": play.lots, "reglement": followed_by(play)})


@require_safe
@never_cache
@timed
def board(request: HtmxRequest, play_id: uuid.UUID) -> HttpResponse:
    """Where the play stands (art. 3.3.7). `vue=tirage` shows the last result, `souris` a placement in preparation."""
    play = _held_play(request, play_id)
    if play.status(timezone.now()) == "expired":
        result = reverse("payouts:result", args=[play.id])
        return HttpResponseClientRedirect(result) if request.htmx else redirect(result)
    return board_response(request, play, fresh=request.GET.get("vue") == "tirage", draft=_prepared(play, request.GET))


@never_cache
def _again(request: HtmxRequest, play_id: uuid.UUID) -> HttpResponse:
    play = _held_play(request, play_id)
    return board_response(request, play, status=403, refusal=STALE_FORM, draft=_prepared(play, request.POST))


@comes_back(_again)
@posted
@never_cache
@timed
def step(request: HtmxRequest, play_id: uuid.UUID) -> HttpResponse:
    """Play one step: 422 with a message when it is refused, 409 with the current board when it is stale."""
    holding.check_held(request, play_id)
    form = StepForm(request.POST)
    if not form.is_valid():
        refusal = "Cette page n’est plus à jour\u00a0: voici où en est la partie."
        return board_response(request, _held_play(request, play_id), status=422, refusal=refusal)
    try:
        play = play_step(play_id=play_id, step=form.cleaned_data["step"], data=request.POST)
    except StepRefused as error:
        return _refused(request, error, form.cleaned_data["step"])
    board = fragment(play, fresh=True)
    live.announce(play_id, board)
    if request.htmx:
        return HttpResponse(board)
    return redirect(f"{reverse('games:play', args=[play_id])}?vue=tirage")


def _refused(request: HtmxRequest, error: StepRefused, step: int) -> HttpResponse:
    """The board unchanged, with the reason; the very last step sent again shows its result again."""
    again = step == error.play.step - 1
    draft = None if again else _prepared(error.play, request.POST)
    return board_response(request, error.play, status=error.status, refusal=error.message, draft=draft, fresh=again)


@comes_back(_again)
@posted
@never_cache
@timed
def placement(request: HtmxRequest, play_id: uuid.UUID) -> HttpResponse:
    """Prepare a choice in several presses: stores nothing and is no step."""
    play = _held_play(request, play_id)
    if play.game.draft is None or play.status(timezone.now()) != "open":
        return redirect("games:play", play_id)
    try:
        draft = play.game.draft(play.load(), request.POST)
    except IllegalChoice as error:
        return board_response(request, play, status=422, refusal=error.message, draft=error.draft)
    if request.htmx:
        return board_response(request, play, draft=draft)
    return redirect(f"{reverse('games:play', args=[play_id])}?{urlencode(draft)}")


@require_safe
@never_cache
def reminder(request: HttpRequest, play_id: uuid.UUID) -> HttpResponse:
    """The last moment to finish, for the player's own calendar."""
    file = calendar_of(_held_play(request, play_id))
    named = {"Content-Disposition": 'attachment; filename="illiko-live.ics"'}
    return HttpResponse(file, content_type="text/calendar; charset=utf-8", headers=named)


@posted
@never_cache
def leave(request: HttpRequest, play_id: uuid.UUID) -> HttpResponse:
    """ "Quitter": this browser no longer holds the play; coming back needs the ticket (art. 3.3.7)."""
    holding.check_held(request, play_id)
    holder = holding.holder_of(request.session, play_id)
    holding.leave(request, play_id)
    request.session.save()  # the pages told next look at once
    live.close_left(play_id, holder)
    return redirect("games:home")


def _held_play(request: HttpRequest, play_id: uuid.UUID) -> Play:
    holding.check_held(request, play_id)
    return get_object_or_404(Play.objects.for_step(), pk=play_id)


def _prepared(play: Play, data: QueryDict) -> Any:
    return prepared(play.game, play.load(), data)
