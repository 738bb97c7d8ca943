"""Which tickets this session showed number and code of, so that no page carries a code on to the payment."""

from datetime import datetime, timedelta

from django.contrib.sessions.backends.base import SessionBase

KEY = "shown"
FOR = timedelta(minutes=30)
MOST = 20


def keep(session: SessionBase, number: int, at: datetime) -> None:
    """Both were shown and agree."""
    recent = [one for one in session.get(KEY, []) if one[0] != number]
    session[KEY] = [*recent, [number, at.timestamp()]][-MOST:]


def shown(session: SessionBase, number: int, at: datetime) -> bool:
    """True when both were shown not long ago."""
    since = (at - FOR).timestamp()
    return any(one == number and when > since for one, when in session.get(KEY, []))
