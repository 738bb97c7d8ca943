"""How unlikely a set of counts is, if every draw was fair."""

from collections import Counter
from collections.abc import Hashable, Mapping
from math import erfc, exp, lgamma, log, sqrt


def chi_square(counts: Counter[Hashable], chances: Mapping[Hashable, float]) -> float:
    """The probability of counts at least as far from `chances` as these; 0 if one of them was impossible."""
    if counts.keys() - chances.keys():
        return 0.0
    total = counts.total()
    distance = sum((counts[item] - total * chance) ** 2 / (total * chance) for item, chance in chances.items())
    return tail(distance, len(chances) - 1)


def tail(distance: float, freedom: int) -> float:
    """The probability that a chi-square variable of this many degrees of freedom is above `distance`.

    It is the regularised gamma function Q(freedom / 2, distance / 2), which grows by x^a e^-x / gamma(a + 1) as a
    grows by one, from Q(1/2, x) = erfc(sqrt(x)) or Q(1, x) = e^-x.
    """
    x = distance / 2
    if x == 0:
        return 1.0
    a, q = (0.5, erfc(sqrt(x))) if freedom % 2 else (1.0, exp(-x))
    while a < freedom / 2:
        q += exp(a * log(x) - x - lgamma(a + 1))
        a += 1
    return q
