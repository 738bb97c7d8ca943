"""A map of the departments, ours: each a square of paper, about where it lies."""

from collections.abc import Mapping
from dataclasses import dataclass

_DRAWN = """
 .   .   .   .   .  62  59   .   .   .   .   .
 .   .   .   .  76  80  60  02  08   .   .   .
 .   .  50  14  27  78  95  93  51  55  57   .
29  22  35  61  28  92  75  94  10  54  88  67
 .  56  44  53  72  45  91  77  89  52  70  68
 .   .  85  49  37  41  18  58  21  39  25  90
 .   .   .  79  86  36  23  03  71  01  74   .
 .   .   .  17  16  87  19  63  42  69  38  73
971 972  .  33  24  46  15  43  07  26  05   .
973 974  .  40  47  82  12  48  30  84  04  06
975 976  .  64  32  31  81  34   .  13  83   .
977 978  .   .  65  09  11  66   .   .   .  2B
 .   .   .   .   .   .   .   .   .   .   .  2A
"""
SQUARE, GAP = 28, 2  # in units of the drawing, whole ones: a French decimal comma is none of SVG's
MIDDLE = SQUARE // 2
_STEP = SQUARE + GAP
PLACES: Mapping[str, tuple[int, int]] = {
    code: (column, row)
    for row, line in enumerate(_DRAWN.strip("\n").splitlines())
    for column, code in enumerate(line.split())
    if code != "."
}
"""Column and row of each department."""
WIDTH, HEIGHT = (_STEP * (1 + max(place[axis] for place in PLACES.values())) for axis in (0, 1))
OVERSEAS = 8 * _STEP - 7  # the top of the inset at the left, two squares wide


@dataclass(frozen=True, slots=True)
class Tile:
    """A department's square: its code, what it tells, and its step, from 0 (nothing) up."""

    code: str
    told: str
    step: int

    @property
    def x(self) -> int:
        """Its left side."""
        return PLACES[self.code][0] * _STEP

    @property
    def y(self) -> int:
        """Its top."""
        return PLACES[self.code][1] * _STEP

    @property
    def dots(self) -> list[int]:
        """Where its dots are, one for each step, from its left side: the step without its colour."""
        return [MIDDLE - 3 * (self.step - 1) + 6 * dot for dot in range(self.step)]
