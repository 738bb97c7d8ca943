"""Emissions and the notices that give their dates (art. 3.2.5, 3.2.6), each refusal and each entry."""

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import ProgrammingError, connection, transaction

from office.roles import AUDITOR, ISSUING
from tests.office import staff
from tests.tickets import blocks
from tickets import emitting, record
from tickets.emitting import Published, Wanted
from tickets.journal.chain import Subject
from tickets.models import Emission, Notice, PrizeTable
from tickets.refusals import EmissionRefused, ToConfirm
from tickets.verifying import Altered, verify

pytestmark = pytest.mark.django_db
NOW = datetime(2027, 5, 3, 10, tzinfo=UTC)
TODAY = date(2027, 5, 3)


@pytest.fixture(autouse=True)
def _now() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def manager() -> User:
    return staff.member(ISSUING)


@pytest.fixture
def emission() -> Emission:
    return blocks.make_emission("sauve_souris", 1_000)


def published(day: date, **changes: Any) -> Published:
    fields = {"reference": "JORF n° 0102, texte 41", "published_on": TODAY} | changes
    return Published(day=day, **fields)


def said(emission: Emission) -> list[tuple[str, dict[str, Any]]]:
    """The kinds and contents of the emission's chain, which must stand every check."""
    verify(blocks=False)
    chain = record.entries(Subject.EMISSION, emission.pk)
    return [(entry.kind, json.loads(entry.text)["data"]) for entry in chain]


def test_an_emission_is_created_of_an_approved_table_and_journalled_article_3_2_5(
    manager: User, emission: Emission
) -> None:
    wanted = Wanted(emission.prize_table, 501, 2, date(2027, 6, 1), booklet_size=25, booklet_share=80)
    made = emitting.create_emission(wanted=wanted, by=manager)
    assert (made.game, made.closed_on, made.booklet_size) == (emission.game, None, 25)
    assert said(made) == [
        (
            "create",
            {
                "prize_table": emission.prize_table_id,
                "game_code": 501,
                "number": 2,
                "available_on": "2027-06-01",
                "booklet_size": 25,
                "booklet_share": 80,
                "by": manager.pk,
            },
        )
    ]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"number": 1}, "number"),
        ({"number": 100}, "number"),
        ({"number": 0}, "number"),
        ({"available_on": date(2027, 5, 2)}, "available_on"),
        ({"game_code": 1_000}, "game_code"),
        ({"game_code": 502}, "game_code"),
        ({"booklet_size": 60}, "booklet_size"),
        ({"booklet_size": 0}, "booklet_size"),
        ({"booklet_share": 101}, "booklet_share"),
    ],
    ids=str,
)
def test_an_emission_that_can_not_be_is_refused_by_its_field(
    change: dict[str, Any], field: str, manager: User, emission: Emission
) -> None:
    """Art. 3.2.1, 3.2.4, 3.2.5: code 502 is another game's."""
    blocks.make_emission("poule_aux_oeufs_d_or", 1_000)
    fields = {"game_code": 501, "number": 2, "available_on": date(2027, 6, 1)} | change
    with pytest.raises(EmissionRefused) as refused:
        emitting.create_emission(wanted=Wanted(emission.prize_table, **fields), by=manager)
    assert refused.value.field == field and Emission.objects.count() == 2


def test_a_table_that_is_not_approved_makes_no_emission(manager: User, emission: Emission) -> None:
    """Art. 3.2.2."""
    draft = PrizeTable.objects.create(game=emission.game, version=2, block_size=1_000)
    with pytest.raises(EmissionRefused, match="approuvé"):
        emitting.create_emission(wanted=Wanted(draft, 501, 2, TODAY), by=manager)


def test_a_closing_notice_gives_the_last_days_and_is_journalled(manager: User, emission: Emission) -> None:
    """Art. 3.2.6, 3.3.4, 9, 10."""
    notice = emitting.close(emission_id=emission.pk, published=published(date(2027, 6, 30)), by=manager)
    emission.refresh_from_db()
    assert (emission.closed_on, emission.last_start_day, emission.last_payment_day) == (
        date(2027, 6, 30),
        date(2027, 7, 29),
        date(2027, 9, 28),
    )
    entry = {
        "notice": notice.pk,
        "day": "2027-06-30",
        "before": None,
        "reference": "JORF n° 0102, texte 41",
        "published_on": "2027-05-03",
        "reason": "",
        "by": manager.pk,
    }
    assert said(emission) == [("close", entry)]


def test_a_past_closing_date_is_recorded_by_who_confirms_it_alone(manager: User, emission: Emission) -> None:
    yesterday = published(date(2027, 5, 2))
    with pytest.raises(ToConfirm):
        emitting.close(emission_id=emission.pk, published=yesterday, by=manager)
    assert not Notice.objects.exists()
    emitting.close(emission_id=emission.pk, published=yesterday, by=manager, confirmed=True)
    assert Emission.objects.get().closed_on == date(2027, 5, 2)


def test_today_is_no_past_closing_date(manager: User, emission: Emission) -> None:
    emitting.close(emission_id=emission.pk, published=published(TODAY), by=manager)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"day": date(2026, 12, 31)}, "day"),
        ({"reference": "  "}, "reference"),
        ({"published_on": date(2027, 5, 4)}, "published_on"),
        ({"reason": "erreur"}, "reason"),
    ],
    ids=str,
)
def test_a_closing_notice_that_can_not_be_is_refused_even_confirmed(
    change: dict[str, Any], field: str, manager: User, emission: Emission
) -> None:
    """Before the availability date, without a reference, not published yet, a reason without anything to rectify."""
    wrong = published(**{"day": date(2027, 6, 30)} | change)
    with pytest.raises(EmissionRefused) as refused:
        emitting.close(emission_id=emission.pk, published=wrong, by=manager, confirmed=True)
    assert refused.value.field == field and not said(emission)


