"""The games: what each is, its prizes, its exact chances (art. 2.2, 2.3, 3.2.1-3.2.2)."""

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.registry import GAMES, Entry
from payouts.means import CASH_LIMIT
from public import chances
from public.pages import PAGES, game_page, read_only, show
from tickets.calendar import PAYMENT, PLAY, START, paris_day


@read_only
def index(request: HttpRequest) -> HttpResponse:
    games = chances.told(list(GAMES.values()), paris_day(timezone.now()))
    return show(request, PAGES["public:games"], "public/games.html", {"games": games})


@read_only
def game(request: HttpRequest, game: Entry) -> HttpResponse:
    (told,) = chances.told([game], paris_day(timezone.now()))
    days = {"start": START.days, "play": PLAY.days, "payment": PAYMENT.days}
    return show(
        request, game_page(game), "public/game.html", {"told": told, "game": game, "days": days, "cash": CASH_LIMIT}
    )
