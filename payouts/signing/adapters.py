"""What django-allauth asks of the site: no sign-up, no e-mail, addresses read as elsewhere, factors kept encrypted."""

import base64
import secrets

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games import attempts
from payouts.signing import people, sessions

SITE = "ILLIKO LIVE"


class Accounts(DefaultAccountAdapter):
    """Accounts are given by an administrator; a sign-in leaves the plays of its browser alone."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": "L’identifiant ou le mot de passe n’est pas le bon.",
        "too_many_login_attempts": "Trop d’essais. Attendez cinq minutes, puis réessayez.",
        "rate_limited": "Trop d’essais. Attendez cinq minutes, puis réessayez.",
        "incorrect_password": "Ce n’est pas votre mot de passe.",
        "enter_current_password": "Ce n’est pas votre mot de passe actuel.",
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that attempts are counted by, an IPv6 /64 as one."""
        return attempts.network(request)

    def get_login_stages(self) -> list[str]:
        return ["allauth.mfa.stages.AuthenticateStage"]

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        """Only a passkey comes here: with a password, a closed account is answered as an unknown one."""
        messages.error(request, "Ce compte est fermé.")
        return redirect("account_login")

    def login(self, request: HttpRequest, user: User) -> None:
        with sessions.plays_kept(request):
            super().login(request, user)
        sessions.begin(request)

    def logout(self, request: HttpRequest) -> None:
        sessions.end(request)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        return people.home_of(request.user)

    def get_logout_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account_login")

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return reverse("account_login")

    def is_reauthentication_required(self, *, app: str, **kwargs: object) -> bool:
        """False for some minutes after the sign-in, which asked for as much."""
        return super().is_reauthentication_required(app=app) and not sessions.is_fresh(context.request)

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, str]]:
        """A second factor, from whoever has one: a password alone must not undo it. Theirs comes before its codes."""
        methods = super().get_reauthentication_methods(user)
        factors = [one for one in methods if one["id"] != "reauthenticate"]
        if factors and not Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists():
            factors.reverse()
        return factors or methods


class Factors(DefaultMFAAdapter):
    """Second factors named in plain French; the secrets of applications and recovery codes are encrypted."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": "Code ou clé refusés. Un code ne sert qu’une fois : attendez le suivant, puis réessayez.",
    }

    def get_totp_label(self, user: User) -> str:
        return user.get_username()

    def get_totp_issuer(self) -> str:
        return SITE

    def build_totp_svg(self, url: str) -> str:
        """The QR to put in a page: without the XML declaration of a file."""
        svg: str = super().build_totp_svg(url)
        return svg[svg.index("<svg") :]

    def generate_authenticator_name(self, user: User, type: Authenticator.Type) -> str:
        return f"Clé {Authenticator.objects.filter(user=user, type=type).count() + 1}"

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        return {**super().get_public_key_credential_rp_entity(), "name": SITE}

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, str | bytes]:
        name = user.get_username()
        kept = super().get_public_key_credential_user_entity(user)
        return {**kept, "name": name, "display_name": user.get_full_name() or name}

    def encrypt(self, text: str) -> str:
        return _box().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """What was encrypted; once the key is lost, a secret that nobody has, so that no code is right."""
        try:
            return _box().decrypt(encrypted_text).decode()
        except InvalidToken:
            return base64.b32encode(secrets.token_bytes(20)).decode()


def _box() -> MultiFernet:
    return MultiFernet([Fernet(_derived(key)) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)])


def _derived(key: str) -> bytes:
    derived = HKDF(SHA256(), 32, salt=None, info=b"illiko second factors").derive(key.encode())
    return base64.urlsafe_b64encode(derived)
