"""The boards a player saw, one after another, drawn again from a ticket's record alone."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import UUID

from games.boards import Ways, board_of
from games.registry import Entry as Game
from games.telling import Told, tell
from tickets import numbers
from tickets.journal.chain import Entry


@dataclass(frozen=True, slots=True)
class Recorded:
    """A play at one step as its record tells it, under the names by which boards know a play; amounts are cents."""

    id: UUID
    number_shown: str
    game: Game
    lots: dict[str, int]
    deadline: datetime
    step: int = 0
    ended_at: datetime | None = None
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """What was on the screen after an entry: the start, or a step just drawn. Nothing when it can't be played again."""

    told: Told
    play: Recorded

    @property
    def board(self) -> dict[str, Any] | None:
        """All that the board showed."""
        state = self.told.state
        return None if state is None else board_of(self.play, state, Ways.of(self.play.id), fresh=True)


def seen(entries: Iterable[Entry]) -> list[Seen]:
    """The boards of a ticket's play, from its start to its last step; none for a ticket never started."""
    return list(_seen(tell(entries)))


def _seen(every: Iterable[Told]) -> Iterator[Seen]:
    play: Recorded | None = None
    for told in every:
        if told.entry.kind == "start" and told.game is not None:
            play = _started(told, told.game)
        elif told.entry.kind == "step" and play is not None:
            play = _stepped(told, play)
        else:
            continue
        yield Seen(told, play)


def _started(told: Told, game: Game) -> Recorded:
    lots = {name: told.data["lots"][name] for name in game.rules.LOTS}
    return Recorded(UUID(told.data["play"]), numbers.shown(told.entry.subject_id), game, lots, told.deadline)


def _stepped(told: Told, before: Recorded) -> Recorded:
    amount = told.data["amount"]
    return replace(before, step=before.step + 1, amount=amount, ended_at=None if amount is None else told.at)
