"""Records once in the journal that a play ran out of its thirty days (art. 3.3.8)."""

import uuid

from django.db import transaction
from django.utils import timezone

from games.models import Play
from tickets import record
from tickets.journal import chain
from tickets.journal.chain import Subject


def expire_plays() -> int:
    """Record every expiry not recorded yet, each in its own transaction; returns how many."""
    due = Play.objects.expired(timezone.now()).filter(expiry_recorded=False)
    return sum(expire_play(play_id=play_id) for play_id in due.values_list("id", flat=True).iterator())


@transaction.atomic(durable=True)
def expire_play(*, play_id: uuid.UUID) -> bool:
    """Record the expiry of one play; False when it isn't due or was recorded meanwhile."""
    at = timezone.now()
    due = Play.objects.expired(at).filter(expiry_recorded=False)
    play = due.select_for_update(of=("self",)).filter(pk=play_id).first()
    if play is None:
        return False
    data = {"play": str(play.id), "step": play.step, "deadline": chain.stamp(play.deadline), "amount": 0}
    play.entries, play.head = record.append(
        Subject.TICKET, play.ticket_id, "expire", data, at=at, after=play.chain_head
    )
    play.expiry_recorded = True
    play.save(update_fields=["expiry_recorded", "entries", "head"])
    return True
