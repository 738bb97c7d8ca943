"""Erases what payouts/retention.py no longer lets be kept; what has to be run daily (art. 5.3.3, 6)."""

import logging
import uuid
from collections.abc import Callable
from datetime import date, datetime
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from payouts import personal
from payouts.chaining import Locked, lock
from payouts.models import Winner
from payouts.retention import Part
from tickets.calendar import paris_day

logger = logging.getLogger(__name__)


class Count(NamedTuple):
    """Of how many winners the details went, or all; whose key is under the newest master key now; who can't be read."""

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
    unreadable = sum(isinstance(one, personal.Unreadable) for one in done)
    return Count(done.count(Part.DETAILS), done.count(Part.ALL), done.count(True), unreadable)


def _look_after(winner: Winner, today: date) -> Part | bool | None:
    """What went of this winner, or whether their key was wrapped anew."""
    if winner.keeping.due(today, reduced=winner.reduced_at is not None):
        return erase_winner(winner_id=winner.id)
    if winner.erase_on != winner.next_erasure:
        Winner.objects.known().filter(pk=winner.id).update(erase_on=winner.next_erasure)
    return winner.master != settings.PERSONAL_KEYS[-1][0] and _rewrap(winner.id)


@transaction.atomic(durable=True)
def erase_winner(*, winner_id: uuid.UUID) -> Part | None:
    """Erase what is due today of one winner, and journal it; None when nothing is, or it went meanwhile."""
    at = timezone.now()
    locked, winner = lock_winner(winner_id)
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

    What stays is sealed anew: the key that opened what goes leaves with it. `tell` gives what else the journal says,
    under the key that stays, or before it goes. Raises personal.Unreadable.
    """
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
    locked.note("erase", entry, at=at)


@transaction.atomic(durable=True)
def _rewrap(winner_id: uuid.UUID) -> bool:
    winner = Winner.objects.known().select_for_update(of=("self",)).filter(pk=winner_id).first()
    if winner is None:
        return False
    winner.content = personal.rewrap(winner.content, row=winner.row)
    winner.save(update_fields=["sealed", "wrapped_key", "master"])
    return True
