"""Tells a record, entry by entry, in words that come from it alone: a ticket's, or what its ticket belongs to."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from games.registry import GAMES
from games.registry import Entry as Game
from games.reglement import Version
from games.rules.dealer import Draw, ImpossibleDraw, Item, Recorded
from games.rules.game import IllegalChoice
from tickets import numbers
from tickets.journal.chain import Entry, Subject

_PLAYED = ("start", "step", "expire", "additional")
_PAID = ("pay", "cancel", "refund", "refund_withdrawn", "given", "given_cancelled")
_OF_TICKETS = {kind: f"games/told/{kind}.html" for kind in (*_PLAYED, *_PAID, "mark", "lift", "claim", "erase")}
_OF_TICKETS |= {
    f"transfer{what}": "games/told/transfer.html" for what in ("", "_confirm", "_refuse", "_return", "_correct")
}
_OF_TICKETS |= {f"data_{what}": "games/told/data.html" for what in ("export", "correct", "unpublish")}
_NOTICES = ("available", "available_moved", "close", "close_moved")
_OF_OTHERS = {  # each sort has one template for all its kinds
    Subject.BOOKLET: ("flag", "unflag"),
    Subject.BLOCK: ("issue", "download", "authorise"),
    Subject.EMISSION: ("create", *_NOTICES, "block_cancelled", "block_failed"),
    Subject.PRIZE_TABLE: ("approve",),
}
_OTHER = "games/told/other.html"


@dataclass(frozen=True, slots=True)
class Told:
    """An entry, the template of its words, and what these need.

    `state` is the rules' after a start or a step, `view` what the player saw of it after a step; nothing when the step
    could not be played again.
    """

    entry: Entry
    at: datetime
    data: Mapping[str, Any]
    words: str
    game: Game | None
    view: Mapping[str, Any] | None = None
    state: Any = None

    @property
    def draws(self) -> list["Drawn"]:
        return [Drawn(*draw) for draw in _draws(self.data)]

    @property
    def deadline(self) -> datetime:
        """The first moment too late to end the play, as recorded."""
        return datetime.fromisoformat(self.data["deadline"])

    @property
    def reglement(self) -> Version:
        """The version of the règlement, as recorded."""
        return Version(date.fromisoformat(self.data["reglement"]))

    @property
    def postmark(self) -> date | None:
        """The day of the post office's stamp on what came by post, as recorded."""
        return self._day("postmarked")

    @property
    def complaint_day(self) -> date | None:
        """The day of the complaint about a stolen booklet, as recorded."""
        return self._day("on")

    @property
    def notice_day(self) -> date | None:
        """The date that a notice gives, or an emission at its creation, as recorded."""
        return self._day("day") or self._day("available_on")

    @property
    def given(self) -> str:
        """The number of the ticket given in the place of this one, as printed."""
        return numbers.shown(self.data["given"])

    def _day(self, name: str) -> date | None:
        return date.fromisoformat(self.data[name]) if name in self.data else None


@dataclass(frozen=True, slots=True)
class Drawn:
    """A recorded draw: its name, the set it was made from, and what was taken."""

    name: str
    among: tuple[Item, ...]
    result: tuple[Item, ...]

    @property
    def counts(self) -> dict[Item, int]:
        """The different items of the set, each with how many there were."""
        return dict(Counter(self.among))


def tell(entries: Iterable[Entry]) -> Iterator[Told]:
    """Tell a chain, in order; a play's steps are played again from their recorded draws (art. 4.4.2)."""
    game: Game | None = None
    state: Any = None
    for entry in entries:
        body = json.loads(entry.text)
        data, view, after = body["data"], None, None
        if entry.kind == "start":
            game = GAMES[data["game"]]
            after = state = game.rules.start()
        elif entry.kind == "step" and game and state is not None:
            after = state = _after(game, state, data)
            view = None if state is None else game.rules.view(state)
        words = f"games/boards/_{game.slug}/told.html" if game and view else words_of(entry.subject, entry.kind)
        yield Told(entry, datetime.fromisoformat(body["at"]), data, words, game, view, after)


def words_of(subject: Subject, kind: str) -> str:
    """The template that tells an entry; one for what has no words."""
    if subject is Subject.TICKET:
        return _OF_TICKETS.get(kind, _OTHER)
    return f"games/told/{subject.name.lower()}.html" if kind in _OF_OTHERS.get(subject, ()) else _OTHER


def _after(game: Game, state: Any, data: Mapping[str, Any]) -> Any:
    """The state that a recorded step leads to; None when the rules refuse it."""
    choice = data["choice"]
    dealer = Recorded(_draws(data))
    try:
        state = game.rules.play(state, tuple(choice) if isinstance(choice, list) else choice, dealer)
        dealer.check_spent()
    except (IllegalChoice, ImpossibleDraw):
        return None
    return state


def _draws(data: Mapping[str, Any]) -> list[Draw]:
    return [Draw(one["name"], tuple(one["among"]), tuple(one["result"])) for one in data["draws"]]
