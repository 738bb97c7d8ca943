"""Makes the draws' report out of the journal."""

from django.utils import timezone

from games.auditing import measures
from games.auditing.reading import Read, read_journal
from games.auditing.report import Judged, KindReport, Measure, Report
from games.auditing.tally import Drawn


def audit() -> Report:
    """Read the whole journal, report on its draws and keep the report for the admin. Raises WrongRecord."""
    report = report_of(read_journal())
    report.keep()
    return report


def report_of(read: Read) -> Report:
    """Report on what was read: every test of every kind, corrected for there being so many."""
    kinds = sorted(read.tally.kinds.items())
    tests = [_tests(drawn) for _, drawn in kinds]
    values = iter(measures.corrected([measure.p for made in tests for measure in made.values()]))
    reports = tuple(
        KindReport(
            *kind,
            drawn.draws,
            tuple(measures.shares(drawn.turns)),
            {name: Judged(measure, next(values)) for name, measure in made.items()},
        )
        for (kind, drawn), made in zip(kinds, tests, strict=True)
    )
    return Report(timezone.now(), read.steps, reports, tuple(read.payouts.returns()))


def _tests(drawn: Drawn) -> dict[str, Measure]:
    made = {
        "chi_square": measures.chi_square(drawn.turns),
        "runs": measures.runs(drawn.order),
        "serial_correlation": measures.serial_correlation(drawn.order),
    }
    return {name: measure for name, measure in made.items() if measure is not None}
