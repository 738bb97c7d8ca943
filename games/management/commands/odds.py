"""Prints the exact odds of each game and the return of its prize table."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from typing import Any

from django.core.management.base import BaseCommand

from games.registry import GAMES, Entry
from games.rules import odds
from games.rules.game import Lots, Rules, Strategy


class Command(BaseCommand):
    """Odds found by running the rules through every outcome of every draw; the tables are those of the annexes.

    `--json` prints an object whose keys are the games' slugs. Every fraction is a string "a/b":

        {"sauve_souris": {
            "name": "Sauve Souris",
            "price_cents": 300,
            "block_size": 300000,
            "strategies": {"spread": {
                "outcomes": {"0": "1/4", "1": "3/4"},   probability of each outcome of the rules
                "win": "3/4",                           probability that something is paid
                "return": "7/10"}},                     share of the block's sales that is paid out on average
            "any_strategy": {                           over every way of playing that there is;
                "least_return": "7/10",                 null where the play has no longest course
                "greatest_return": "7/10"}}}
    """

    help = "Prints the exact odds of each game, found by running its rules, and the return of its prize table."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object; fractions are strings a/b")
        parser.add_argument("--game", choices=GAMES, help="this game only")

    def handle(self, *args: Any, **options: Any) -> None:
        games = [GAMES[options["game"]]] if options["game"] else list(GAMES.values())
        found = {game.slug: _odds(game) for game in games}
        if options["json"]:
            self.stdout.write(json.dumps(found, ensure_ascii=False, indent=2, default=_exact))
        else:
            self.stdout.write("\n\n".join("\n".join(_lines(game)) for game in found.values()))


def _odds(game: Entry) -> dict[str, Any]:
    tables = json.loads(files("tickets").joinpath("prize_tables.json").read_text())
    table = next(table for table in tables if table["game"] == game.slug)
    tiers = [(tuple(100 * euros for euros in lots), tickets) for *lots, tickets in table["rows"]]
    price, block_size = 100 * table["price_eur"], table["block_size"]
    return {
        "name": game.name,
        "price_cents": price,
        "block_size": block_size,
        "strategies": {
            name: {
                **_law(game.rules, strategy, tiers[0][0]),
                "return": odds.table_return(game.rules, tiers, price, block_size, strategy),
            }
            for name, strategy in game.rules.STRATEGIES.items()
        },
        "any_strategy": _any_strategy(game.rules, tiers, price, block_size),
    }


def _law(rules: Rules, strategy: Strategy, lots: Lots) -> dict[str, Any]:
    law = odds.distribution(rules, strategy)
    return {
        "outcomes": dict(sorted(law.items())),
        "win": sum(chance for outcome, chance in law.items() if rules.prize(lots, outcome)),
    }


def _any_strategy(rules: Rules, tiers: odds.Tiers, price: int, block_size: int) -> dict[str, Fraction] | None:
    try:
        least, greatest = odds.table_extremes(rules, tiers, price, block_size)
    except odds.EndlessPlay:
        return None
    return {"least_return": least, "greatest_return": greatest}


def _exact(fraction: Fraction) -> str:
    return f"{fraction.numerator}/{fraction.denominator}"


def _lines(game: dict[str, Any]) -> Iterator[str]:
    yield f"{game['name']}: {game['block_size']} tickets a block at {game['price_cents'] / 100:.2f} €"
    for name, found in game["strategies"].items():
        yield f"  {name}"
        for outcome, chance in found["outcomes"].items():
            yield _line(f"    {outcome}", chance)
        yield _line("    win", found["win"])
        yield _line("    return", found["return"])
    if game["any_strategy"]:
        yield "  whatever the strategy"
        yield _line("    least return", game["any_strategy"]["least_return"])
        yield _line("    greatest return", game["any_strategy"]["greatest_return"])


def _line(label: str, fraction: Fraction) -> str:
    return f"{label:<20} {_exact(fraction):<30} {float(fraction):.12f}"
