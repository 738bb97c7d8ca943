"""Suspending a game or the whole site, and lifting it (art. 8.2); both are journalled."""

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from tickets import record
from tickets.journal.chain import Subject
from tickets.models import Game, Suspension

PERMISSION = "tickets.suspend_game"
WHOLE_SITE = 0  # the site's id as a subject


class SuspensionRefused(Exception):
    """It can't be suspended or lifted; `message` says why, in French."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@transaction.atomic
def suspend(*, game: Game | None, message: str, by: User) -> Suspension:
    """Refuse starts and steps of `game` (None: of every game) with `message`, in French, until it is lifted.

    Raises SuspensionRefused, also when a suspension of the same is in force.
    """
    _refuse(by)
    if not message.strip():
        raise SuspensionRefused("Écrivez ce que les joueurs doivent savoir.")
    at = timezone.now()
    try:
        with transaction.atomic():
            suspension = Suspension.objects.create(game=game, message=message.strip(), since=at, by=by)
    except IntegrityError as error:
        what = "Ce jeu" if game else "Tout le site"
        raise SuspensionRefused(f"{what} est déjà suspendu.") from error
    record.note(*_subject(game), "suspend", {"message": suspension.message, "by": by.pk}, at=at)
    return suspension


@transaction.atomic
def lift(*, suspension_id: int, by: User) -> Suspension:
    """Let plays go on; the thirty days of nobody are extended by this.

    Raises SuspensionRefused, Suspension.DoesNotExist.
    """
    _refuse(by)
    suspension = Suspension.objects.select_related("game").select_for_update(of=("self",)).get(pk=suspension_id)
    if suspension.lifted_at is not None:
        raise SuspensionRefused("Cette suspension est déjà levée.")
    suspension.lifted_at, suspension.lifted_by = timezone.now(), by
    suspension.save(update_fields=["lifted_at", "lifted_by"])
    record.note(*_subject(suspension.game), "lift", {"by": by.pk}, at=suspension.lifted_at)
    return suspension


def _refuse(by: User) -> None:
    if not by.has_perm(PERMISSION):
        raise SuspensionRefused("Seul un responsable des émissions suspend un jeu ou le site.")


def _subject(game: Game | None) -> tuple[Subject, int]:
    return (Subject.GAME, game.id) if game else (Subject.SITE, WHOLE_SITE)
