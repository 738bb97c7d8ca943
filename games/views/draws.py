"""The admin's page of draws: what `manage.py draws` last found, in tables and pictures; nothing is computed here."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import number_format
from django.views.decorators.http import require_safe

from games.auditing import report
from games.auditing.report import Judged, KindReport, Return, Share
from games.registry import GAMES

TESTS = {"chi_square": "Khi-deux", "runs": "Suites", "serial_correlation": "Corrélation sérielle"}
BAR, GAP, DEVIATION, MOST = 24, 12, 12, 6  # pixels, but for the standard deviations beyond which a bar is cut
BAND = 3  # standard deviations of the band
WIDTH, MARGIN = 600, 10  # of the picture of a return, pixels


@dataclass(frozen=True, slots=True)
class Bar:
    """An item's bar in the picture of a kind: how far it is from the expected count."""

    share: Share
    left: int
    top: int
    height: int

    @property
    def middle(self) -> int:
        return self.left + BAR // 2

    @property
    def away(self) -> float:
        """Standard deviations from the expected count."""
        return _away(self.share)

    @property
    def beyond(self) -> bool:
        return abs(self.away) > BAND


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of draw as the page shows it; a test that is None had too few draws."""

    report: KindReport
    game: str
    tests: list[tuple[str, Judged | None]]
    bars: list[Bar]
    width: int


@dataclass(frozen=True, slots=True)
class Line:
    """An emission's return as the page shows it; `exact` to `greatest` are places in its picture."""

    found: Return
    exact: int
    observed: int
    least: int
    greatest: int

    @property
    def emission(self) -> str:
        return f"{GAMES[self.found.game].name}, {self.found.game_code:03} {self.found.emission:02}"

    @property
    def shown(self) -> dict[str, str]:
        """The returns in words."""
        least, greatest = _percent(self.found.least), _percent(self.found.greatest)
        exact, observed = _percent(self.found.exact_share), _percent(self.found.observed)
        return {"exact": exact, "observed": observed, "interval": f"{least} à {greatest}"}


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The last report on draws, for staff who may see plays (art. 3.1.2). Raises PermissionDenied."""
    if not request.user.has_perm("games.view_play"):
        raise PermissionDenied
    last = report.last()
    shown = {**admin.site.each_context(request), "title": "Tirages", "report": last}
    if last:
        shown |= {
            "kinds": [_kind(kind) for kind in last.kinds],
            "lines": _lines(last.returns),
            "picture": {
                "middle": MOST * DEVIATION,
                "top": (MOST - BAND) * DEVIATION,
                "band": 2 * BAND * DEVIATION,
                "bar": BAR,
            },
        }
    return render(request, "admin/games/draws.html", shown)


def _kind(kind: KindReport) -> Kind:
    bars = [_bar(place, share) for place, share in enumerate(kind.shares)]
    tests = [(words, kind.tests.get(name)) for name, words in TESTS.items()]
    return Kind(kind, GAMES[kind.game].name, tests, bars, GAP + len(bars) * (BAR + GAP))


def _bar(place: int, share: Share) -> Bar:
    height = round(DEVIATION * max(-MOST, min(MOST, _away(share))))
    return Bar(share, GAP + place * (BAR + GAP), MOST * DEVIATION - max(0, height), max(1, abs(height)))


def _away(share: Share) -> float:
    return (share.observed - share.expected) / share.deviation


def _lines(returns: Sequence[Return]) -> list[Line]:
    """All pictures have one scale, from nothing to the greatest return any of them shows."""
    scale = WIDTH / max((max(one.greatest, one.exact_share) for one in returns), default=1)
    return [
        Line(
            one, *(MARGIN + round(value * scale) for value in (one.exact_share, one.observed, one.least, one.greatest))
        )
        for one in returns
    ]


def _percent(share: float) -> str:
    return f"{number_format(100 * share, 2, force_grouping=True)}\u00a0%"
