"""Signs someone in for a bench, without a page being asked for."""

from importlib import import_module
from typing import Any


def sign_in(client: Any, user: Any, *, second_factor: bool = False) -> Any:
    """Let this client be someone who has just signed in, with a second factor if told."""
    from allauth.mfa.models import Authenticator
    from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
    from django.conf import settings
    from django.contrib.auth import login
    from django.test import RequestFactory

    from payouts.signing import sessions

    request = RequestFactory().get("/")
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    login(request, user, settings.AUTHENTICATION_BACKENDS[0])
    sessions.begin(request)
    if second_factor:
        TOTP.activate(user, generate_totp_secret())
        sessions.show_second_factor(request, user, Authenticator.Type.TOTP)
    request.session.save()
    client.cookies[settings.SESSION_COOKIE_NAME] = request.session.session_key
    return client
