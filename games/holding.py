"""Which plays this browser holds: those whose code was entered here and that were not left since (art. 3.3.7)."""

import secrets
import uuid

from django.contrib.sessions.backends.base import SessionBase
from django.http import Http404, HttpRequest

KEY, HOLDER = "plays", "holder"  # the session's: the plays, and a name for this browser that outlives the key


def hold(request: HttpRequest, play_id: uuid.UUID) -> None:
    """Hold a play; the session gets a new key, so that one known beforehand holds nothing."""
    held = [one for one in request.session.get(KEY, []) if one != str(play_id)]
    request.session.cycle_key()
    request.session[KEY] = [str(play_id), *held]
    request.session.setdefault(HOLDER, secrets.token_hex(8))


def leave(request: HttpRequest, play_id: uuid.UUID) -> None:
    request.session[KEY] = [one for one in request.session.get(KEY, []) if one != str(play_id)]


def holder_of(session: SessionBase, play_id: uuid.UUID) -> str:
    """The name of the browser when its session holds the play, nothing otherwise."""
    return session.get(HOLDER, "") if str(play_id) in session.get(KEY, []) else ""


def held(request: HttpRequest) -> list[uuid.UUID]:
    """The plays held, the latest entered first."""
    return [uuid.UUID(one) for one in request.session.get(KEY, [])]


def check_held(request: HttpRequest, play_id: uuid.UUID) -> None:
    """Raise Http404 to strangers."""
    if str(play_id) not in request.session.get(KEY, []):
        raise Http404("Cette partie n’est pas ouverte dans ce navigateur.")
