"""The replay finds whatever in a play isn't what its record makes it."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, transaction
from django.utils import timezone

from games.models import Play
from games.refusals import CodeRefused
from games.registry import GAMES
from games.replaying import Differs, replay
from games.starting import enter_code
from tests.games import stock
from tickets import record
from tickets.journal import chain
from tickets.journal.chain import Subject
from tickets.models import Ticket

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("slug", GAMES)
def test_every_play_of_every_game_replays(slug: str) -> None:
    for _ in range(5):
        stock.to_the_end(stock.start(slug))
    call_command("replay")


@pytest.mark.alters_plays
@pytest.mark.parametrize(
    "change",
    [
        {"amount": 50_000_00},
        {"amount": None},
        {"outcome": "8"},
        {"ended_at": None},
        {"step": 99},
        {"state": {"rounds": []}},
        {"state": "x"},
        {"head": bytes(32)},
        {"entries": 3},
        {"expiry_recorded": True},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_play_row_that_was_edited_is_found(change: dict[str, Any]) -> None:
    """Art. 4.4.2: only what was recorded counts."""
    play = stock.to_the_end(stock.start("as_capone"))
    Play.objects.filter(pk=play.pk).update(**change)
    with pytest.raises(Differs, match=play.number_shown):
        replay(Play.objects.select_related("tier__table__game").get())
    with pytest.raises(CommandError):
        call_command("replay")


@pytest.mark.alters_plays
def test_a_deadline_moved_by_a_second_is_found() -> None:
    """Art. 3.3.5."""
    play = stock.start("as_capone")
    Play.objects.update(deadline=play.deadline + timedelta(seconds=1))
    with pytest.raises(Differs, match="start"):
        replay(Play.objects.get())


def recorded(play: Play, kind: str, data: dict[str, Any], *, after: timedelta = timedelta()) -> Play:
    """The play with one more entry of its ticket, as the application may add it, so long after the start."""
    at = play.started_at + after
    play.entries, play.head = record.append(Subject.TICKET, play.ticket_id, kind, data, at=at, after=play.chain_head)
    play.expiry_recorded = kind == "expire"
    play.save()
    return play


def expiry(play: Play) -> dict[str, Any]:
    return {"play": str(play.id), "step": play.step, "deadline": chain.stamp(play.deadline), "amount": 0}


@pytest.mark.alters_plays
@pytest.mark.parametrize(
    ("days", "ended", "change"),
    [
        (29, False, {}),
        (40, True, {}),
        (40, False, {"amount": 100}),
        (40, False, {"step": 3}),
        (40, False, {"play": ""}),
    ],
    ids=["early", "ended before", "with an amount", "after another step", "of another play"],
)
def test_an_expiry_that_was_not_is_found(days: int, ended: bool, change: dict[str, Any]) -> None:
    """Art. 3.3.8: only an open play expires, and not before its thirty days are over."""
    play = stock.start("as_capone")
    play = stock.to_the_end(play) if ended else play
    recorded(play, "expire", expiry(play) | change, after=timedelta(days=days))
    with pytest.raises(Differs, match="recorded as expired, which it was not"):
        replay(Play.objects.get())


def test_an_expiry_that_was_is_right() -> None:
    play = stock.start("as_capone")
    recorded(play, "expire", expiry(play), after=timedelta(days=40))
    replay(Play.objects.get())


@pytest.mark.alters_plays
def test_a_second_expiry_is_found() -> None:
    play = stock.start("as_capone")
    for _ in range(2):
        recorded(play, "expire", expiry(play), after=timedelta(days=40))
    with pytest.raises(Differs, match="recorded as expired, which it was not"):
        replay(Play.objects.get())


@pytest.mark.alters_plays
def test_a_step_after_the_expiry_is_found() -> None:
    play = stock.start("as_capone")
    recorded(play, "expire", expiry(play), after=timedelta(days=40))
    stock.step(play, {"carte": "7"}, "7")
    with pytest.raises(Differs, match="in this order"):
        replay(Play.objects.get())


@pytest.mark.alters_plays
@pytest.mark.parametrize("data", [{}, {"draws": 3}, {"step": 0, "choice": "7", "draws": [{}]}], ids=str)
def test_a_record_that_tells_no_play_is_named(data: dict[str, Any]) -> None:
    """The database checks the form of an entry, not what it says."""
    play = recorded(stock.start("as_capone"), "step", data)
    with pytest.raises(CommandError, match=f"{play.number_shown}: its record does not tell a play"):
        call_command("replay")


@pytest.mark.alters_plays
def test_a_play_moved_to_a_better_tier_is_found() -> None:
    play = stock.start("as_capone", tier=24)
    Play.objects.update(tier=play.tier.table.tiers.get(position=1))
    with pytest.raises(Differs, match="start"):
        replay(Play.objects.get())


def test_the_application_can_not_delete_a_play() -> None:
    play = stock.start("as_capone")
    with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
        play.delete()


def test_a_play_that_is_gone_is_found_and_its_ticket_is_not_played_again() -> None:
    """Moved to another ticket, which the application may do, it is gone from its own."""
    code = stock.make_ticket(stock.make_emission("as_capone"))
    play = enter_code(text=code)
    stock.make_ticket(play.ticket.booklet.block.emission)
    Play.objects.update(ticket=Ticket.objects.exclude(pk=play.ticket_id).get())
    with pytest.raises(CodeRefused, match="demande une vérification"):
        enter_code(text=code)
    Play.objects.update(ticket=play.ticket_id)
    call_command("replay")


@pytest.mark.alters_plays
def test_a_ticket_whose_record_has_a_start_and_no_play_is_named() -> None:
    ticket = stock.start("as_capone").ticket_id + 10
    record.append(Subject.TICKET, ticket, "start", {}, at=timezone.now())
    with pytest.raises(CommandError, match="started, says its record, and gone"):
        call_command("replay")
