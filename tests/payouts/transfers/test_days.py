"""When an order leaves for the bank, and when the bank carries it out (art. 5.3.1)."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from payouts.transfers.days import executes_on, leaves_on

DAY = timedelta(days=1)
days = st.dates(date(2024, 1, 1), date(2060, 12, 31))


def easter(year: int) -> date:
    """Sunday of Easter, by the method of Butcher, so as not to compare the library with itself."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    l_ = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * l_) // 451
    month, day = divmod(h + l_ - 7 * m + 114, 31)
    return date(year, month, day + 1)


def national_holidays(year: int) -> set[date]:
    fixed = [(1, 1), (5, 1), (5, 8), (7, 14), (8, 15), (11, 1), (11, 11), (12, 25)]
    return {date(year, *day) for day in fixed} | {easter(year) + timedelta(days) for days in (1, 39, 50)}


def target_holidays(year: int) -> set[date]:
    return {date(year, *day) for day in [(1, 1), (5, 1), (12, 25), (12, 26)]} | {
        easter(year) + timedelta(days) for days in (-2, 1)
    }


@pytest.mark.parametrize(
    ("asked", "leaves"),
    [
        (date(2026, 11, 30), date(2026, 12, 1)),
        (date(2026, 12, 4), date(2026, 12, 7)),  # Friday
        (date(2026, 12, 5), date(2026, 12, 7)),
        (date(2026, 12, 6), date(2026, 12, 7)),
        (date(2026, 4, 2), date(2026, 4, 3)),  # Good Friday is worked
        (date(2026, 4, 3), date(2026, 4, 7)),  # Easter Monday is not
        (date(2026, 4, 30), date(2026, 5, 4)),
        (date(2026, 5, 7), date(2026, 5, 11)),
        (date(2026, 5, 13), date(2026, 5, 15)),  # Ascension
        (date(2026, 5, 22), date(2026, 5, 26)),  # Whit Monday
        (date(2026, 7, 13), date(2026, 7, 15)),
        (date(2026, 11, 10), date(2026, 11, 12)),
        (date(2026, 12, 24), date(2026, 12, 28)),
        (date(2026, 12, 31), date(2027, 1, 4)),
        (date(2024, 12, 25), date(2024, 12, 26)),  # a holiday in Alsace and Moselle alone
        (date(2027, 3, 26), date(2027, 3, 30)),
        (date(2028, 2, 28), date(2028, 2, 29)),
    ],
)
def test_an_order_leaves_on_the_first_working_day_after_the_request(asked: date, leaves: date) -> None:
    assert leaves_on(asked) == leaves


@pytest.mark.parametrize(
    ("leaves", "executes"),
    [
        (date(2026, 12, 1), date(2026, 12, 1)),
        (date(2026, 4, 3), date(2026, 4, 7)),  # Good Friday, Easter Monday
        (date(2024, 12, 26), date(2024, 12, 27)),
        (date(2025, 12, 26), date(2025, 12, 29)),
        (date(2026, 5, 1), date(2026, 5, 4)),
        (date(2026, 5, 14), date(2026, 5, 14)),  # the banks work on Ascension, 14 July and 11 November
        (date(2026, 7, 14), date(2026, 7, 14)),
        (date(2026, 11, 11), date(2026, 11, 11)),
        (date(2027, 1, 1), date(2027, 1, 4)),
    ],
)
def test_the_bank_carries_it_out_on_the_first_target_day(leaves: date, executes: date) -> None:
    assert executes_on(leaves) == executes


@given(days)
def test_leaving_skips_weekends_and_national_holidays_and_nothing_else(asked: date) -> None:
    expected = asked + DAY
    while expected.weekday() >= 5 or expected in national_holidays(expected.year):
        expected += DAY
    assert leaves_on(asked) == expected


@given(days)
def test_carrying_out_skips_weekends_and_targets_closing_days_and_nothing_else(leaves: date) -> None:
    expected = leaves
    while expected.weekday() >= 5 or expected in target_holidays(expected.year):
        expected += DAY
    assert executes_on(leaves) == expected


@pytest.mark.parametrize("service", [leaves_on, executes_on])
def test_a_moment_is_no_day(service) -> None:
    with pytest.raises(TypeError, match="day"):
        service(datetime(2026, 7, 13, 12, tzinfo=UTC))
