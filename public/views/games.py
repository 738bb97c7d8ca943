"""The games: what each is, its prizes, its exact chances."""

from django.http import HttpRequest, HttpResponse

from games.registry import GAMES, Entry
from public.pages import PAGES, game_page, read_only, show


@read_only
def index(request: HttpRequest) -> HttpResponse:
    return show(request, PAGES["public:games"], "public/games.html", {"games": list(map(game_page, GAMES.values()))})


@read_only
def game(request: HttpRequest, game: Entry) -> HttpResponse:
    return show(request, game_page(game), "public/game.html")
