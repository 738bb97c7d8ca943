"""Locks a ticket with its play, and adds to its chain what a desk or customer service does with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import Play
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import Ticket


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
