"""What authorised bodies are given: winners above 3,000.00, safe in a spreadsheet, journalled (art. 5.3.3)."""

import csv
import io
from datetime import UTC, date, datetime

import pytest
import time_machine
from django.contrib.auth.models import Permission, User
from django.test import Client

from payouts.bodies import HEADER, export_winners
from payouts.erasing import keep_no_longer
from tests.payouts.personal import people
from tests.signing import sign_in
from tests.tickets.journal import site_entries

pytestmark = pytest.mark.django_db
ADDRESS = "/admin/payouts/winner/organismes/"
PERIOD = {"first": "2026-03-01", "last": "2026-03-31", "reference": "TRACFIN 2026/118"}


def rows(text: str) -> list[list[str]]:
    assert text.startswith("\ufeff")
    header, *found = csv.reader(io.StringIO(text[1:]), delimiter=";")
    assert header == HEADER
    return found


def given(first: date = date(2026, 3, 1), last: date = date(2026, 3, 31)) -> list[list[str]]:
    return rows(export_winners(first=first, last=last, reference="R", by=1))


def test_winners_above_three_thousand_euros_are_given_with_their_shares() -> None:
    people.winner(people.payment(3_000_00))
    shared = people.payment(3_000_01, "cheque")
    people.winner(shared, position=1, share=2_000_01)
    people.winner(shared, position=2, share=1_000_00, last_name="Œuvrard")
    people.winner(people.payment(9_000_00, cancelled_at=people.PAID))
    first, second = given()
    assert first[:1] + first[2:] == [
        "2026-03-14",
        "3000,01",
        "2000,01",
        "N'Guessan",
        "Łukasz",
        "12 rue de l’Œuvre, 75011 Paris",
        "Centre, Lyon",
    ]
    assert second[3:5] == ["1000,00", "Œuvrard"]


@pytest.mark.parametrize(
    ("first", "last", "count"),
    [
        (date(2026, 3, 29), date(2026, 3, 29), 1),
        (date(2026, 3, 28), date(2026, 3, 28), 0),
        (date(2026, 3, 30), date(2026, 3, 31), 0),
    ],
)
def test_a_period_is_of_days_in_paris(first: date, last: date, count: int) -> None:
    people.winner(people.payment(paid_at=datetime(2026, 3, 28, 23, 30, tzinfo=UTC)))  # 00:30 on the 29th in Paris
    assert len(given(first, last)) == count


def test_a_name_is_never_a_formula() -> None:
    people.winner(people.payment(), last_name='=HYPERLINK("x")')
    ((*_, shown, _, _, _),) = given()
    assert shown == '\'=HYPERLINK("x")'


def test_those_reduced_are_given_and_those_erased_are_not() -> None:
    people.winner(people.payment())
    with time_machine.travel(datetime(2027, 5, 1, tzinfo=UTC)):
        keep_no_longer()
    assert len(given()) == 1
    with time_machine.travel(datetime(2031, 3, 15, tzinfo=UTC)):
        keep_no_longer()
    assert given() == []


def test_an_export_is_journalled_without_data_before_it_is_given(client: Client) -> None:
    people.winner(people.payment())
    user = User.objects.create_user("liaison", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename="export_winners"))
    sign_in(client, user)
    answer = client.post(ADDRESS, PERIOD)
    assert answer["Content-Type"] == "text/csv; charset=utf-8" and "no-store" in answer["Cache-Control"]
    assert "gagnants-2026-03-01-2026-03-31.csv" in answer["Content-Disposition"]
    assert len(rows(answer.content.decode())) == 1
    (entry,) = site_entries()
    assert entry["kind"] == "export_winners"
    assert entry["data"] == PERIOD | {"rows": 1, "by": user.pk}


def test_an_export_takes_the_permission_a_period_and_a_reference(client: Client) -> None:
    user = User.objects.create_user("liaison", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=("view_winner", "handle_personal_data")))
    sign_in(client, user)
    assert client.get(ADDRESS).status_code == client.post(ADDRESS, PERIOD).status_code == 403
    user.user_permissions.set(Permission.objects.filter(codename="export_winners"))
    assert client.get(ADDRESS).status_code == 200
    for wrong in ({"reference": " "}, {"first": ""}, {"last": "2026-02-28"}, {"last": "31/02/2026"}):
        assert client.post(ADDRESS, PERIOD | wrong).status_code == 422
    assert site_entries() == []
