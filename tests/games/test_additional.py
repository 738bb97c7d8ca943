"""Additional lots are drawn at the end of plays started in an addendum's window, from its stock (art. 3.2.8)."""

import threading
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import ProgrammingError, connection, transaction

from games.models import Play, WonLot
from games.replaying import Differs, replay
from games.rules.poule_aux_oeufs_d_or import EGG
from tests.games import stock
from tests.games.addenda import BEFORE, addendum, person
from tickets import adding, record
from tickets.adding import NotApprovable
from tickets.journal.chain import Subject
from tickets.models import Addendum, AdditionalLot
from tickets.verifying import verify

SLUG = "poule_aux_oeufs_d_or"
MAY = "2026-05-10T10:00:00Z"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _true_record(db: None) -> Iterator[None]:
    yield
    verify(blocks=False)


def ended(*results: Any, started: str = MAY, play: Play | None = None) -> Play:
    """A play won on the first go, with what is drawn after that."""
    with time_machine.travel(started, tick=False):
        return stock.step(play or stock.start(SLUG), {"poule": "7"}, EGG, *results)


def test_a_play_of_the_window_draws_a_lot_and_its_record_says_how() -> None:
    lot = addendum().lots.get()
    play = ended(1, 1)  # one in a thousand: one in a hundred, then one in ten
    assert [won.lot for won in play.won_lots.all()] == [lot]
    assert AdditionalLot.objects.get().left == 0
    entry = record.entries(Subject.TICKET, play.ticket_id)[-1]
    assert entry.kind == "additional" and f'"lot":{lot.pk}' in entry.text and "Vélo" not in entry.text
    replay(play)


@pytest.mark.parametrize("drawn", [(2,), (1, 2)])
def test_a_play_that_draws_nothing_leaves_the_stock_and_says_so_too(drawn: tuple[int, ...]) -> None:
    addendum()
    play = ended(*drawn)
    assert not WonLot.objects.exists() and AdditionalLot.objects.get().left == 1
    assert '"lot":null' in record.entries(Subject.TICKET, play.ticket_id)[-1].text
    replay(play)


def test_a_lost_play_may_draw_a_lot() -> None:
    addendum({"one_in": 1})
    with time_machine.travel(MAY, tick=False):
        play = stock.step(stock.start("sauve_souris"), stock.mice(8, 0, 0, 0), 1)
    assert (play.amount, play.won_lots.count()) == (0, 1)
    replay(play)


@pytest.mark.parametrize(
    ("started", "draws"),
    [
        ("2026-05-09T21:59:59Z", False),  # the 9th in Paris, to the second
        ("2026-05-09T22:00:00Z", True),
        ("2026-05-12T21:59:59Z", True),
        ("2026-05-12T22:00:00Z", False),
    ],
)
def test_the_day_of_the_start_decides_in_paris(started: str, draws: bool) -> None:
    addendum({"one_in": 1})
    with time_machine.travel(started, tick=False):
        play = stock.start(SLUG)
    assert ended(started="2026-05-20T10:00:00Z", play=play).won_lots.count() == draws


@pytest.mark.parametrize("made", [{"approved": False}, {"game": "other"}])
def test_an_addendum_of_another_game_or_not_approved_gives_nothing(made: dict[str, Any]) -> None:
    if "game" in made:
        made = {"game": stock.make_emission("as_capone").game}
    addendum({"one_in": 1}, **made)
    assert not ended().won_lots.exists()


def test_lines_are_drawn_one_after_the_other_and_the_first_that_wins_is_given() -> None:
    addendum({"one_in": 2}, {"one_in": 5, "description": "20 €", "value": 20_00, "in_kind": False})
    play = ended(2, 1)
    assert [won.lot.description for won in play.won_lots.all()] == ["20 €"]
    replay(play)


def test_a_line_that_is_spent_is_not_drawn_from() -> None:
    addendum({"one_in": 1})
    first = ended()
    last = ended()
    assert (first.won_lots.count(), last.won_lots.count()) == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_the_last_lot_goes_to_one_of_those_who_end_at_once() -> None:
    addendum({"one_in": 1, "count": 3})
    with time_machine.travel(MAY, tick=False):
        plays = [stock.start(SLUG) for _ in range(8)]
        failures: list[BaseException] = []

        def end(play: Play) -> None:
            try:
                stock.step(play, {"poule": "7"}, EGG)
            except BaseException as error:
                failures.append(error)
            finally:
                connection.close()

        ending = [threading.Thread(target=end, args=(play,)) for play in plays]
        for thread in ending:
            thread.start()
        for thread in ending:
            thread.join()
    assert failures == [] and WonLot.objects.count() == 3 and AdditionalLot.objects.get().left == 0
    for play in Play.objects.all():
        replay(play)


@pytest.mark.alters_plays
def test_a_lot_that_no_record_gave_is_seen() -> None:
    lot = addendum().lots.get()
    play = ended(2)
    WonLot.objects.create(play=play, lot=lot)
    with pytest.raises(Differs, match="additional lots are not the ones recorded"):
        replay(play)


def test_a_step_outside_every_window_costs_no_more(django_assert_num_queries: Any) -> None:
    with time_machine.travel(MAY, tick=False):
        play = stock.start(SLUG)
        with django_assert_num_queries(5):  # BEGIN and COMMIT, here a savepoint's, around the play, the entry, the play
            stock.step(play, {"poule": "7"}, EGG)


@pytest.mark.parametrize(
    "change",
    [
        lambda lot: AdditionalLot.objects.filter(pk=lot.pk).update(one_in=1),
        lambda lot: AdditionalLot.objects.filter(pk=lot.pk).update(left=2),
        lambda lot: lot.delete(),
        lambda lot: Addendum.objects.update(ends_on=date(2026, 6, 12)),
        lambda lot: AdditionalLot.objects.create(
            addendum=lot.addendum, position=9, description="x", value=1, one_in=1, count=1, left=1
        ),
    ],
)
def test_what_is_approved_is_changed_by_nobody(change: Callable[[AdditionalLot], object]) -> None:
    lot = addendum().lots.get()
    with pytest.raises(ProgrammingError, match="approved"), transaction.atomic():
        change(lot)


@pytest.mark.parametrize(
    ("fields", "by", "said"),
    [
        ({}, "author", "une autre personne"),
        ({}, "stranger", "ne pouvez pas"),
        ({"starts_on": date(2026, 5, 9)}, "approver", "commence aujourd’hui ou avant"),
        ({"lots": 0}, "approver", "aucun lot"),
        ({"again": 1}, "approver", "déjà approuvé"),
    ],
)
def test_what_can_not_be_approved_is_refused_with_why(fields: dict[str, Any], by: str, said: str) -> None:
    lots, again = fields.pop("lots", 1), fields.pop("again", 0)
    made = addendum(approved=False, **fields)
    if not lots:
        made.lots.all().delete()
    someone = {"author": made.prepared_by, "stranger": person("passant")}
    approver = person("approbateur", "approve_addendum")
    made.prepared_by.user_permissions.set(approver.user_permissions.all())
    with time_machine.travel(BEFORE, tick=False):
        if again:
            adding.approve_addendum(addendum_id=made.pk, by=approver)
        who = User.objects.get(pk=someone.get(by, approver).pk)
        with pytest.raises(NotApprovable, match=said):
            adding.approve_addendum(addendum_id=made.pk, by=who)
