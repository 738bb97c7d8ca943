"""What flagging booklets touches: their tickets, the plays started, won and already paid, counted in few statements."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime

from django.db import connection

from payouts.models import Payment
from tickets import numbers

_TICKETS = """
SELECT count(*) FROM unnest(%s::bigint[]) AS b(key)
JOIN tickets_ticket t ON t.number BETWEEN b.key * 10000 AND b.key * 10000 + 9999"""
_PLAYS = """
SELECT count(*), count(*) FILTER (WHERE p.ended_at IS NULL AND p.deadline > %s),
    count(*) FILTER (WHERE p.amount > 0), coalesce(sum(p.amount), 0)
FROM unnest(%s::bigint[]) AS b(key)
JOIN games_play p ON p.ticket_id BETWEEN b.key * 10000 AND b.key * 10000 + 9999"""
_PAID = """
SELECT p.ticket_id, p.what, p.amount, p.day, d.name FROM unnest(%s::bigint[]) AS b(key)
JOIN payouts_payment p ON p.ticket_id BETWEEN b.key * 10000 AND b.key * 10000 + 9999
JOIN payouts_desk d ON d.id = p.desk_id WHERE p.cancelled_at IS NULL ORDER BY p.paid_at"""
_BOOKLETS = """
SELECT count(*) FILTER (WHERE stolen), count(*) FILTER (WHERE misprint)
FROM tickets_booklet WHERE key = ANY(%s::bigint[])"""


@dataclass(frozen=True, slots=True)
class Paid:
    """A payment already made against a ticket of these booklets; the amount in cents."""

    number: int
    what: str
    amount: int
    day: date
    desk: str

    @property
    def shown(self) -> str:
        """The ticket's number as printed."""
        return numbers.shown(self.number)

    @property
    def said(self) -> str:
        """What was paid, in French."""
        return str(Payment.What(self.what).label)


@dataclass(frozen=True, slots=True)
class Affected:
    """Counts of what a flagging touches; `won` is a number of plays, `won_amount` their prizes in cents."""

    booklets: int
    stolen: int
    misprint: int
    tickets: int
    started: int
    open: int
    won: int
    won_amount: int
    paid: tuple[Paid, ...]

    @property
    def paid_amount(self) -> int:
        return sum(one.amount for one in self.paid)


def affected(keys: Collection[int], at: datetime) -> Affected:
    """Count what these booklets, which exist, hold at `at`."""
    named = list(keys)
    with connection.cursor() as cursor:
        cursor.execute(_BOOKLETS, [named])
        stolen, misprint = cursor.fetchone()
        cursor.execute(_TICKETS, [named])
        (tickets,) = cursor.fetchone()
        cursor.execute(_PLAYS, [at, named])
        started, still_open, won, won_amount = cursor.fetchone()
        cursor.execute(_PAID, [named])
        paid = tuple(Paid(*row) for row in cursor.fetchall())
    return Affected(len(named), stolen, misprint, tickets, started, still_open, won, int(won_amount), paid)
