"""What a board's template is given, and the two ways to send it: whole page, or fragment for HTMX."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django_htmx.middleware import HtmxDetails

from games.models import Play
from games.registry import Entry
from games.rules.game import IllegalChoice


class HtmxRequest(HttpRequest):
    """A request as the HTMX middleware hands it on."""

    htmx: HtmxDetails


class Shown(Protocol):
    """What a board tells of a play; amounts are cents, `amount` is None as long as it goes on."""

    @property
    def game(self) -> Entry: ...
    @property
    def lots(self) -> dict[str, int]: ...
    @property
    def step(self) -> int: ...
    @property
    def amount(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Ways:
    """Where a board's controls lead, as addresses.

    A play that is kept nowhere has no result to lead to: its forms carry it whole, and the templates `end` and
    `end_told` end its board and its spoken words.
    """

    step: str
    placement: str
    board: str
    carried: str = ""
    end: str = ""
    end_told: str = ""

    @classmethod
    def of(cls, play_id: uuid.UUID) -> Self:
        """Those of a ticket's play."""
        return cls(*(reverse(f"games:{name}", args=[play_id]) for name in ("step", "placement", "play")))


def board_of(
    play: Shown, state: Any, ways: Ways, *, draft: Any = None, fresh: bool = False, refusal: str | None = None
) -> dict[str, Any]:
    """All that a board shows. `fresh`: it answers a step just made; `refusal`: why the last request did nothing."""
    rules, lots = play.game.rules, play.lots
    return {
        "play": play,
        "view": rules.view(state, draft),
        "lots": lots,
        "pays": rules.prize(tuple(lots.values()), rules.standing(state)),
        "ways": ways,
        "board_template": play.game.template,
        "fresh": fresh and play.step > 0,
        "refusal": refusal,
    }


def board_context(play: Play, **shown: Any) -> dict[str, Any]:
    """The board of a ticket's play, where it stands."""
    return board_of(play, play.load(), Ways.of(play.id), **shown)


def board_response(request: HtmxRequest, play: Play, *, status: int = 200, **shown: Any) -> HttpResponse:
    """The board as a fragment for HTMX, as a whole page otherwise."""
    if request.htmx:
        return HttpResponse(fragment(play, **shown), status=status)
    return render(request, "games/play.html", board_context(play, **shown), status=status)


def fragment(play: Play, **shown: Any) -> str:
    """The board alone, without anybody's CSRF token: the page that receives it sends its own in a header."""
    return render_to_string("games/_board.html", board_context(play, **shown))


def prepared(game: Entry, state: Any, data: Mapping[str, str]) -> Any:
    """What these fields prepare, even too much of it, or nothing when they name nothing."""
    if game.draft is None or game.rules.outcome(state) is not None:
        return None
    try:
        return game.draft(state, data)
    except IllegalChoice as error:
        return error.draft