def test_a_rectifying_notice_moves_the_closing_date_with_its_reason(manager: User, emission: Emission) -> None:
    emitting.close(emission_id=emission.pk, published=published(date(2027, 6, 30)), by=manager)
    with pytest.raises(EmissionRefused, match="motif"):
        emitting.close(emission_id=emission.pk, published=published(date(2027, 7, 15)), by=manager)
    moved = published(date(2027, 7, 15), reason="stock à vendre")
    emitting.close(emission_id=emission.pk, published=moved, by=manager)
    with pytest.raises(EmissionRefused, match="ne change pas"):
        emitting.close(emission_id=emission.pk, published=moved, by=manager)
    assert Emission.objects.get().last_payment_day == date(2027, 10, 13)
    (_, (kind, entry)) = said(emission)
    assert (kind, entry["before"], entry["reason"]) == ("close_moved", "2027-06-30", "stock à vendre")


def test_the_availability_date_moves_before_any_sale_and_never_after(manager: User) -> None:
    emission = blocks.make_emission("sauve_souris", 1_000, available_on=date(2027, 6, 1))
    emitting.announce(emission_id=emission.pk, published=published(date(2027, 6, 2)), by=manager)
    later = published(date(2027, 6, 8), reason="livraison tardive")
    emitting.announce(emission_id=emission.pk, published=later, by=manager)
    assert [kind for kind, _ in said(emission)] == ["available", "available_moved"]
    with time_machine.travel(datetime(2027, 6, 8, tzinfo=UTC)), pytest.raises(EmissionRefused, match="déjà disponible"):
        emitting.announce(emission_id=emission.pk, published=published(date(2027, 6, 9), reason="x"), by=manager)
    assert Emission.objects.get().available_on == date(2027, 6, 8)


def test_the_availability_date_can_not_pass_the_closing_date(manager: User) -> None:
    emission = blocks.make_emission("sauve_souris", 1_000, available_on=date(2027, 6, 1))
    emitting.close(emission_id=emission.pk, published=published(date(2027, 6, 30)), by=manager)
    with pytest.raises(EmissionRefused, match="close"):
        emitting.announce(emission_id=emission.pk, published=published(date(2027, 7, 1)), by=manager)


def test_who_has_no_right_creates_nothing_and_records_nothing(emission: Emission) -> None:
    auditor = staff.member(AUDITOR)
    with pytest.raises(EmissionRefused):
        emitting.create_emission(wanted=Wanted(emission.prize_table, 501, 2, TODAY), by=auditor)
    for service in (emitting.close, emitting.announce):
        with pytest.raises(EmissionRefused):
            service(emission_id=emission.pk, published=published(date(2027, 6, 30)), by=auditor)
    assert Emission.objects.count() == 1 and not Notice.objects.exists()


@pytest.mark.parametrize(
    "moved", [{"closed_on": date(2027, 7, 1)}, {"closed_on": None}, {"available_on": date(2027, 5, 30)}], ids=str
)
def test_a_date_that_no_notice_gave_is_found(moved: dict[str, Any], manager: User, emission: Emission) -> None:
    """Art. 3.2.6: the days to play, to be paid and to claim follow from it."""
    wanted = Wanted(emission.prize_table, 501, 2, date(2027, 6, 1))
    made = emitting.create_emission(wanted=wanted, by=manager)
    emitting.close(emission_id=made.pk, published=published(date(2027, 6, 30)), by=manager)
    verify(blocks=False)
    Emission.objects.filter(pk=made.pk).update(**moved)
    with pytest.raises(Altered, match=f"emission {made.pk}: {next(iter(moved))}"):
        verify(blocks=False)


def test_a_closing_date_without_any_notice_is_found(manager: User, emission: Emission) -> None:
    made = emitting.create_emission(wanted=Wanted(emission.prize_table, 501, 2, TODAY), by=manager)
    Emission.objects.filter(pk=made.pk).update(closed_on=date(2027, 7, 1))
    with pytest.raises(Altered, match="closed_on"):
        verify(blocks=False)


@pytest.mark.parametrize("statement", ["UPDATE tickets_notice SET day = '2030-01-01'", "DELETE FROM tickets_notice"])
def test_the_application_can_not_change_a_notice(statement: str, manager: User, emission: Emission) -> None:
    emitting.close(emission_id=emission.pk, published=published(date(2027, 6, 30)), by=manager)
    with (
        pytest.raises(ProgrammingError, match="permission denied"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


@pytest.mark.parametrize("day", [date(9999, 12, 31), date(1900, 1, 1), date(2037, 6, 1)])
def test_a_date_more_than_ten_years_off_is_a_slip_and_gives_nothing(
    day: date, manager: User, emission: Emission
) -> None:
    """Of 31 December 9999 no last day of payment could be counted."""
    with pytest.raises(EmissionRefused, match="dix ans"):
        emitting.create_emission(wanted=Wanted(emission.prize_table, 501, 2, day), by=manager)
    for recording in (emitting.close, emitting.announce):
        with pytest.raises(EmissionRefused, match="dix ans"):
            recording(emission_id=emission.pk, published=published(day), by=manager)
    assert not Notice.objects.exists() and Emission.objects.count() == 1
