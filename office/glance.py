"""All that customer service is shown of one ticket, read together; an unplayed one shows nothing of its worth."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import TypeVar

from django.db.models import Q

from games.models import Play, WonLot
from games.receipts import finished
from games.seeing import Seen, seen
from games.telling import Told, tell
from office.changes import Change, changes
from payouts import presenting
from payouts.models import Mark, Payment, Refund
from payouts.presenting import Presented
from tickets import record
from tickets.journal.chain import Entry, Subject
from tickets.models import Booklet, Checkpoint, Emission, JournalEntry, Leaf

T = TypeVar("T")
logger = logging.getLogger(__name__)
_UNREADABLE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Sealed:
    """How much of a chain is in the signed log, and the first checkpoint that covers all of that."""

    entries: int
    sealed: int
    checkpoint: Checkpoint | None

    @property
    def whole(self) -> bool:
        return self.entries == self.sealed and self.checkpoint is not None


@dataclass(frozen=True, slots=True)
class Glance:
    """A ticket in front of customer service at one moment. Amounts are cents."""

    presented: Presented
    at: datetime
    entries: Sequence[Entry]
    payments: Sequence[Payment]
    refunds: Sequence[Refund]
    marks: Sequence[Mark]
    sealed: Sealed

    @property
    def number(self) -> int:
        return self.presented.number

    @property
    def emission(self) -> Emission:
        return self.presented.known.emission

    @property
    def play(self) -> Play | None:
        return self.presented.known.play

    @property
    def lots(self) -> Sequence[WonLot]:
        """Additional lots, given or not."""
        return list(self.play.won_lots.all()) if self.play else []

    @property
    def bears(self) -> frozenset[str]:
        """The kinds of the marks in force."""
        return self.presented.known.marks

    @property
    def paid(self) -> bool:
        """True when the prize or a refund is paid."""
        return self.presented.known.payment is not None

    @property
    def given(self) -> bool:
        """True when anything was given against the ticket, a lot in kind too."""
        return any(payment.cancelled_at is None for payment in self.payments)

    @property
    def proven(self) -> bool:
        """True when the play has a proof page."""
        return self.play is not None and finished(self.play)


def glance(number: int, *, at: datetime) -> Glance:
    """Read a ticket. Raises NotFound."""
    presented = presenting.of_number(number, at=at)
    entries = record.entries(Subject.TICKET, number)
    return Glance(
        presented=presented,
        at=at,
        entries=entries,
        payments=_payments(number),
        refunds=list(Refund.objects.filter(ticket=number).select_related("ordered_by").order_by("ordered_at")),
        marks=list(Mark.objects.filter(ticket=number).select_related("by", "lifted_by").order_by("at")),
        sealed=_sealed(number, len(entries)),
    )


def _payments(number: int) -> list[Payment]:
    payments = Payment.objects.filter(ticket=number).order_by("paid_at")
    return list(payments.select_related("desk", "teller", "cancelled_by", "lot").prefetch_related("winners"))


def told(entries: Sequence[Entry]) -> list[Told]:
    """The record in words; nothing when it can't be read, which its standing says."""
    return _read(lambda: list(tell(entries)))


def around(presented: Presented) -> list[Told]:
    """The record, in words, of what the ticket belongs to: its booklet, block, emission and prize table."""
    booklet, emission = presented.known.ticket.booklet, presented.known.emission
    chains = (
        (Subject.PRIZE_TABLE, emission.prize_table_id),
        (Subject.EMISSION, emission.pk),
        (Subject.BLOCK, booklet.block_id),
        (Subject.BOOKLET, booklet.pk),
    )
    rows = JournalEntry.objects.filter(reduce(or_, (Q(subject=subject, subject_id=key) for subject, key in chains)))
    return _read(lambda: sorted(tell(row.entry() for row in rows), key=lambda told: told.at))


def boards(entries: Sequence[Entry]) -> list[Seen]:
    """The boards of the play; nothing when the record can't be read."""
    return _read(lambda: seen(entries))


def history(presented: Presented) -> list[Change]:
    """Who changed the ticket's booklet and its emission, the latest first."""
    emission = presented.known.emission
    every = changes(Booklet, pgh_obj=presented.known.ticket.booklet_id)
    every += changes(Emission, pgh_obj=emission.pk)
    return sorted(every, key=lambda change: change.at, reverse=True)


def _read(reading: Callable[[], list[T]]) -> list[T]:
    try:
        return reading()
    except _UNREADABLE as error:
        logger.error("A record that can't be told: %r", error)
        return []


def _sealed(number: int, entries: int) -> Sealed:
    leaves = Leaf.objects.filter(subject=Subject.TICKET, subject_id=number).order_by("-number")
    indexes = list(leaves.values_list("index", flat=True))
    covering = Checkpoint.objects.filter(size__gt=max(indexes)).order_by("size").first() if indexes else None
    return Sealed(entries, len(indexes), covering)
