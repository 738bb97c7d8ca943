"""Where a ticket stands for who wants to be paid: the one answer a desk gives (art. 4.3, 9)."""

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from games.models import Play, WonLot
from payouts.models import Mark, Payment, Refund
from tickets.calendar import paris_day
from tickets.models import Emission, Ticket


class Standing(StrEnum):
    """What is true of the ticket; the first of these that applies, in this order."""

    PAID = "paid"
    VOID = "void"
    HELD = "held"
    STOLEN = "stolen"
    REFUND = "refund"
    MISPRINT = "misprint"
    UNSTARTED = "unstarted"
    LATE = "late"
    OPEN = "open"
    EXPIRED = "expired"
    LOST = "lost"
    BARRED = "barred"
    PAYABLE = "payable"
    UNSURE = "unsure"  # its record is not what it should be: nothing is said of it before it is looked into


@dataclass(frozen=True, slots=True)
class Known:
    """All that the standing of a ticket follows from, read together."""

    ticket: Ticket
    play: Play | None
    payment: Payment | None
    refund: Refund | None
    marks: frozenset[str]
    lots: tuple[WonLot, ...]  # not paid nor handed over yet

    @property
    def emission(self) -> Emission:
        return self.ticket.booklet.block.emission

    @property
    def due(self) -> int:
        """What the ticket gives, in cents: the refund ordered for it, or the prize of its play."""
        return self.refund.amount if self.refund else (self.play.amount if self.play else 0) or 0

    @property
    def last_payment_day(self) -> date | None:
        return self.emission.last_payment_day


def standing(known: Known, at: datetime) -> Standing:
    """Where the ticket stands at `at`, its record not verified yet."""
    return _decided(known) or _played(known, at)


def _decided(known: Known) -> Standing | None:
    """What people did or decided, which comes before what the play gave."""
    booklet = known.ticket.booklet
    decided = (
        (known.payment is not None, Standing.PAID),
        (bool({Mark.Kind.VOID, Mark.Kind.INVALID} & known.marks) or booklet.void, Standing.VOID),
        (bool({Mark.Kind.HELD, Mark.Kind.RECEIVED} & known.marks), Standing.HELD),
        (booklet.stolen, Standing.STOLEN),
        (known.refund is not None, Standing.REFUND),
        (booklet.misprint and not _ended(known.play), Standing.MISPRINT),
    )
    return next((found for applies, found in decided if applies), None)


def _ended(play: Play | None) -> bool:
    """True of a play that has its result: no misprint kept it from its prize or its player from it (art. 7)."""
    return play is not None and play.ended_at is not None


def _played(known: Known, at: datetime) -> Standing:
    play = known.play
    if play is None:
        return Standing.LATE if known.emission.start_barred(at) else Standing.UNSTARTED
    status = play.status(at)
    if status != "won":
        return Standing(status)
    return Standing.BARRED if barred(known, at) else Standing.PAYABLE


def barred(known: Known, at: datetime) -> bool:
    """True when the last day of payment is over, and nobody accepted the ticket as presented before (art. 9)."""
    last = known.last_payment_day
    return last is not None and paris_day(at) > last and Mark.Kind.IN_TIME not in known.marks


def only_late(known: Known, at: datetime) -> bool:
    """True when something was won, is neither given nor replaced by a refund, and is barred (art. 9)."""
    if known.play is None or known.refund is not None or not barred(known, at):
        return False
    return bool(known.lots) or (known.payment is None and known.play.status(at) == "won")
