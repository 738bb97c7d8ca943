"""A play that is not ended in thirty days expires: derived from the clock, recorded once, never pays (art. 3.3.8)."""

from datetime import timedelta

import pytest
import time_machine
from django.core.management import call_command

from games.expiring import expire_plays
from games.models import Play
from games.replaying import replay
from tests.games import stock
from tickets import record
from tickets.journal.chain import Subject

pytestmark = pytest.mark.django_db


def test_an_expiry_is_recorded_once_however_often_the_command_runs() -> None:
    play = stock.step(stock.start("as_capone"), {"carte": "A"}, "7")
    with time_machine.travel(play.deadline):
        assert [expire_plays(), expire_plays()] == [1, 0]
        call_command("expire")
    assert [entry.kind for entry in record.entries(Subject.TICKET, play.ticket_id)] == ["start", "step", "expire"]
    after = Play.objects.get(pk=play.id)
    assert (after.status(play.deadline), after.amount) == ("expired", None)
    replay(after)


def test_a_play_does_not_expire_a_moment_early() -> None:
    play = stock.start("as_capone")
    with time_machine.travel(play.deadline - timedelta(seconds=1)):
        assert expire_plays() == 0
        assert play.status(play.deadline - timedelta(seconds=1)) == "open"


def test_an_ended_play_never_expires() -> None:
    play = stock.to_the_end(stock.start("sauve_souris"))
    with time_machine.travel(play.deadline + timedelta(days=1)):
        assert expire_plays() == 0
    assert play.status(play.deadline) in ("won", "lost")


def test_a_play_is_expired_by_the_clock_before_any_command_runs() -> None:
    play = stock.start("as_capone")
    assert play.status(play.deadline) == "expired"
