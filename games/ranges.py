"""The least and the greatest return of a prize table over every way of playing there is, kept for every process."""

from collections.abc import Collection, Iterable
from fractions import Fraction

from games.contents import Content
from games.laws import version
from games.models import Reckoning
from games.registry import GAMES
from games.rules import odds
from games.rules.odds import Range


def known(contents: Collection[Content]) -> dict[Content, Range]:
    """Those that were kept, as shares of the sales: one statement. A play without a longest course has none."""
    kept = Reckoning.objects.in_bulk([_key(content) for content in contents])
    found = {content: kept[_key(content)].told for content in contents if _key(content) in kept}
    return {content: (Fraction(told[0]), Fraction(told[1])) for content, told in found.items() if told}


def reckon(contents: Iterable[Content]) -> None:
    """Keep those of whole tables that nobody has kept yet."""
    wanted = {_key(content): content for content in contents}
    kept = Reckoning.objects.in_bulk(list(wanted))
    for key, content in wanted.items():
        if key not in kept:
            Reckoning.objects.bulk_create([Reckoning(key=key, told=_range(content))], ignore_conflicts=True)


def _range(content: Content) -> list[str]:
    rules = GAMES[content.slug].rules
    try:
        return [str(share) for share in odds.table_extremes(rules, content.tiers, content.price, content.tickets)]
    except odds.EndlessPlay:
        return []


def _key(content: Content) -> str:
    return f"range:{content.slug}:{content.price}:{content.fingerprint}:{version(content.slug)}"
