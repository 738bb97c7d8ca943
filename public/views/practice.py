"""A practice play: the same rules and odds, without prize, stored nowhere."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.registry import Entry


def page(request: HttpRequest, game: Entry) -> HttpResponse:
    return redirect("public:game", game)
