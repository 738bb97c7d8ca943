"""What finished plays paid, against what their tickets were exactly worth.

A ticket's line of the prize table is fixed when it is printed, so only the outcome of its play is left to chance: the
exact return is that of the tickets actually played. No way of playing changes it. Sauve Souris' spread of outcomes does
depend on it, and the widest is taken, all mice in one cheese, so that the interval holds at least 95 % of the time.

Only finished plays are compared. One that is given up pays nothing and says nothing of the draws; but who gives up
what can't be won any more leaves a loss uncounted, so the return of finished plays may stand somewhat above the exact
one although every draw was right. One rare prize moves it far, too. So it is shown, and never judged: the draws are.
"""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import groupby
from math import sqrt
from operator import itemgetter
from typing import NamedTuple

from games.auditing.report import Return
from games.registry import GAMES
from games.rules import odds
from games.rules.game import Lots
from tickets import numbers
from tickets.models import PrizeTier

_DEVIATIONS = 1.959964  # on each side, for 95 %


class Line(NamedTuple):
    """The finished plays of one line of a prize table, and what they paid, in cents."""

    tier: PrizeTier
    plays: int
    paid: int


class Payouts:
    """Counts finished plays by emission and line of the prize table."""

    def __init__(self) -> None:
        self._plays: Counter[tuple[int, int, int]] = Counter()  # game code, emission, key of the line
        self._paid: Counter[tuple[int, int, int]] = Counter()

    def add(self, ticket: int, tier_id: int, amount: int) -> None:
        """One more finished play of this ticket number, its amount in cents."""
        parts = numbers.split(ticket)
        self._plays[parts.game_code, parts.emission, tier_id] += 1
        self._paid[parts.game_code, parts.emission, tier_id] += amount

    def returns(self) -> list[Return]:
        """Each emission's return (art. 3.2.1)."""
        tiers = PrizeTier.objects.select_related("table__game").in_bulk({tier for *_, tier in self._plays})
        keys = sorted(self._plays)
        return [
            _return(emission, [Line(tiers[key[2]], self._plays[key], self._paid[key]) for key in lines])
            for emission, lines in groupby(keys, key=itemgetter(0, 1))
        ]


def _return(emission: tuple[int, int], lines: list[Line]) -> Return:
    game = lines[0].tier.table.game
    plays, paid = sum(line.plays for line in lines), sum(line.paid for line in lines)
    sales = plays * game.price
    exact, variance = Fraction(0), Fraction(0)
    for line in lines:
        of_one = moments(game.slug, tuple(line.tier.lots))
        exact, variance = exact + line.plays * of_one.mean, variance + line.plays * of_one.variance
    observed, margin = paid / sales, _DEVIATIONS * sqrt(variance) / sales
    least, greatest = max(0.0, observed - margin), observed + margin
    return Return(game.slug, *emission, plays, sales, paid, str(exact / sales), observed, least, greatest)


class Moments(NamedTuple):
    """Exact mean, in cents, and greatest variance of what one ticket pays, over the published ways of playing."""

    mean: Fraction
    variance: Fraction


@cache
def moments(slug: str, lots: Lots) -> Moments:
    """Those of a ticket bearing these lots."""
    rules = GAMES[slug].rules
    found = []
    for strategy in rules.STRATEGIES.values():
        law = odds.distribution(rules, strategy)
        mean = odds.expected(rules, lots, law)
        squares = sum((chance * rules.prize(lots, end) ** 2 for end, chance in law.items()), Fraction(0))
        found.append(Moments(mean, squares - mean**2))
    return max(found, key=lambda moments: moments.variance)
