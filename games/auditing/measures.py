"""The three tests of randomness and the correction for making several, as plain functions of counts."""

from collections.abc import Sequence
from itertools import accumulate
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import chdtrc, ndtr

from games.auditing.report import Measure, Share
from games.auditing.tally import Order, Turn
from games.rules.dealer import Item

Vector = NDArray[np.float64]
LEAST_EXPECTED = 5  # of every item, for the chi-square law to hold
LEAST_ON_A_SIDE = 10  # of the median, for the normal law to hold


def shares(turns: Sequence[Turn]) -> list[Share]:
    """Each item of a kind of draw, all turns together, in the order of the sets."""
    items = _items(turns)
    expected, spread = np.zeros(len(items)), np.zeros(len(items))
    for turn in turns:
        mean, covariance = _law(turn, items)
        expected, spread = expected + mean, spread + np.diag(covariance)
    observed = [sum(turn.taken[item] for turn in turns) for item in items]
    return [Share(*row) for row in zip(items, observed, expected.tolist(), np.sqrt(spread).tolist(), strict=True)]


def chi_square(turns: Sequence[Turn]) -> Measure | None:
    """Distance of the counts from the expected ones; None with too few draws.

    It is Pearson's wherever all sets are the same, and allows for sets that differ through the exact covariance of
    the counts. Turns add up, being independent; one with fewer than LEAST_EXPECTED of some item is left out.
    """
    value, freedom = 0.0, 0
    for turn in turns:
        items = _items([turn])
        expected, covariance = _law(turn, items)
        if expected.min() < LEAST_EXPECTED:
            continue
        away = np.array([turn.taken[item] for item in items]) - expected
        value += float(away @ np.linalg.pinv(covariance, hermitian=True) @ away)
        freedom += int(np.linalg.matrix_rank(covariance, hermitian=True))
    return Measure(value, float(chdtrc(freedom, value)), freedom) if freedom else None


def runs(order: Order) -> Measure | None:
    """The number of runs on one side of the median (Wald and Wolfowitz); None with too few draws."""
    above, below = order.above, order.count - order.above
    if min(above, below) < LEAST_ON_A_SIDE:
        return None
    pairs = 2 * above * below
    mean = 1 + pairs / order.count
    variance = pairs * (pairs - order.count) / (order.count**2 * (order.count - 1))
    return Measure(order.runs, _two_sided((order.runs - mean) / sqrt(variance)))


def serial_correlation(order: Order) -> Measure | None:
    """Correlation of each number with the next, the last with the first (Knuth, 3.3.2); None with too few draws."""
    count = order.count
    if min(order.above, count - order.above) < LEAST_ON_A_SIDE:
        return None
    squared = order.total**2
    value = (count * (order.products + order.last * order.first) - squared) / (count * order.squares - squared)
    deviation = count / ((count - 1) * sqrt(count - 2))
    return Measure(value, _two_sided((value + 1 / (count - 1)) / deviation))


def corrected(values: Sequence[float]) -> list[float]:
    """Holm's correction: the p of each of several tests, such that all together raise a false alarm as rarely."""
    order = sorted(range(len(values)), key=values.__getitem__)
    steps = accumulate((values[place] * (len(values) - rank) for rank, place in enumerate(order)), max)
    found = {place: min(1.0, value) for place, value in zip(order, steps, strict=True)}
    return [found[place] for place in range(len(values))]


def _two_sided(distance: float) -> float:
    return float(2 * ndtr(-abs(distance)))


def _items(turns: Sequence[Turn]) -> list[Item]:
    """Every item, those of the largest set first, in its order."""
    sets = sorted((one.among for turn in turns for one in turn.pools), key=len, reverse=True)
    return list(dict.fromkeys(item for among in sets for item in among))


def _law(turn: Turn, items: Sequence[Item]) -> tuple[Vector, Vector]:
    """Mean and covariance of the counts of one turn when every draw of it is uniform."""
    mean, covariance = np.zeros(len(items)), np.zeros((len(items), len(items)))
    for one, draws in turn.pools.items():
        chances = np.array([one.spans.get(item, (0.0, 0.0))[1] for item in items])
        mean += draws * chances
        covariance += draws * (np.diag(chances) - np.outer(chances, chances))
    return mean, covariance
