"""A step: choice, draws, state and journal entry together, once."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import connection, connections

from games.models import Play
from games.playing import play_step
from games.refusals import StaleStep, StepRefused
from games.registry import GAMES
from games.replaying import replay
from games.rules.dealer import Scripted
from tests.games import stock
from tickets import record
from tickets.journal.chain import Subject
from tickets.suspending import lift, suspend

pytestmark = pytest.mark.django_db


def test_a_step_records_its_draw_whole_and_moves_the_play() -> None:
    """Art. 3.1.2, 4.4.2: the name of the draw, the set it is made from and its result are recorded."""
    play = stock.step(stock.start("sauve_souris"), stock.mice(2, 2, 2, 2), (3,))
    assert play.step == 1 and play.load().mice == 6
    data = json.loads(record.entries(Subject.TICKET, play.ticket_id)[-1].text)["data"]
    assert data["draws"] == [{"name": "cats", "among": [1, 2, 3, 4], "result": [3]}]
    assert data["choice"] == [2, 2, 2, 2] and data["amount"] is None
    replay(Play.objects.get(pk=play.id))


@pytest.mark.parametrize("slug", GAMES)
def test_a_play_to_its_end_is_what_its_record_makes_it(slug: str) -> None:
    """Art. 3.3.6: ended by its outcome, with an amount; the record replayed leads to the same."""
    play = stock.to_the_end(stock.start(slug, tier=4))
    assert play.amount is not None and play.outcome and play.ended_at
    replay(Play.objects.get(pk=play.id))


def test_eight_mice_saved_pay_the_printed_maximum() -> None:
    """Annex 1, art. 3.3.4.4."""
    play = stock.start("sauve_souris", tier=1)
    for cats in ((1,), (1, 2), (1, 2, 3)):
        play = stock.step(play, stock.mice(0, 0, 0, 8), cats)
    assert (play.amount, play.outcome) == (50_000_00, "8")


def test_the_same_step_sent_again_is_refused_and_draws_nothing() -> None:
    play = stock.step(stock.start("as_capone"), {"carte": "A"}, "7")
    with pytest.raises(StaleStep):
        play_step(play_id=play.id, step=0, data={"carte": "R"}, dealer=Scripted())
    assert Play.objects.get(pk=play.id).step == 1


@pytest.mark.parametrize("step", [1, 2, 99999])
def test_a_future_step_is_refused(step: int) -> None:
    play = stock.start("as_capone")
    with pytest.raises(StaleStep):
        play_step(play_id=play.id, step=step, data={"carte": "R"})


def test_an_illegal_choice_is_refused_before_anything_is_drawn() -> None:
    play = stock.start("sauve_souris")
    with pytest.raises(StepRefused, match="Il reste 1 souris"):
        play_step(play_id=play.id, step=0, data=stock.mice(7, 0, 0, 0), dealer=Scripted())
    assert record.head(Subject.TICKET, play.ticket_id).number == 1


def test_a_step_in_the_last_second_counts_and_one_at_midnight_does_not() -> None:
    """Art. 3.3.5, 3.3.8: until 24:00 in Paris of the thirtieth day after the start, here across the clock change."""
    with time_machine.travel(datetime(2026, 10, 10, 20, 0, tzinfo=UTC), tick=False):
        play = stock.start("as_capone")
    midnight = datetime(2026, 11, 9, 23, 0, tzinfo=UTC)
    assert play.deadline == midnight
    with time_machine.travel(midnight - timedelta(microseconds=1), tick=False):
        play = stock.step(play, {"carte": "A"}, "7")
    with time_machine.travel(midnight, tick=False), pytest.raises(StepRefused, match="expirée"):
        play_step(play_id=play.id, step=1, data={"carte": "R"})


def test_a_suspended_game_refuses_steps_with_its_message_until_it_is_lifted() -> None:
    """Art. 8.2."""
    play = stock.start("as_capone")
    suspension = suspend(game=play.tier.table.game, message="Travaux jusqu’à 18 h.", by=stock.manager())
    with pytest.raises(StepRefused, match="Travaux jusqu’à 18 h"):
        play_step(play_id=play.id, step=0, data={"carte": "A"})
    lift(suspension_id=suspension.id, by=suspension.by)
    assert stock.step(play, {"carte": "A"}, "7").step == 1


def test_a_suspended_site_refuses_the_steps_of_every_game() -> None:
    """Art. 8.2."""
    play = stock.start("sauve_souris")
    suspend(game=None, message="Panne.", by=stock.manager())
    with pytest.raises(StepRefused, match="Panne"):
        play_step(play_id=play.id, step=0, data=stock.mice(8, 0, 0, 0))


def test_another_games_suspension_stops_nobody_else() -> None:
    other, play = stock.start("as_capone"), stock.start("sauve_souris")
    suspend(game=other.tier.table.game, message="Panne.", by=stock.manager())
    assert stock.step(play, stock.mice(8, 0, 0, 0), (2,)).step == 1


def test_a_step_on_an_ended_play_is_refused() -> None:
    play = stock.step(stock.start("sauve_souris"), stock.mice(8, 0, 0, 0), (1,))
    assert (play.amount, play.status(play.started_at)) == (0, "lost")
    with pytest.raises(StepRefused, match="terminée"):
        play_step(play_id=play.id, step=1, data=stock.mice(8, 0, 0, 0))


@pytest.mark.django_db(transaction=True)
def test_twenty_parallel_posts_of_one_step_draw_once() -> None:
    play = stock.start("poule_aux_oeufs_d_or")

    def post(hen: int) -> str:
        try:
            play_step(play_id=play.id, step=0, data={"poule": str(hen)})
        except StaleStep:
            return "stale"
        finally:
            connections.close_all()
        return "played"

    with ThreadPoolExecutor(20) as threads:
        answers = list(threads.map(post, range(1, 21)))
    assert sorted(answers) == ["played"] + ["stale"] * 19
    after = Play.objects.get(pk=play.id)
    assert after.step == 1 and record.head(Subject.TICKET, play.ticket_id).number == 2
    replay(after)


def test_a_step_takes_three_statements_besides_the_session(django_assert_num_queries) -> None:
    """The play joined to all that can refuse it, its update, the entry; savepoints are the test's own transaction."""
    play = stock.start("as_capone")
    with django_assert_num_queries(5) as captured:
        stock.step(play, {"carte": "A"}, "7")
    kinds = [query["sql"].split()[0] for query in captured.captured_queries]
    assert kinds == ["SAVEPOINT", "SELECT", "INSERT", "UPDATE", "RELEASE"]
    assert connection.vendor == "postgresql"
