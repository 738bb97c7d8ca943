"""The exact law of each published way of playing, kept for every process: it may take seconds to compute."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache as remembered
from hashlib import sha256
from inspect import getsource
from threading import Lock
from types import ModuleType
from typing import cast

from django.core.cache import cache

from games.registry import GAMES
from games.rules import dealer, odds

Law = Mapping[str, Fraction]
Laws = Mapping[str, Law]  # by the strategy's name
_computing = Lock()


def computed(slug: str) -> Laws:
    """The laws of a game's strategies, computed by its rules in this process: what is approved rests on them."""
    rules = GAMES[slug].rules
    return {name: odds.distribution(rules, strategy) for name, strategy in rules.STRATEGIES.items()}


def shown(slug: str) -> Laws:
    """The same for a page, from the cache where another process has computed them with the same code."""
    key = f"laws:{_version(slug)}"
    kept = cache.get(key)
    if kept is None:
        with _computing:
            laws = computed(slug)
        kept = {name: {outcome: str(chance) for outcome, chance in law.items()} for name, law in laws.items()}
        cache.set(key, kept, None)
    return {name: {outcome: Fraction(chance) for outcome, chance in law.items()} for name, law in kept.items()}


@remembered
def _version(slug: str) -> str:
    """Changes with the code that the laws come from."""
    modules = (cast(ModuleType, GAMES[slug].rules), odds, dealer)
    return sha256("".join(map(getsource, modules)).encode()).hexdigest()[:32]
