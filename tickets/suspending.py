"""Suspending a game or the whole site, and lifting it (art. 8.2); both are journalled."""

from django.db import transaction
from django.utils import timezone

from tickets import record
from tickets.journal.chain import Subject
from tickets.models import Game, Suspension

WHOLE_SITE = 0  # the site's id as a subject


@transaction.atomic
def suspend(*, game: Game | None, message: str) -> Suspension:
    """Refuse starts and steps of `game` (None: of every game) with `message`, in French, until it is lifted.

    Raises IntegrityError when a suspension of the same is in force.
    """
    at = timezone.now()
    suspension = Suspension.objects.create(game=game, message=message, since=at)
    record.note(*_subject(game), "suspend", {"message": message}, at=at)
    return suspension


@transaction.atomic
def lift(*, suspension_id: int) -> Suspension:
    """Let plays go on; the thirty days of nobody are extended by this. Raises Suspension.DoesNotExist."""
    suspension = (
        Suspension.objects.in_force().select_related("game").select_for_update(of=("self",)).get(pk=suspension_id)
    )
    suspension.lifted_at = timezone.now()
    suspension.save(update_fields=["lifted_at"])
    record.note(*_subject(suspension.game), "lift", {}, at=suspension.lifted_at)
    return suspension


def _subject(game: Game | None) -> tuple[Subject, int]:
    return (Subject.GAME, game.id) if game else (Subject.SITE, WHOLE_SITE)
