"""A sign-in within a browser's session: it ends after twelve hours, while the plays held beside it stay."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from allauth.account.authentication import get_authentication_records
from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.models import User
from django.http import HttpRequest

from games.holding import HOLDER, KEY

LASTS = 12 * 3600  # seconds, however busy
BEGUN = "signed_in_at"  # the session's: seconds since the epoch


@contextmanager
def plays_kept(request: HttpRequest) -> Iterator[None]:
    """Give the session its plays back when Django empties it: they belong to the browser, not to who signs in."""
    kept = {name: request.session[name] for name in (KEY, HOLDER) if name in request.session}
    yield
    for name, value in kept.items():
        request.session.setdefault(name, value)


def begin(request: HttpRequest) -> None:
    request.session[BEGUN] = int(time.time())


def end(request: HttpRequest) -> None:
    """Sign out: a new key, an empty session but for the plays held."""
    with plays_kept(request):
        logout(request)


def age(request: HttpRequest) -> float:
    """Seconds since the sign-in; endless when that time is not known."""
    begun: float = request.session.get(BEGUN, float("-inf"))
    return time.time() - begun


def is_over(request: HttpRequest) -> bool:
    return age(request) >= LASTS


def is_fresh(request: HttpRequest) -> bool:
    """True within the minutes in which nothing more is asked before second factors are changed."""
    return age(request) < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT


def user_of(request: HttpRequest) -> User | None:
    """Who is signed in; a changed password has ended the sign-in by then (Django empties such a session)."""
    with plays_kept(request):
        return request.user if request.user.is_authenticated else None


def second_factor_shown(request: HttpRequest, user: User) -> bool:
    """True when this session was signed in, confirmed or set up with a second factor of this person."""
    return any(one["method"] == "mfa" for one in get_authentication_records(request, user))


def show_second_factor(request: HttpRequest, user: User, kind: Authenticator.Type) -> None:
    """Remember that one was shown, as signing in with it would."""
    record_authentication(request, user, "mfa", type=kind)
