"""What is on offer while the public pages are looked at."""

from games.registry import GAMES
from tests.games import stock
from tickets.models import Emission


def made() -> list[Emission]:
    """An emission of each game, on sale."""
    return [stock.make_emission(slug) for slug in GAMES]
