"""What is on offer, and told of winners, while the public pages are looked at."""

from games.registry import GAMES
from office.demonstration_winners import load_winners
from tests.games import stock
from tickets.models import Emission


def made() -> list[Emission]:
    """An emission of each game, on sale, and the demonstration's winners."""
    emissions = [stock.make_emission(slug) for slug in GAMES]
    load_winners()
    return emissions
