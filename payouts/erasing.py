"""Erases what payouts/retention.py no longer lets be kept; what has to be run daily (art. 5.3.3, 6)."""

import logging
import uuid
from collections.abc import Callable
from datetime import date, datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from payouts import personal, publishing
from payouts.chaining import Locked, lock
from payouts.models import Transfer, Winner
from payouts.retention import Part
from tickets.calendar import paris_day

logger = logging.getLogger(__name__)


class Count(NamedTuple):
    """Of how many winners the details went, or all; how many keys the newest master key wraps now, or none opens."""

    details: int
    all: int
    rewrapped: int
    unreadable: int


def keep_no_longer() -> Count:
    """Erase what is due today in Paris, each winner in a transaction; a run that was killed is simply run again.

    Every winner of whom something is known is looked at: closing dates come, and may move. Keys that an older master
    key wraps are put under the newest, so that the older one can be retired. A winner who can't be read is logged, and
    hinders no other's erasure.
    """
    done: list[object] = []
    for winner in Winner.objects.known().with_ticket().defer("sealed").iterator(chunk_size=500):
        try:
            done.append(_look_after(winner, paris_day(timezone.now())))
        except personal.Unreadable as error:
            logger.error("winner %s can't be read: %s", winner.id, error)
            done.append(error)
    done += _rewrap_orders()
    unreadable = sum(isinstance(one, personal.Unreadable) for one in done)
    return Count(done.count(Part.DETAILS), done.count(Part.ALL), done.count(True), unreadable)


def _look_after(winner: Winner, today: date) -> Part | bool | None:
    """What went of this winner, or whether their key was wrapped anew."""
    if winner.keeping.due(today, reduced=winner.reduced_at is not None):
        return erase_winner(winner_id=winner.id)
    if winner.erase_on != winner.next_erasure:
        Winner.objects.known().filter(pk=winner.id).update(erase_on=winner.next_erasure)
    return winner.master != settings.PERSONAL_KEYS[-1][0] and _rewrap(Winner.objects.known().filter(pk=winner.id))


@transaction.atomic(durable=True)
def erase_winner(*, winner_id: uuid.UUID) -> Part | None:
    """Erase what is due today of one winner, and journal it; None when nothing is, or it went meanwhile."""
    locked, winner = lock_winner(winner_id)
    at = timezone.now()
    part = winner.keeping.due(paris_day(at), reduced=winner.reduced_at is not None) if not winner.erased_at else None
    if part:
        erase(locked, winner, part, "term", at=at)
    return part


def lock_winner(winner_id: uuid.UUID) -> tuple[Locked, Winner]:
    """Lock a winner after their ticket and its play, as whoever pays does. Raises Winner.DoesNotExist."""
    locked = lock(Winner.objects.values_list("payment__ticket_id", flat=True).get(pk=winner_id))
    return locked, Winner.objects.with_ticket().select_for_update(of=("self",)).get(pk=winner_id)


def erase(
    locked: Locked,
    winner: Winner,
    part: Part,
    why: str,
    *,
    at: datetime,
    tell: Callable[[], dict[str, Any]] = dict,
) -> None:
    """Take a part of a locked winner's data away for good, and say so in the ticket's chain (the caller's transaction).

    What stays is sealed anew: the key that opened what goes leaves with it; orders sent to the bank go too, and the
    first name published. `tell`
    gives what else the journal says, under the key that stays, or before it goes. Raises personal.Unreadable.
    """
    publishing.withdraw(winner)
    entry: dict[str, Any] = {"winner": str(winner.id), "part": part.value, "why": why}
    if part is Part.ALL:
        entry |= tell()
        winner.sealed = winner.wrapped_key = winner.master = winner.erase_on = None
        winner.erased_at = at
    else:
        entry["digest"] = winner.seal(winner.person().reduced())
        entry |= tell()
        winner.reduced_at = at
        winner.erase_on = winner.next_erasure
    winner.save(update_fields=["sealed", "wrapped_key", "master", "erase_on", "erased_at", "reduced_at"])
    Transfer.objects.filter(payment=winner.payment_id).update(sealed=None, wrapped_key=None, master=None)
    locked.note("erase", entry, at=at)


def _rewrap_orders() -> list[object]:
    """Whether each transfer's order that an older master key wraps was wrapped anew."""
    sealed = Transfer.objects.exclude(master=None)
    done: list[object] = []
    for key in sealed.exclude(master=settings.PERSONAL_KEYS[-1][0]).values_list("pk", flat=True):
        try:
            done.append(_rewrap(sealed.filter(pk=key)))
        except personal.Unreadable as error:
            logger.error("the order of transfer %s can't be read: %s", key, error)
            done.append(error)
    return done


@transaction.atomic(durable=True)
def _rewrap(rows: QuerySet[Winner] | QuerySet[Transfer]) -> bool:
    row = rows.select_for_update(of=("self",)).first()
    if row is None:
        return False
    row.content = personal.rewrap(row.content, row=row.row)
    row.save(update_fields=["sealed", "wrapped_key", "master"])
    return True
