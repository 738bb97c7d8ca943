"""A person's rights over their data: to have it, to have it corrected, to object to its being kept (art. 6.4).

Each is exercised by someone who saw a proof of identity; the ticket's chain tells who, when and which kind of proof,
never the data.
"""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from payouts import persons, publishing
from payouts.chaining import Locked
from payouts.erasing import erase, lock_winner
from payouts.models import Payment, Transfer, Winner
from payouts.persons import Person
from payouts.retention import Part
from tickets import numbers
from tickets.calendar import paris_day


class MustBeKept(Exception):
    """Nothing more may be erased until the end of `until`, a Paris day, or later (art. 5.3.1, 5.3.3)."""

    def __init__(self, until: date, article: str = "5.3.3") -> None:
        super().__init__(f"kept until {until}")
        self.until, self.article = until, article


@dataclass(frozen=True, slots=True)
class Seen:
    """The proof of identity seen, and the key of the user who saw it.

    Its reference is journalled as a digest that can no longer be matched when the data is gone.
    """

    by: int
    kind: str
    reference: str

    def told(self, winner: Winner) -> dict[str, Any]:
        """What the journal says of it."""
        return {"by": self.by, "proof": self.kind, "reference": winner.digest(self.reference)}


@transaction.atomic
def export(*, winner_id: uuid.UUID, seen: Seen) -> dict[str, Any]:
    """All that is kept of a winner, amounts in cents, as JSON has it. Raises Erased, personal.Unreadable."""
    locked, winner = lock_winner(winner_id)
    payment, known = winner.payment, winner.person().known()
    locked.note("data_export", {"winner": str(winner.id), **seen.told(winner)}, at=timezone.now())
    return {
        "ticket": numbers.shown(payment.ticket_id),
        "payment": str(payment.id),
        "paid_at": payment.paid_at.isoformat(),
        "means": payment.means,
        "amount": payment.amount,
        "position": winner.position,
        "share": winner.share,
        "person": known,
        "unpublished_at": winner.unpublished_at.isoformat() if winner.unpublished_at else None,
        "next_erasure": winner.erase_on.isoformat() if winner.erase_on else None,
    }


@transaction.atomic
def correct(*, winner_id: uuid.UUID, seen: Seen, typed: Mapping[str, str]) -> None:
    """Put what is typed in the place of what was wrong. Raises PersonRefused, Erased, personal.Unreadable."""
    locked, winner = lock_winner(winner_id)
    before = winner.person()
    after = persons.corrected(before, typed, started_on=_started_on(locked, winner), on=winner.payment.day)
    publishing.withdraw(winner)  # found under the key that goes; what is right is published with the next run
    digest = winner.seal(after)
    winner.save(update_fields=["sealed", "wrapped_key", "master"])
    data = {"winner": str(winner.id), "fields": _differing(before, after), "digest": digest, **seen.told(winner)}
    locked.note("data_correct", data, at=timezone.now())


@transaction.atomic
def object_to(*, winner_id: uuid.UUID, seen: Seen) -> Part:
    """Erase at once what nothing obliges to keep: all, or, within art. 5.3.3's five years, all but name and address.

    Raises MustBeKept when that is all there is, or the prize is not with the bank yet, Erased, personal.Unreadable.
    """
    locked, winner = lock_winner(winner_id)
    at = timezone.now()
    _refuse_before_paid(winner.payment, paris_day(at))
    obliged = winner.keeping.obliged
    part = Part.DETAILS if obliged and paris_day(at) <= obliged else Part.ALL
    if part is Part.DETAILS and obliged and winner.reduced_at:
        raise MustBeKept(obliged)
    erase(locked, winner, part, "objection", at=at, tell=lambda: seen.told(winner))
    return part


@transaction.atomic
def object_to_publication(*, winner_id: uuid.UUID, by: int) -> None:
    """Never publish a winner's first name, and take it back at once if it is published (art. 6.3, 6.4).

    Neither a proof of identity nor a reason is asked for: it harms nobody. `by` is the key of the user.
    Raises Erased.
    """
    locked, winner = lock_winner(winner_id)
    publishing.withdraw(winner)
    if winner.unpublished_at is None:
        winner.unpublished_at = timezone.now()
        winner.save(update_fields=["unpublished_at"])
        locked.note("data_unpublish", {"winner": str(winner.id), "by": by}, at=winner.unpublished_at)


def _started_on(locked: Locked, winner: Winner) -> date:
    """The day on which a winner had to be of age: that of the play, or of the payment where none was played."""
    return paris_day(locked.play.started_at) if locked.play else winner.payment.day


def _refuse_before_paid(payment: Payment, today: date) -> None:
    """Without its winner's data a transfer, and the whole file it is in, could not go to the bank."""
    under_way = Transfer.objects.standing().filter(payment=payment, payment__cancelled_at=None)
    transfer = under_way.filter(Q(file=None) | Q(file__downloaded_at=None)).first()
    if transfer:
        raise MustBeKept(max(today, transfer.leaves_on), "5.3.1")


def _differing(before: Person, after: Person) -> list[str]:
    """The names of the fields that changed."""
    known = after.known()
    return sorted(name for name in known if known[name] != before.known()[name])
