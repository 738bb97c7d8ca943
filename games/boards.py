"""What a board's template is given, and the two ways to send it: whole page, or fragment for HTMX."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django_htmx.middleware import HtmxDetails

from games.models import Play


class HtmxRequest(HttpRequest):
    """A request as the HTMX middleware hands it on."""

    htmx: HtmxDetails


def board_context(play: Play, *, draft: Any = None, fresh: bool = False, refusal: str | None = None) -> dict[str, Any]:
    """All that a board shows. `fresh`: it answers a step just made; `refusal`: why the last request did nothing."""
    state, rules = play.load(), play.game.rules
    return {
        "play": play,
        "view": rules.view(state, draft),
        "lots": play.lots,
        "pays": rules.prize(tuple(play.tier.lots), rules.standing(state)),
        "board_template": play.game.template,
        "fresh": fresh and play.step > 0,
        "refusal": refusal,
    }


def board_response(request: HtmxRequest, play: Play, *, status: int = 200, **shown: Any) -> HttpResponse:
    """The board as a fragment for HTMX, as a whole page otherwise."""
    if request.htmx:
        return HttpResponse(fragment(play, **shown), status=status)
    return render(request, "games/play.html", board_context(play, **shown), status=status)


def fragment(play: Play, **shown: Any) -> str:
    """The board alone, without anybody's CSRF token: the page that receives it sends its own in a header."""
    return render_to_string("games/_board.html", board_context(play, **shown))
