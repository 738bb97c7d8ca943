"""The boards of a recorded play are those that the player was sent, drawn from the record alone."""

import re

import pytest
from django.template.loader import render_to_string

from games.boards import board_context, fragment
from games.models import Play
from games.registry import GAMES
from games.seeing import Seen, seen
from tests.browser import states
from tests.games import stock
from tickets import record
from tickets.journal.chain import Subject

pytestmark = pytest.mark.django_db


def boards(play: Play) -> list[Seen]:
    return seen(record.entries(Subject.TICKET, play.ticket_id))


def drawn(one: Seen) -> str:
    """The board and its spoken words, as the player's page has them."""
    return _plain(render_to_string("games/_board.html", one.board))


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text)


@pytest.mark.parametrize("slug", GAMES)
def test_each_step_is_seen_again_as_it_was_sent(slug: str) -> None:
    """Art. 4.4.2: every state of each game, its board after each step the same to the letter."""
    for state in states.STATES[slug].values():
        play = stock.start(slug, tier=state.tier)
        sent = [_plain(fragment(play))]
        for data, results in state.steps:
            play = stock.step(play, dict(data), *results)
            sent.append(_plain(fragment(play, fresh=True)))
        assert [drawn(one) for one in boards(play)] == sent


@pytest.mark.alters_plays
def test_nothing_is_seen_of_the_plays_row() -> None:
    play = states.STATES["sauve_souris"]["won 8"].play()
    before = [drawn(one) for one in boards(play)]
    Play.objects.filter(pk=play.pk).update(state={"steps": []}, step=0, amount=1, tier=play.tier_id + 1)
    assert [drawn(one) for one in boards(play)] == before


def test_a_board_is_given_what_the_plays_own_board_is_given() -> None:
    play = states.STATES["as_capone"]["tie"].play()
    given = board_context(play, fresh=True)
    shown = boards(play)[-1].board
    assert shown is not None
    assert {**shown, "play": None} == {**given, "play": None}


def test_a_ticket_without_a_play_shows_no_board() -> None:
    assert seen([]) == []
