"""What is on offer, and told of winners and desks, while the public pages are looked at."""

from games.registry import GAMES
from office.demonstration_winners import load_winners
from tests.games import stock
from tests.public.shops import centre, shop
from tickets.models import Emission


def made() -> list[Emission]:
    """An emission of each game, on sale, the demonstration's winners, and desks that pay."""
    emissions = [stock.make_emission(slug) for slug in GAMES]
    load_winners()
    shop("33000", "Bordeaux", transfers=True)
    shop("20200", "Bastia")
    centre("69002", "Lyon")
    return emissions
