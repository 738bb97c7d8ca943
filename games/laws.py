"""The exact law of each published way of playing, kept for every process: it may take seconds to compute."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from hashlib import sha256
from inspect import getsource
from threading import Lock
from types import ModuleType
from typing import cast

from games.models import Reckoning
from games.registry import GAMES
from games.rules import dealer, odds

Law = Mapping[str, Fraction]
Laws = Mapping[str, Law]  # by the strategy's name
_computing = Lock()


def computed(slug: str) -> Laws:
    """The laws of a game's strategies, computed by its rules in this process: what is approved rests on them."""
    rules = GAMES[slug].rules
    return {name: odds.distribution(rules, strategy) for name, strategy in rules.STRATEGIES.items()}


def keep(slug: str, laws: Laws) -> None:
    """Keep what was computed by the code as it is now."""
    told = {name: {outcome: str(chance) for outcome, chance in law.items()} for name, law in laws.items()}
    Reckoning.objects.bulk_create([Reckoning(key=_key(slug), told=told)], ignore_conflicts=True)


def known(*slugs: str) -> dict[str, Laws]:
    """By their games, the laws that were kept by the code as it is now: one statement, nothing is computed."""
    kept = Reckoning.objects.in_bulk([_key(slug) for slug in slugs])
    return {slug: _read(slug, kept[key].told) for slug in slugs if (key := _key(slug)) in kept}


def shown(slug: str) -> Laws:
    """The same for a page of staff, who wait for what nobody has kept yet."""
    if kept := known(slug):
        return kept[slug]
    with _computing:
        return computed(slug)


@cache
def version(slug: str) -> str:
    """Changes with the code that a game's odds come from."""
    modules = (cast(ModuleType, GAMES[slug].rules), odds, dealer)
    return sha256("".join(map(getsource, modules)).encode()).hexdigest()[:32]


def _key(slug: str) -> str:
    return f"laws:{slug}:{version(slug)}"


def _read(slug: str, told: Mapping[str, Mapping[str, str]]) -> Laws:
    """In the order of the rules' strategies, which JSON does not keep."""
    return {
        name: {outcome: Fraction(chance) for outcome, chance in told[name].items()}
        for name in GAMES[slug].rules.STRATEGIES
    }
