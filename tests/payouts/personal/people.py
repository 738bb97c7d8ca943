"""Winners for tests: payments of made-up tickets, and what these people would type."""

import uuid
from datetime import UTC, date, datetime, timedelta
from typing import Any

import time_machine
from django.contrib.auth.models import User

from games.models import Play
from payouts import persons
from payouts.models import Desk, Payment, Winner
from payouts.models.winner import needs
from payouts.persons import Person
from tests.games import stock
from tickets import record
from tickets.calendar import paris_day
from tickets.journal.chain import Entry, Subject
from tickets.models import Emission, Ticket

PAID = datetime(2026, 3, 14, 11, tzinfo=UTC)
CLOSED = date(2026, 5, 1)  # last payment day: 30 July 2026
LONG_AGO = {"paid_at": PAID - timedelta(days=2000), "closed_on": date(2021, 1, 1)}  # all is to go by now
TYPED = {
    "last_name": "N'Guessan",
    "first_name": "Łukasz",
    "birth_date": "03/05/1980",
    "birth_place": "Ouagadougou",
    "address": "12 rue de l’Œuvre, 75011 Paris",
    "telephone": "+33 6 39 98 00 00",
    "iban": "FR76 3000 6000 0112 3456 7890 189",
    "cheque_order": "Łukasz N'Guessan",
    "document_kind": "passport",
    "document_number": "24AZ81350",
    "document_issuer": "Préfecture de police",
    "document_issued_on": "2024-02-01",
    "document_expires_on": "2034-01-31",
}
DAYS = {"started_on": date(2026, 3, 1), "on": date(2026, 3, 14)}


def person(means: str = "transfer", amount: int = 10_000_00, **typed: str) -> Person:
    return persons.read(TYPED | typed, needs(means, amount), **DAYS)


def payment(
    amount: int = 10_000_00,
    means: str = "transfer",
    *,
    paid_at: datetime = PAID,
    closed_on: date | None = CLOSED,
    play: Play | None = None,
    ticket: Ticket | None = None,
    **fields: Any,
) -> Payment:
    """A payment of a ticket, of a play started ten days before; the emission has this closing date from then on."""
    Emission.objects.update(closed_on=None)
    if play is None:
        with time_machine.travel(paid_at - timedelta(days=10)):
            play = stock.start("as_capone")
    Emission.objects.update(closed_on=closed_on)
    desk, _ = Desk.objects.get_or_create(kind="payment_centre", name="Centre", town="Lyon", transfers=True)
    teller, _ = User.objects.get_or_create(username="caissier")
    return Payment.objects.create(
        ticket=Ticket.objects.get(pk=(ticket or play.ticket).pk),  # its emission is read again
        what=Payment.What.PRIZE,
        means=means,
        amount=amount,
        desk=desk,
        teller=teller,
        request=uuid.uuid4(),
        paid_at=paid_at,
        day=paris_day(paid_at),
        **fields,
    )


def winner(paid: Payment, *, position: int = 1, share: int | None = None, **typed: str) -> Winner:
    """A winner of a payment, saved."""
    known = person(paid.means, paid.amount, **typed)
    made, _ = Winner.of(paid, known, position=position, share=paid.amount if share is None else share)
    made.save(force_insert=True)
    return made


def entries(made: Winner, kind: str) -> list[Entry]:
    """What the ticket's chain says of one kind."""
    return [entry for entry in record.entries(Subject.TICKET, made.payment.ticket_id) if entry.kind == kind]
