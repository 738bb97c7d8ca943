"""The figures of a day: counted whole and once, by Paris days, and of any size at the same cost."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.db import ProgrammingError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.starting import enter_code
from office import figures
from office.figures import Counts
from office.models import CountedDay, Figures
from payouts import cancelling, ordering, paying
from payouts.models import Payment
from tests.games import stock
from tests.payouts import desk
from tickets.models import Emission

pytestmark = pytest.mark.django_db(transaction=True)
FIRST = date(2027, 3, 1)
NOON = datetime(2027, 3, 1, 11, tzinfo=UTC)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    """Noon of the first day in Paris; it moves when told."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def paid(cents: int = 45_00) -> Payment:
    return paying.pay(request=desk.request(desk.won(cents)), teller=desk.teller())


def of(day: date) -> Counts:
    """What is written of a day, all emissions together."""
    rows = Figures.objects.filter(day=day).values_list(*figures.NAMES)
    return figures.total(Counts(*row) for row in rows)


def test_a_day_counts_what_began_ended_was_won_and_was_paid(clock: time_machine.Traveller) -> None:
    paid(45_00)
    desk.won(30_00)
    stock.to_the_end(stock.start("as_capone"))
    enter_code(text=desk.bearing(20_00))
    found = figures.of_day(FIRST, timezone.now())
    capone, poule = (Emission.objects.get(game__slug=slug) for slug in ("as_capone", desk.SLUG))
    assert found[poule.pk] == Counts(3, 2, 0, 0, 75_00, 45_00, 0)
    assert (found[capone.pk].started, found[capone.pk].won + found[capone.pk].lost) == (1, 1)
    assert found[poule.pk].running == 1


@pytest.mark.parametrize(
    ("moment", "day"),
    [
        ("2027-03-01T22:59:59Z", date(2027, 3, 1)),
        ("2027-03-01T23:00:00Z", date(2027, 3, 2)),
        ("2027-07-01T21:59:59Z", date(2027, 7, 1)),  # summer time
        ("2027-07-01T22:00:00Z", date(2027, 7, 2)),
    ],
)
def test_a_day_begins_and_ends_at_midnight_in_paris(moment: str, day: date, clock: time_machine.Traveller) -> None:
    clock.move_to(datetime.fromisoformat(moment))
    paid()
    for off in (-1, 0, 1):
        counts = figures.total(figures.of_day(day + timedelta(days=off), timezone.now()).values())
        assert (counts.started, counts.won, counts.amount_paid) == ((1, 1, 45_00) if off == 0 else (0, 0, 0))


def test_a_play_expires_on_the_day_after_its_thirty(clock: time_machine.Traveller) -> None:
    """Article 3.3.5: its last day is over at midnight, which belongs to the next one."""
    play = stock.start("as_capone")
    clock.move_to(play.deadline - timedelta(seconds=1))
    expiry = FIRST + timedelta(days=31)
    assert figures.of_day(expiry - timedelta(days=1), timezone.now()) == {}
    clock.move_to(play.deadline)
    assert figures.total(figures.of_day(expiry, timezone.now()).values()) == Counts(expired=1)


def test_what_is_cancelled_is_taken_off_the_day_it_is_cancelled(clock: time_machine.Traveller) -> None:
    payment = paid()
    clock.shift(timedelta(days=1))
    cancelling.cancel(payment_id=payment.pk, by=desk.allowed(desk.teller().user, "cancel_payment"), reason="erreur")
    clock.shift(timedelta(days=1))
    figures.count_days()
    assert [of(FIRST + timedelta(days=n)).amount_paid for n in (0, 1)] == [45_00, -45_00]


def test_a_refund_is_counted_apart_from_prizes(clock: time_machine.Traveller) -> None:
    by = desk.allowed(desk.teller().user, "order_refund")
    play = enter_code(text=desk.bearing(45_00))
    ordering.order_refund(number=play.ticket_id, by=by, reason="panne")
    paying.pay(request=desk.request(play), teller=desk.teller())
    counts = figures.total(figures.of_day(FIRST, timezone.now()).values())
    assert (counts.amount_paid, counts.amount_refunded) == (0, play.tier.table.game.price)


def test_days_are_written_once_each_and_a_pause_is_made_up_for(clock: time_machine.Traveller) -> None:
    paid()
    assert figures.uncounted(timezone.now()) == []
    clock.shift(timedelta(days=1))
    assert figures.count_days() == [FIRST]
    desk.won(10_00)
    clock.shift(timedelta(days=3))
    days = [FIRST + timedelta(days=n) for n in range(1, 4)]
    assert figures.uncounted(timezone.now()) == days
    assert figures.count_days() == days and figures.count_days() == []
    assert [of(day).started for day in (FIRST, *days)] == [1, 1, 0, 0]
    assert (
        CountedDay.objects.count() == 4 and Figures.objects.count() == 2
    )  # a day with nothing is counted all the same


def test_two_that_count_at_once_write_each_day_once(clock: time_machine.Traveller) -> None:
    paid()
    clock.shift(timedelta(days=5))

    def count(_: int) -> list[date]:
        try:
            return figures.count_days()
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        counted = [day for days in pool.map(count, range(4)) for day in days]
    assert sorted(counted) == [FIRST + timedelta(days=n) for n in range(5)]
    assert of(FIRST).started == 1 and Figures.objects.count() == 1


def test_a_day_just_over_waits_for_what_is_still_being_committed(clock: time_machine.Traveller) -> None:
    paid()
    clock.move_to(datetime(2027, 3, 1, 23, 5, tzinfo=UTC))
    assert figures.count_days() == []
    clock.move_to(datetime(2027, 3, 1, 23, 10, tzinfo=UTC))
    assert figures.count_days() == [FIRST]


def test_today_and_the_days_before_together_are_all_there_was(clock: time_machine.Traveller) -> None:
    for _ in range(4):
        stock.to_the_end(stock.start("as_capone"))
        stock.start("sauve_souris")
        clock.shift(timedelta(days=10))
    figures.count_days()
    written = figures.total(Counts(*row) for row in Figures.objects.values_list(*figures.NAMES))
    now = figures.total(figures.of_day(FIRST + timedelta(days=40), timezone.now()).values())
    every = written + now
    assert (every.started, every.won + every.lost, every.expired, every.running) == (8, 4, 1, 3)


def test_a_day_costs_the_same_statements_however_much_was_played(clock: time_machine.Traveller) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as asked:
            figures.of_day(FIRST, timezone.now())
        return len(asked)

    paid()
    before = statements()
    for _ in range(5):
        paid()
        stock.start("as_capone")
    assert statements() == before == 6


def test_the_command_counts_what_is_left(clock: time_machine.Traveller) -> None:
    paid()
    clock.shift(timedelta(days=2))
    told = StringIO()
    call_command("count_days", stdout=told)
    call_command("count_days", stdout=told)
    assert told.getvalue() == "2027-03-01 to 2027-03-02: 2 days.\nNo day is left to count.\n"


def test_the_application_can_not_change_what_was_written(clock: time_machine.Traveller) -> None:
    paid()
    clock.shift(timedelta(days=1))
    figures.count_days()
    for statement in ("UPDATE office_figures SET won = 0", "DELETE FROM office_countedday"):
        with (
            pytest.raises(ProgrammingError, match="permission denied"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)
