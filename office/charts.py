"""Pictures of numbers as places in a drawing that a template writes as SVG; plain values, no chart library."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

STEP, WIDE, NARROW = 11, 9, 5  # of a day and of its two columns, in units of the drawing
LEFT, TOP, HEIGHT, BELOW = 4, 22, 110, 22
NAMED = 7  # days from one name below to the next


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the drawing."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Name:
    """A day written below its column."""

    x: int
    day: date


@dataclass(frozen=True, slots=True)
class Chart:
    """For each day a wide column and a narrow one before it; `top` is what the line above them stands for."""

    wide: list[Column]
    narrow: list[Column]
    names: list[Name]
    top: int
    width: int
    line: int = TOP
    base: int = TOP + HEIGHT
    height: int = TOP + HEIGHT + BELOW


def chart(days: Sequence[date], wide: Sequence[int], narrow: Sequence[int]) -> Chart:
    """Two numbers a day to one scale, which ends at the next round number; what is below nothing is not drawn."""
    top = ceiling(max((*wide, *narrow), default=0))
    names = [Name(_left(place) + STEP // 2, days[place]) for place in range(NAMED // 2, len(days), NAMED)]
    width = _left(len(days)) + LEFT
    return Chart(_columns(wide, top, WIDE), _columns(narrow, top, NARROW), names, top, width)


def ceiling(most: int) -> int:
    """The next digit with noughts after it: 0 -> 1, 7 -> 7, 130 -> 200."""
    power = 10 ** (len(str(most)) - 1) if most > 0 else 1
    return next(digit * power for digit in range(1, 11) if digit * power >= most)


def _left(place: int) -> int:
    return LEFT + place * STEP


def _columns(numbers: Sequence[int], top: int, width: int) -> list[Column]:
    heights = [max(0, -(-HEIGHT * number // top)) for number in numbers]
    middle = (STEP - width) // 2
    return [Column(_left(place) + middle, TOP + HEIGHT - height, width, height) for place, height in enumerate(heights)]
