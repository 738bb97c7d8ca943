"""Locks a ticket with its play, and adds to its chain what a desk or customer service does with it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from games.models import Play
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import Ticket

_MOVE_ON = """
UPDATE games_play SET entries = moved.entries, head = moved.head
FROM unnest(%s::uuid[], %s::int[], %s::bytea[]) AS moved(id, entries, head) WHERE games_play.id = moved.id"""
_NAMED = 20_000


@dataclass(frozen=True, slots=True)
class Locked:
    """A ticket and its play, if it has one, locked until the transaction ends."""

    ticket: Ticket
    play: Play | None

    def note(self, kind: str, data: Mapping[str, Any], *, at: datetime) -> None:
        """Add an entry to the ticket's chain; a play's head moves on with it."""
        number = self.ticket.number
        if self.play is None:
            record.append(Subject.TICKET, number, kind, data, at=at)
            return
        after = self.play.chain_head
        self.play.entries, self.play.head = record.append(Subject.TICKET, number, kind, data, at=at, after=after)
        self.play.save(update_fields=["entries", "head"])


def lock(number: int) -> Locked:
    """Lock the ticket, then its play, in the caller's transaction. Raises Ticket.DoesNotExist."""
    ticket = Ticket.objects.select_for_update(of=("self",)).get(pk=number)
    plays = Play.objects.select_related("tier__table__game").select_for_update(of=("self",))
    return Locked(ticket, plays.filter(ticket=ticket).first())


def lock_all(numbers: Iterable[int]) -> dict[int, Locked]:
    """Lock several tickets, then their plays, each in the order of their numbers, in the caller's transaction."""
    wanted = sorted(set(numbers))
    tickets, plays = Ticket.objects.select_for_update(of=("self",)), Play.objects.select_for_update(of=("self",))
    locked = {one.number: one for few in _few(wanted) for one in tickets.filter(pk__in=few).order_by("pk")}
    played = {one.ticket_id: one for few in _few(wanted) for one in plays.filter(ticket__in=few).order_by("ticket")}
    return {number: Locked(ticket, played.get(number)) for number, ticket in locked.items()}


def _few(wanted: list[int]) -> Iterator[list[int]]:
    """As many at a time as a statement may name."""
    return (wanted[start : start + _NAMED] for start in range(0, len(wanted), _NAMED))


def note_all(noted: Iterable[tuple[Locked, Mapping[str, Any]]], kind: str, *, at: datetime) -> None:
    """Add an entry to each ticket's chain, as `Locked.note` does to one, in few statements."""
    told = list(noted)
    ends = record.heads(Subject.TICKET, [locked.ticket.number for locked, _ in told if locked.play is None])
    every = [
        (locked, locked.play.chain_head if locked.play else ends[locked.ticket.number], data) for locked, data in told
    ]
    added = ((locked.ticket.number, head, data) for locked, head, data in every)
    heads = record.append_all(Subject.TICKET, kind, added, at=at)
    played = []
    for (locked, _, _), head in zip(every, heads, strict=True):
        if locked.play is not None:
            locked.play.entries, locked.play.head = head
            played.append(locked.play)
    with connection.cursor() as cursor:
        moved: list[Any] = [[one.id for one in played], [one.entries for one in played], [one.head for one in played]]
        cursor.execute(_MOVE_ON, moved)
