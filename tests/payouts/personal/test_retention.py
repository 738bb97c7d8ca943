"""How long a winner's data is kept, to the day (art. 5.3.3, 6.1)."""

from datetime import date, timedelta
from typing import Any

import pytest

from payouts.retention import Part, kept, months_after

DAY = timedelta(days=1)
PAID = date(2026, 3, 14)
LAST = date(2026, 7, 30)  # the emission's last payment day
SENT = date(2026, 3, 16)
RETURNED = date(2027, 4, 16)
FIVE_YEARS = date(2031, 3, 14)


def of(prize: int = 3_000_01, **options: Any) -> Any:
    return kept(**{"paid_on": PAID, "prize": prize, "last_payment_day": LAST} | options)


@pytest.mark.parametrize(
    ("prize", "transferred_on", "everything", "name"),
    [
        (3_000_00, None, LAST, LAST),
        (3_000_00, SENT, RETURNED, RETURNED),
        (3_000_01, None, LAST, FIVE_YEARS),
        (3_000_01, SENT, RETURNED, FIVE_YEARS),
    ],
)
def test_above_three_thousand_euros_name_and_address_stay_five_years(
    prize: int, transferred_on: date | None, everything: date, name: date
) -> None:
    """Art. 5.3.3."""
    found = of(prize, transferred_on=transferred_on)
    assert (found.everything, found.name) == (everything, name)
    assert found.due(everything, reduced=False) is None
    assert found.due(everything + DAY, reduced=False) == (Part.ALL if name == everything else Part.DETAILS)
    assert found.due(name, reduced=True) is None
    assert found.due(name + DAY, reduced=True) == found.due(name + DAY, reduced=False) == Part.ALL


def test_details_that_are_gone_are_not_due_again() -> None:
    assert of().due(FIVE_YEARS, reduced=True) is None
    assert (of().next_day(reduced=False), of().next_day(reduced=True)) == (LAST + DAY, FIVE_YEARS + DAY)


def test_a_last_payment_day_after_the_returns_keeps_a_transfer_as_long() -> None:
    later = date(2028, 1, 1)
    assert of(transferred_on=SENT, last_payment_day=later).everything == later


def test_without_a_closing_date_nothing_is_due_even_after_five_years() -> None:
    found = of(transferred_on=SENT, last_payment_day=None)
    assert found.due(date(2040, 1, 1), reduced=False) is None and found.next_day(reduced=False) is None
    assert found.obliged == FIVE_YEARS


def test_claims_that_outlast_five_years_keep_everything_then_all_goes_at_once() -> None:
    late = date(2033, 1, 1)
    found = of(last_payment_day=late)
    assert (found.due(late, reduced=False), found.due(late + DAY, reduced=False)) == (None, Part.ALL)


def test_a_cancelled_payment_leaves_nothing_to_keep_five_years() -> None:
    assert of(cancelled=True).name == LAST and of(cancelled=True).obliged is None


@pytest.mark.parametrize(
    ("day", "months", "after"),
    [
        (date(2028, 2, 29), 60, date(2033, 2, 28)),
        (date(2026, 1, 31), 13, date(2027, 2, 28)),
        (date(2027, 1, 31), 13, date(2028, 2, 29)),
        (date(2026, 11, 30), 13, date(2027, 12, 30)),
        (date(2026, 12, 31), 12, date(2027, 12, 31)),
    ],
)
def test_months_end_on_the_same_day_or_the_months_last(day: date, months: int, after: date) -> None:
    assert months_after(day, months) == after
