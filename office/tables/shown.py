"""What a prize table's page shows of its figures, with the picture of each line's part in the return."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from games import laws
from games.contents import BASIS, Content, Way
from games.templatetags.french import euros, euros_short, percent

WIDTH, ROW, BAR = 320, 36, 250  # of the picture, in its own units


@dataclass(frozen=True, slots=True)
class Shown:
    """A way of playing, as the page writes it."""

    names: tuple[str, ...]
    win: str
    one_in: str
    share: Fraction
    percent: str
    mean: str
    deviation: str
    worst: str
    within: bool | None


@dataclass(frozen=True, slots=True)
class Bar:
    """A line's part in the return, and where it is drawn."""

    number: int
    lots: str
    part: str
    top: int
    width: int


def figures(content: Content, left_out: int = 0) -> dict[str, Any]:
    """The names of `_tables_figures.html`; `left_out` lines are typed and can't be counted."""
    found = laws.shown(content.slug)
    ways = content.ways(found)
    bars = _bars(content, content.expected(found)) if content.tickets else []
    return {
        "content": content,
        "ways": [_shown(content, way) for way in ways],
        "left_out": left_out,
        "whole": content.tickets == content.block_size,
        "fixed": content.share is not None and content.tolerance is not None and _fixed(content),
        "obstacles": content.obstacles(ways),
        "bars": bars,
        "picture": {"width": WIDTH, "height": ROW * len(bars), "track": BAR},
    }


def _shown(content: Content, way: Way) -> Shown:
    payout = way.payout
    return Shown(
        way.names,
        percent(payout.win),
        f"{float(1 / payout.win):.2f}".replace(".", ",") if payout.win else "",
        payout.share,
        percent(payout.share),
        euros(round(payout.mean)),
        euros(payout.deviation),
        euros(payout.worst),
        content.within(payout),
    )


def _fixed(content: Content) -> dict[str, str]:
    share, tolerance = Fraction(content.share or 0, BASIS), Fraction(content.tolerance or 0, BASIS)
    return {
        "share": percent(share, 2),
        "tolerance": percent(tolerance, 2),
        "least": percent(max(share - tolerance, Fraction(0)), 2),
        "greatest": percent(share + tolerance, 2),
    }


def _bars(content: Content, expected: list[Fraction]) -> list[Bar]:
    """Each line's part of what a block pays out on average; the longest bar is the greatest part."""
    paid = [one * tickets for one, (_, tickets) in zip(expected, content.tiers, strict=True)]
    total, most = sum(paid, Fraction(0)), max(paid)
    return [
        Bar(
            number,
            " / ".join(map(euros_short, lots)),
            percent(part / total, 2),
            ROW * (number - 1),
            max(1, round(BAR * part / most)),
        )
        for number, ((lots, _), part) in enumerate(zip(content.tiers, paid, strict=True), 1)
    ]
