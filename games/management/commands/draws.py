"""`manage.py draws`: were the recorded draws uniform, and did they return what was announced? (art. 3.1.2)"""

from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.auditing.audit import audit
from games.auditing.reading import WrongRecord
from games.auditing.report import TESTS, KindReport, Report, Return

_UNUSUAL = 2  # the status of draws that are all possible, and together hard to believe


class Command(BaseCommand):
    """The report as text, or with `--json` as one object, the one that games/auditing/report.py describes:

    {"made_at": "2027-03-01T12:00:00Z", "steps": 1000,
     "kinds": [{"game": "sauve_souris", "name": "cats", "draws": 1000,
        "shares": [{"item": 1, "observed": 260, "expected": 250.0, "deviation": 13.7}],
        "tests": {"chi_square": {"measure": {"value": 2.5, "p": 0.47, "freedom": 3}, "corrected": 1.0}}}],
     "returns": [{"game": "sauve_souris", "game_code": 501, "emission": 1, "plays": 1234,
        "sales": 370200, "paid": 259140,                            cents
        "exact": "7/10", "observed": 0.7, "least": 0.65, "greatest": 0.75}]}
    """

    help = (
        "Tests every kind of draw on record (chi-square, runs, serial correlation) and compares the return of finished "
        "plays with the exact one. The report is kept for the admin's page; the queue does this each night. Status 1 "
        "when a record was altered or is impossible, naming the first; 2 when a test finds what uniform draws would "
        "show in less than one report in 1,000, all its tests together; 0 otherwise."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object; exact returns are strings a/b")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            report = audit()
        except WrongRecord as error:
            raise CommandError(f"WRONG: {error}") from error
        self.stdout.write(report.json() if options["json"] else "\n".join(_lines(report)))
        if report.unusual:
            found = ", ".join(f"{_words(test)} of {kind.name} ({kind.game})" for kind, test in report.unusual)
            raise CommandError(f"UNUSUAL: {found}", returncode=_UNUSUAL)


def _lines(report: Report) -> Iterator[str]:
    yield f"{report.steps} steps on record, {report.draws} draws"
    for kind in report.kinds:
        yield ""
        yield f"{kind.game}, {kind.name}: {kind.draws} draws"
        yield from _tests(kind)
        for share in kind.shares:
            away = f"± {2 * share.deviation:.1f}"
            yield f"    {share.item!s:<8}{share.observed:>10}  expected {share.expected:>12.1f} {away}"
    for found in report.returns:
        yield ""
        yield from _return(found)
    if not report.unusual:
        yield ""
        yield "Nothing unusual."


def _tests(kind: KindReport) -> Iterator[str]:
    for name in TESTS:
        test = kind.tests.get(name)
        if test is None:
            yield f"  {_words(name):<20}too few draws"
            continue
        measure, verdict = test.measure, "  UNUSUAL" if test.unusual else ""
        value = f"{measure.value:.4f}" + (f" ({measure.freedom} degrees)" if measure.freedom else "")
        yield f"  {_words(name):<20}{value}, p {measure.p:.3g}, corrected {test.corrected:.3g}{verdict}"


def _return(found: Return) -> Iterator[str]:
    yield f"{found.game}, emission {found.game_code:03} {found.emission:02}: {found.plays} finished plays"
    yield f"  {found.paid / 100:.2f} € paid for {found.sales / 100:.2f} € of tickets"
    interval = f"95 % between {found.least:.4%} and {found.greatest:.4%}"
    yield f"  return {found.observed:.4%}, {interval}; exact {found.exact_share:.4%} = {found.exact}"


def _words(test: str) -> str:
    return test.replace("_", " ")
