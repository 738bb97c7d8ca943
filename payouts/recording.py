"""Adds entries to a ticket's chain from outside its play, whose head moves on with them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from games.models import Play
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import Ticket
from tickets.record import Head


@dataclass(slots=True)
class TicketRecord:
    """A ticket's chain, locked until the end of the caller's transaction."""

    ticket_id: int
    play: Play | None

    @classmethod
    def lock(cls, ticket_id: int) -> "TicketRecord":
        """Lock the ticket's play, or the ticket where it has none, before any other row. Raises Ticket.DoesNotExist."""
        plays = Play.objects.select_for_update(of=("self",)).filter(ticket_id=ticket_id)
        if play := plays.first():
            return cls(ticket_id, play)
        Ticket.objects.select_for_update(of=("self",)).get(pk=ticket_id)
        return cls(ticket_id, plays.first())  # one may have been started while the ticket was waited for

    def append(self, kind: str, data: dict[str, Any], *, at: datetime) -> Head:
        """Add an entry, and give the chain's new head."""
        after = self.play.chain_head if self.play else None
        head = record.append(Subject.TICKET, self.ticket_id, kind, data, at=at, after=after)
        if self.play:
            self.play.entries, self.play.head = head
            self.play.save(update_fields=["entries", "head"])
        return head
