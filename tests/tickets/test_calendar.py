"""The délais, to the second, across clock changes, year ends and leap days (art. 3.3.4, 3.3.5, 9, 10)."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tickets import calendar

SECOND = timedelta(seconds=1)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)


@pytest.mark.parametrize(
    ("at", "day"),
    [
        (utc(2026, 1, 14, 22, 59, 59), date(2026, 1, 14)),
        (utc(2026, 1, 14, 23), date(2026, 1, 15)),
        (utc(2026, 7, 14, 21, 59, 59), date(2026, 7, 14)),
        (utc(2026, 7, 14, 22), date(2026, 7, 15)),
        (utc(2026, 12, 31, 23), date(2027, 1, 1)),
        (datetime(2026, 7, 15, 10, tzinfo=timezone(timedelta(hours=14))), date(2026, 7, 14)),
    ],
)
def test_the_day_is_that_of_paris_wherever_the_moment_was_written(at, day):
    assert calendar.paris_day(at) == day


def test_a_moment_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="time zone"):
        calendar.paris_day(datetime(2026, 1, 1))


@pytest.mark.parametrize(
    ("day", "end"),
    [
        (date(2026, 3, 28), utc(2026, 3, 28, 23)),  # the night before summer time
        (date(2026, 3, 29), utc(2026, 3, 29, 22)),  # the day of 23 hours
        (date(2026, 10, 24), utc(2026, 10, 24, 22)),
        (date(2026, 10, 25), utc(2026, 10, 25, 23)),  # the day of 25 hours
        (date(2026, 12, 31), utc(2026, 12, 31, 23)),
        (date(2028, 2, 28), utc(2028, 2, 28, 23)),
        (date(2028, 2, 29), utc(2028, 2, 29, 23)),
    ],
)
def test_a_day_ends_at_midnight_in_paris(day, end):
    assert calendar.end_of(day) == end
    assert calendar.end_of(day).tzinfo is UTC


@given(st.dates(date(2000, 1, 1), date(2100, 1, 1)))
def test_the_end_of_a_day_is_the_first_moment_of_the_next(day):
    end = calendar.end_of(day)
    assert calendar.paris_day(end) == day + timedelta(days=1)
    assert calendar.paris_day(end - timedelta(microseconds=1)) == day


@pytest.mark.parametrize(
    ("closed_on", "last"),
    [
        (date(2026, 1, 1), date(2026, 1, 30)),
        (date(2026, 12, 5), date(2027, 1, 3)),
        (date(2028, 1, 31), date(2028, 2, 29)),
        (date(2027, 1, 31), date(2027, 3, 1)),
    ],
)
def test_starting_is_possible_29_days_after_closing_article_3_3_4(closed_on, last):
    assert calendar.last_start_day(closed_on) == last


@pytest.mark.parametrize(
    ("closed_on", "last"),
    [
        (date(2026, 1, 1), date(2026, 4, 1)),
        (date(2026, 12, 1), date(2027, 3, 1)),
        (date(2028, 1, 1), date(2028, 3, 31)),
    ],
)
def test_payment_and_claims_last_90_days_after_closing_articles_9_and_10(closed_on, last):
    assert calendar.last_payment_day(closed_on) == last


@pytest.mark.parametrize(
    ("started_at", "deadline"),
    [
        (utc(2026, 1, 10, 12), utc(2026, 2, 9, 23)),
        (utc(2026, 3, 10, 12), utc(2026, 4, 9, 22)),  # across the change to summer time
        (utc(2026, 2, 26, 22, 59, 59), utc(2026, 3, 28, 23)),  # the last deadline in winter time
        (utc(2026, 2, 26, 23), utc(2026, 3, 29, 22)),  # a second later: the first in summer time
        (utc(2026, 9, 24, 21, 59, 59), utc(2026, 10, 24, 22)),  # the last deadline in summer time
        (utc(2026, 9, 24, 22), utc(2026, 10, 25, 23)),  # a second later: the first in winter time
        (utc(2026, 12, 15, 8), utc(2027, 1, 14, 23)),
        (utc(2028, 1, 30, 8), utc(2028, 2, 29, 23)),
        (utc(2028, 2, 29, 23), utc(2028, 3, 31, 22)),
    ],
)
def test_a_play_ends_with_the_thirtieth_day_after_its_start_article_3_3_5(started_at, deadline):
    assert calendar.play_deadline(started_at) == deadline
    assert calendar.paris_day(deadline - SECOND) == calendar.paris_day(started_at) + timedelta(days=30)


def test_the_hour_that_comes_twice_counts_for_one_day():
    first, again = utc(2026, 10, 25, 0, 30), utc(2026, 10, 25, 1, 30)  # both are 2:30 in Paris
    assert calendar.play_deadline(first) == calendar.play_deadline(again) == utc(2026, 11, 24, 23)
