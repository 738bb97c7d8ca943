"""How a chance is written: in words, as a share of a hundred, exactly, and as a hundred tickets."""

from fractions import Fraction
from math import floor, log10

from django import template

from games.templatetags.french import NBSP, count, percent

register = template.Library()
EXACT = 100  # greatest denominator that is told as it is
_ROW = 20  # tickets in a row of the picture


@register.filter
def in_words(chance: Fraction) -> str:
    """Fraction(1, 26) -> "1 chance sur 26"; Fraction(77, 338) -> "environ 1 chance sur 4,4"."""
    many, of = chance.numerator, chance.denominator
    if many == 1 or of <= EXACT:
        return f"{many} chance{'s' if many > 1 else ''} sur{NBSP}{count(of)}"
    if chance > Fraction(1, 2):
        return f"environ {in_hundred(chance)} chances sur{NBSP}100"
    one_in = 1 / chance
    return f"environ 1 chance sur{NBSP}{count(round(one_in)) if one_in >= 10 else _tenths(one_in)}"


@register.filter
def in_hundred(chance: Fraction) -> int:
    """Of a hundred, to the nearest."""
    return round(100 * chance)


@register.filter
def as_percent(chance: Fraction) -> str:
    """Two decimals, or as many as it takes to show two figures: Fraction(1, 7984413) -> "0,000013 %"."""
    places = 2 if chance == 0 else max(2, -floor(log10(chance * 100)) + 1)
    return percent(chance, places)


@register.filter
def exactly(chance: Fraction) -> str:
    """Fraction(6895193, 10140000) -> "6 895 193 / 10 140 000"."""
    return f"{count(chance.numerator)} / {count(chance.denominator)}"


@register.filter
def on_a_hundred(chance: Fraction) -> tuple[int, int]:
    """The winning ones among a hundred tickets in rows of twenty: whole rows, and tickets on the next."""
    return divmod(in_hundred(chance), _ROW)


@register.filter
def in_cents(amount: Fraction) -> int:
    """To the nearest cent."""
    return round(amount)


@register.filter
def of_a_hundred_euros(share: Fraction) -> int:
    """What this share of 100 € is, in cents."""
    return round(100_00 * share)


def _tenths(number: Fraction) -> str:
    whole, rest = divmod(round(number * 10), 10)
    return f"{whole},{rest}"
