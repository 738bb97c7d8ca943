"""What an account is for: its desk, whether it needs a second factor and has one, where its work begins."""

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.contrib.auth.models import AnonymousUser, User
from django.urls import reverse

from payouts.models import Desk

FACTORS = (Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN)  # recovery codes only stand in for one of these
CAISSE = "/caisse/"
SEND = "payouts.send_transfers"
CANCEL = "payouts.cancel_payment"


def desk_of(user: User) -> Desk | None:
    """The desk where someone pays, if they belong to one."""
    return user.teller.desk if hasattr(user, "teller") else None


def sends_transfers(user: User | AnonymousUser) -> bool:
    """True for who releases and downloads the files of transfers, at a desk or not."""
    return user.has_perm(SEND)


def needs_second_factor(user: User) -> bool:
    """True in payment centres, for who cancels payments, sends transfers or enters the admin; others may do without."""
    desk = desk_of(user)
    return user.is_staff or (desk is not None and desk.is_centre) or sends_transfers(user) or user.has_perm(CANCEL)


def has_second_factor(user: User) -> bool:
    return bool(is_mfa_enabled(user, FACTORS))


def home_of(user: User | AnonymousUser) -> str:
    """Where someone goes who asked for no page: a desk's people to it, others to the admin or the transfers."""
    if hasattr(user, "teller"):
        return CAISSE
    if user.is_staff:
        return reverse("admin:index")
    return reverse("payouts:transfers") if sends_transfers(user) else CAISSE
