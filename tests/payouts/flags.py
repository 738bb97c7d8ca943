"""Booklets to flag in tests, many at once: rows as an issued block leaves them, written by COPY."""

import uuid
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection

from games.models import Play
from games.starting import enter_code
from payouts import flagging, lifting, refunding
from payouts.models import Flagging, MassRefund
from payouts.outages import Outage
from tests.games import stock
from tests.payouts import desk
from tickets import calendar, numbers, record
from tickets.journal.chain import Subject
from tickets.models import Booklet, Emission, Ticket

COMPLAINT = flagging.Complaint("PV 2026/00123", date(2026, 1, 5), "Commissariat de Lyon 3e")


def user(*names: str) -> User:
    """Someone with these permissions."""
    return desk.allowed(User.objects.create_user(f"{'-'.join(names)}-{User.objects.count()}"), *names)


def booklet(play: Play) -> int:
    """The booklet of a play's ticket."""
    return play.ticket_id // 10_000


def unstarted() -> int:
    """The number of one more ticket that nobody started."""
    before = set(Ticket.objects.values_list("pk", flat=True))
    desk.bearing(45_00)
    return Ticket.objects.exclude(pk__in=before).get().pk


def stolen(keys: Iterable[int], by: User | None = None) -> Flagging:
    """These booklets, flagged as stolen."""
    return flagging.flag_stolen(keys=tuple(keys), complaint=COMPLAINT, by=by or user("flag_booklets"))


def lifted(**wish: Any) -> tuple[int, int]:
    """Lift a flag in one part, by a second person where it takes two: of how many booklets, the refunds ordered."""
    made = lifting.lift(**wish)
    if made.waits:
        made = lifting.confirm(lifting_id=made.pk, by=user("unflag_booklets"))
    assert not made.under_way
    return made.count, made.refunds


def refunded(outages: Sequence[Outage], by: User) -> MassRefund:
    """The plays of these outages, prepared by one and ordered by another."""
    mass = refunding.prepare(outages=outages, reason="panne", by=user("order_mass_refund"))
    return refunding.order(mass_id=mass.pk, by=by)


def many(emission: Emission, booklets: int, tickets: int) -> list[int]:
    """Add booklets of so many tickets that nobody can play; gives their keys."""
    block = emission.blocks.get()
    keys = [numbers.booklet_key(emission.game_code, emission.number, 100_000 + one) for one in range(booklets)]
    Booklet.objects.bulk_create((Booklet(key=key, block=block) for key in keys), batch_size=5_000)
    with connection.cursor() as cursor:
        with cursor.copy("COPY tickets_ticket (number, booklet_id, lookup, sealed_tier) FROM STDIN") as copy:
            for key in keys:
                for number in numbers.numbers_of_booklet(key, tickets):
                    copy.write_row((number, key, number.to_bytes(32), b""))
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")  # as if it had been committed
    return keys


def started(emission: Emission, count: int, at: datetime) -> list[int]:
    """Add tickets whose plays started at `at` and stand at their beginning; gives their numbers."""
    model = enter_code(text=stock.make_ticket(emission))
    of = [number for key in many(emission, count, 1) for number in numbers.numbers_of_booklet(key, 1)]
    said = {"play": "", "game": model.game_slug}
    heads = record.append_all(Subject.TICKET, "start", ((one, record.Head(), said) for one in of), at=at)
    plays = [
        Play(
            id=uuid.uuid4(),
            ticket_id=number,
            tier=model.tier,
            state=model.state,
            started_at=at,
            deadline=calendar.play_deadline(at),
            entries=head.number,
            head=head.digest,
        )
        for number, head in zip(of, heads, strict=True)
    ]
    Play.objects.bulk_create(plays, batch_size=2_000)
    return of
