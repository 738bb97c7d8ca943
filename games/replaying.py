"""Plays the record again: every draw goes through the rules once more and must lead where the play stands."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from games import additional
from games.models import Play
from games.registry import GAMES
from games.rules.dealer import Draw, ImpossibleDraw, Recorded
from games.rules.game import IllegalChoice
from tickets import calendar, numbers, record
from tickets.journal import chain
from tickets.journal.chain import Broken, Subject
from tickets.models import JournalEntry
from tickets.record import Head

_KINDS = ("start", "step", "expire")  # of the entries that make a play
_UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class Differs(Exception):
    """A play isn't what its record makes it; the message names the ticket and the first difference."""

    def __init__(self, ticket: int, what: str) -> None:
        super().__init__(f"play of ticket {numbers.shown(ticket)}: {what}")


def replay_all() -> Iterator[Play]:
    """Replay every play, yielding each one found right. Raises Differs at the first that isn't."""
    plays = Play.objects.select_related("tier__table__game").prefetch_related("won_lots").order_by("started_at", "id")
    for play in plays.iterator(chunk_size=500):
        replay(play)
        yield play
    started = JournalEntry.objects.filter(subject=Subject.TICKET, kind="start")
    gone = started.exclude(subject_id__in=Play.objects.values("ticket_id")).first()
    if gone is not None:
        raise Differs(gone.subject_id, "started, says its record, and gone")


def replay(play: Play) -> None:
    """Compare a play with its record: chain, start, each step's draws, state, outcome and amount (art. 4.4.2)."""
    entries = record.entries(Subject.TICKET, play.ticket_id)
    try:
        chain.check(entries)
    except Broken as error:
        raise Differs(play.ticket_id, str(error)) from error
    if not entries or Head(entries[-1].number, entries[-1].digest) != play.chain_head:
        raise Differs(play.ticket_id, "its head is not the end of its chain")
    told = [json.loads(entry.text) for entry in entries]
    bodies = [body for body in told if body["kind"] in _KINDS]
    try:
        _compare_start(play, bodies)
        state = _replay_steps(play, [body for body in bodies if body["kind"] == "step"])
        _compare_end(play, bodies, state)
        _compare_expiry(play, bodies)
        _compare_lots(play, [body for body in told if body["kind"] == additional.KIND])
    except _UNREADABLE as error:
        raise Differs(play.ticket_id, f"its record does not tell a play: {error!r}") from error


def _compare_start(play: Play, bodies: list[dict[str, Any]]) -> None:
    starts = [body for body in bodies if body["kind"] == "start"]
    if len(starts) != 1:
        raise Differs(play.ticket_id, f"its record has {len(starts)} starts")
    kinds = [body["kind"] for body in bodies]
    if kinds != sorted(kinds, key=_KINDS.index):
        raise Differs(play.ticket_id, "its record is not a start, steps and an end, in this order")
    at, data = datetime.fromisoformat(starts[0]["at"]), starts[0]["data"]
    recorded = (data["play"], data["game"], data["table"], data["tier"], data["lots"], at, data["deadline"])
    deadline = chain.stamp(calendar.play_deadline(at))
    tier = play.tier
    actual = (str(play.id), play.game_slug, tier.table.version, tier.position, play.lots, play.started_at, deadline)
    if recorded != actual or chain.stamp(play.deadline) != deadline:
        raise Differs(play.ticket_id, "its start is not the one recorded")


def _replay_steps(play: Play, steps: list[dict[str, Any]]) -> Any:
    rules = GAMES[play.game_slug].rules
    state = rules.start()
    for number, body in enumerate(steps):
        data = body["data"]
        dealer = _recorded(data)
        try:
            state = rules.play(state, _choice(data["choice"]), dealer)
            dealer.check_spent()
        except (IllegalChoice, ImpossibleDraw) as error:
            raise Differs(play.ticket_id, f"step {number} can't have happened: {error}") from error
        outcome = rules.outcome(state)
        amount = None if outcome is None else rules.prize(tuple(play.tier.lots), outcome)
        if (data["play"], data["step"], data["outcome"], data["amount"]) != (str(play.id), number, outcome, amount):
            raise Differs(play.ticket_id, f"step {number} does not lead to the outcome recorded")
    return state


def _recorded(data: dict[str, Any]) -> Recorded:
    return Recorded(Draw(one["name"], tuple(one["among"]), tuple(one["result"])) for one in data["draws"])


def _choice(choice: Any) -> Any:
    """A recorded choice as the rules take it: JSON's lists were tuples."""
    return tuple(choice) if isinstance(choice, list) else choice


def _compare_end(play: Play, bodies: list[dict[str, Any]], state: Any) -> None:
    steps = [body for body in bodies if body["kind"] == "step"]
    outcome = GAMES[play.game_slug].rules.outcome(state)
    amount = steps[-1]["data"]["amount"] if steps else None
    ended_at = datetime.fromisoformat(steps[-1]["at"]) if outcome is not None else None
    expired = any(body["kind"] == "expire" for body in bodies)
    recorded = (len(steps), outcome or "", amount, ended_at, expired)
    if recorded != (play.step, play.outcome, play.amount, play.ended_at, play.expiry_recorded):
        raise Differs(play.ticket_id, "its outcome, amount or end is not the one recorded")
    try:
        same = play.load() == state
    except msgspec.ValidationError:
        same = False
    if not same:
        raise Differs(play.ticket_id, "its state is not what its draws lead to")
    if any(datetime.fromisoformat(body["at"]) >= play.deadline for body in steps):
        raise Differs(play.ticket_id, "a step was made after its deadline")


def _compare_lots(play: Play, bodies: list[dict[str, Any]]) -> None:
    """What was drawn besides the prize is what was won, and was drawn when the play ended (art. 3.2.8)."""
    for body in bodies:
        data = body["data"]
        dealer = _recorded(data)
        chances = [additional.Chance(*chance) for chance in data["chances"]]
        try:
            found = additional.won(dealer, chances)
            dealer.check_spent()
        except ImpossibleDraw as error:
            raise Differs(play.ticket_id, f"its additional lot is not what was drawn: {error}") from error
        if (data["play"], data["lot"]) != (str(play.id), found) or datetime.fromisoformat(body["at"]) != play.ended_at:
            raise Differs(play.ticket_id, "its additional lot is not what was drawn at its end")
    recorded = sorted(body["data"]["lot"] for body in bodies if body["data"]["lot"] is not None)
    if recorded != sorted(won.lot_id for won in play.won_lots.all()):
        raise Differs(play.ticket_id, "its additional lots are not the ones recorded")


def _compare_expiry(play: Play, bodies: list[dict[str, Any]]) -> None:
    """A play expires once, open, and not before its thirty days are over (art. 3.3.8)."""
    expired = [body for body in bodies if body["kind"] == "expire"]
    actual = {"play": str(play.id), "step": play.step, "deadline": chain.stamp(play.deadline), "amount": 0}
    early = any(datetime.fromisoformat(body["at"]) < play.deadline for body in expired)
    if expired and (len(expired) > 1 or expired[0]["data"] != actual or early or play.ended_at is not None):
        raise Differs(play.ticket_id, "recorded as expired, which it was not")
