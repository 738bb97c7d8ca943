"""django-allauth's pages, where this site's differ from them."""

from typing import Any

from allauth.account.views import PasswordChangeView
from allauth.mfa.base.views import IndexView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import ViewRecoveryCodesView
from allauth.mfa.totp.views import ActivateTOTPView
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render

from games import attempts
from payouts.signing import people, sessions


class _Onward:
    """Tells a page where the person's work is, and whether they need a second factor for it."""

    request: HttpRequest

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        context: dict[str, Any] = super().get_context_data(**kwargs)  # type: ignore[misc]
        user = self.request.user
        assert user.is_authenticated
        return context | {"home": people.home_of(user), "required": people.needs_second_factor(user)}


class Index(_Onward, IndexView):
    """The account's second factors."""


class RecoveryCodes(_Onward, ViewRecoveryCodesView):
    """The recovery codes, shown once."""


class ActivateTOTP(ActivateTOTPView):
    """Setting up an application; its first code is a second factor shown."""

    def form_valid(self, form: Form) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        sessions.show_second_factor(self.request, self.request.user, Authenticator.Type.TOTP)
        return response


class AddPasskey(AddWebAuthnView):
    """Adding a passkey; the one just made is a second factor shown."""

    def form_valid(self, form: Form) -> HttpResponse:
        response: HttpResponse = super().form_valid(form)
        sessions.show_second_factor(self.request, self.request.user, Authenticator.Type.WEBAUTHN)
        return response


class ChangePassword(PasswordChangeView):
    """Changing one's password, which signs out everywhere."""

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """An account without a password, opened by passkey alone, gets one from an administrator."""
        if request.user.is_authenticated and not request.user.has_usable_password():
            messages.error(request, "Ce compte n’a pas de mot de passe. Un administrateur peut lui en donner un.")
            return redirect("mfa_index")
        response: HttpResponseBase = super().dispatch(request, *args, **kwargs)
        return response


def too_many(request: HttpRequest) -> HttpResponse:
    """The answer to who signs in too often."""
    return attempts.slowed(render(request, "account/too_many.html", status=429))
