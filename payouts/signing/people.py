"""What an account is for: its desk, whether it needs a second factor and has one, where its work begins."""

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.models import AnonymousUser, User
from django.urls import reverse

from payouts.models import Desk

FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)  # recovery codes only stand in for one of these
CAISSE = "/caisse/"


def desk_of(user: User) -> Desk | None:
    """The desk where someone pays, if they belong to one."""
    return user.teller.desk if hasattr(user, "teller") else None


def needs_second_factor(user: User) -> bool:
    """True in payment centres and for whoever enters the admin; a point of sale may do without."""
    desk = desk_of(user)
    return user.is_staff or (desk is not None and desk.is_centre)


def has_second_factor(user: User) -> bool:
    return bool(is_mfa_enabled(user, FACTORS))


def home_of(user: User | AnonymousUser) -> str:
    """Where someone goes who asked for no page: a desk's people to it, other staff to the admin."""
    admin_only = user.is_staff and not hasattr(user, "teller")
    return reverse("admin:index") if admin_only else CAISSE
