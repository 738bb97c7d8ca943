"""The home page and the code form: posting a code starts its play or resumes it."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import attempts, holding
from games.forms import CodeForm
from games.models import Play
from games.refusals import CodeRefused, UnknownCode
from games.registry import GAMES
from games.starting import enter_code
from games.views.posting import comes_back, posted
from tickets.models import Suspension


@require_safe
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "games/home.html", _entrance(request))


@require_safe
@never_cache
def qr(request: HttpRequest) -> HttpResponse:
    """What a ticket's QR opens: the code is in the fragment, which never reaches the server; nothing starts."""
    return render(request, "games/qr.html", _entrance(request))


@never_cache
def _again(request: HttpRequest) -> HttpResponse:
    return render(request, "games/home.html", _entrance(request, stale=True), status=403)


@comes_back(_again)
@posted
@never_cache
def start(request: HttpRequest) -> HttpResponse:
    """Validate a code (art. 3.3.3): start or resume its play, or say what is wrong and where."""
    form = CodeForm(request.POST)
    if not form.is_valid():
        return _refused(request, str(next(iter(form.errors.values()))[0]))
    try:
        play = enter_code(text=form.cleaned_data["code"])
    except UnknownCode as error:
        if attempts.count_unknown(request):
            return attempts.slowed(HttpResponse(render_to_string("429.html"), status=429))
        return _refused(request, error.message)
    except CodeRefused as error:
        return _refused(request, error.message, error.position)
    holding.hold(request, play.id)
    return redirect(_where(play), play.id)


def _where(play: Play) -> str:
    if play.status(timezone.now()) != "open":
        return "payouts:result"
    return "games:play" if play.step else "games:welcome"


def _refused(request: HttpRequest, error: str, position: int | None = None) -> HttpResponse:
    return render(request, "games/home.html", _entrance(request, error, position), status=422)


def _entrance(
    request: HttpRequest, error: str | None = None, position: int | None = None, *, stale: bool = False
) -> dict[str, Any]:
    now, held = timezone.now(), holding.held(request)
    plays = {play.id: play for play in Play.objects.for_step().filter(id__in=held)}
    suspensions = Suspension.objects.in_force().select_related("game")
    return {
        "form": {
            "code": request.POST.get("code", "")[:200],
            "adult": "majeur" in request.POST,
            "error": error,
            "position": position,
            "stale": stale,
        },
        "held": [(plays[one], plays[one].status(now)) for one in held if one in plays],
        "closed": [(one.game.name if one.game else "", one.message) for one in suspensions],
        "games": GAMES.values(),
    }
