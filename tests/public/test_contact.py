"""Customer service's hours as article 10 gives them, at their edges, and the words told."""

from datetime import datetime, timedelta

import pytest
import time_machine
from django.template import Context, Template

from public import contact
from tickets.calendar import PARIS


def told(at: str) -> str:
    with time_machine.travel(datetime.fromisoformat(at).replace(tzinfo=PARIS), tick=False):
        return Template("{% load contact %}{% answers_now %}").render(Context()).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("2026-12-01T08:59:59", "Fermé en ce moment, rouvre aujourd’hui à 9 h"),  # a Tuesday
        ("2026-12-01T09:00:00", "Ouvert en ce moment, jusqu’à 21 h"),
        ("2026-12-01T20:59:59", "Ouvert en ce moment, jusqu’à 21 h"),
        ("2026-12-01T21:00:00", "Fermé en ce moment, rouvre demain à 9 h"),
        ("2026-12-05T20:59:59", "Ouvert en ce moment, jusqu’à 21 h"),  # a Saturday
        ("2026-12-05T21:00:00", "Fermé en ce moment, rouvre lundi à 9 h"),
        ("2026-12-06T15:00:00", "Fermé en ce moment, rouvre demain à 9 h"),  # a Sunday
        ("2026-12-25T13:59:59", "Fermé en ce moment, rouvre aujourd’hui à 14 h"),  # a holiday, a Friday
        ("2026-12-25T14:00:00", "Ouvert en ce moment, jusqu’à 18 h"),
        ("2026-12-25T17:59:59", "Ouvert en ce moment, jusqu’à 18 h"),
        ("2026-12-25T18:00:00", "Fermé en ce moment, rouvre demain à 9 h"),
        ("2026-12-24T21:00:00", "Fermé en ce moment, rouvre demain à 14 h"),
        ("2026-11-01T15:00:00", "Fermé en ce moment, rouvre demain à 9 h"),  # a holiday that is a Sunday
        ("2027-05-15T21:00:00", "Fermé en ce moment, rouvre lundi à 14 h"),  # before Whit Monday
        ("2026-03-29T08:59:59", "Fermé en ce moment, rouvre demain à 9 h"),  # clocks go forward
        ("2026-10-26T08:59:59", "Fermé en ce moment, rouvre aujourd’hui à 9 h"),  # clocks went back
    ],
)
def test_open_now_is_told_by_the_paris_clock_and_the_holidays_article_10(at: str, said: str) -> None:
    assert told(at) == said


def test_every_day_of_ten_years_somebody_answers_within_two_days() -> None:
    midnight = datetime(2026, 1, 1, tzinfo=PARIS)
    assert not any(contact.opening(midnight + timedelta(days=number)).open for number in range(3653))
