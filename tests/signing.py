"""Signs staff in for a test, with the session that the pages of /compte/ would have made, and no page asked for."""

import time
from importlib import import_module

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.test import Client, RequestFactory

from payouts.signing import sessions


def sign_in(client: Client, user: User, *, second_factor: bool = True) -> Client:
    """Let this client be someone who has just signed in."""
    session = import_module(settings.SESSION_ENGINE).SessionStore()
    fill(session, user, second_factor=second_factor)
    session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    return client


def fill(session: SessionBase, user: User, *, second_factor: bool = True) -> None:
    """Make this the session of someone who has just signed in; their second factor is made where they have none."""
    request = RequestFactory().get("/")
    request.session = session
    login(request, user, settings.AUTHENTICATION_BACKENDS[0])
    sessions.begin(request)
    if second_factor:
        if not Authenticator.objects.filter(user=user).exists():
            add_application(user)
        sessions.show_second_factor(request, user, Authenticator.Type.TOTP)


def add_application(user: User) -> str:
    """Give someone an authentication application; its secret."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    return secret


def code_of(secret: str, at: float | None = None) -> str:
    """What an application shows at a time, now if none is told."""
    return format_hotp_value(hotp_value(secret, int(time.time() if at is None else at) // 30))
