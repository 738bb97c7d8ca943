"""Terminals: made with a token that is shown once, recognised by it, revoked (art. 4.3, 5.2)."""

import hashlib
import hmac
import secrets
import uuid

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from payouts.models import Desk, Teller, Terminal


@transaction.atomic(durable=True)
def make(*, desk_id: int, name: str) -> tuple[Terminal, str]:
    """A terminal of this desk, and its token. Raises Desk.DoesNotExist.

    It has a user of its own, so that payments and journal name it as they name a person. That user is inactive and
    has no password: nobody can sign in as it, and it has no permission whatever it is given.
    """
    desk, token, key = Desk.objects.get(pk=desk_id), secrets.token_urlsafe(32), uuid.uuid4()
    user = User.objects.create_user(f"terminal-{key}", first_name=name, is_active=False)
    teller = Teller.objects.create(user=user, desk=desk)
    terminal = Terminal.objects.create(
        id=key, teller=teller, name=name, digest=_digest(token), created_at=timezone.now()
    )
    return terminal, token


@transaction.atomic(durable=True)
def revoke(*, terminal_id: uuid.UUID) -> Terminal:
    """From now on its token is unknown; a second time changes nothing. Raises Terminal.DoesNotExist."""
    terminal = Terminal.objects.select_for_update(of=("self",)).get(pk=terminal_id)
    if terminal.revoked_at is None:
        terminal.revoked_at = timezone.now()
        terminal.save(update_fields=["revoked_at"])
    return terminal


def bearer(token: str) -> Teller | None:
    """Who pays when this token is shown; None for one that is unknown or revoked."""
    digest = _digest(token)
    terminals = Terminal.objects.select_related("teller__desk", "teller__user")
    terminal = terminals.filter(digest=digest, revoked_at=None).first()
    if terminal is None or not hmac.compare_digest(bytes(terminal.digest), digest):
        return None
    return terminal.teller


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()
