"""Fills a scratch database with plays of As Capone just started, each held by a session of its own."""

import json
import os
import sys
import tempfile
import uuid
from pathlib import Path
from typing import Any

HELD = Path(tempfile.gettempdir()) / f"illikolive-bench-{os.getuid()}.json"  # session key of each play, by number


def play_id(number: int) -> uuid.UUID:
    """The plays of the bench are numbered, so that pgbench can name them too."""
    return uuid.UUID(f"00000000-0000-4000-8000-{number:012x}")


def held() -> list[str]:
    """The session key of each play, by its number."""
    sessions: list[str] = json.loads(HELD.read_text())
    return sessions


def make(count: int) -> None:
    """Tickets, their plays with a start entry, and sessions that hold them."""
    from django.utils import timezone

    from games.models import Play
    from office.demonstration import load_offer
    from tickets.models import Block, Booklet, JournalEntry, Ticket

    emission = next(one for one in load_offer() if one.game.slug == "as_capone")
    block = Block.objects.create(
        emission=emission, number=1, pepper_key=1, root=b"", print_digest=b"", issued_at=timezone.now()
    )
    Booklet.objects.bulk_create((Booklet(key=number, block=block) for number in range(count)), batch_size=1000)
    tickets = (Ticket(number=n, booklet_id=n, lookup=n.to_bytes(32), sealed_tier=b"") for n in range(count))
    Ticket.objects.bulk_create(tickets, batch_size=1000)
    tier = emission.prize_table.tiers.get(position=8)
    plays, entries = zip(*(_started(tier, number) for number in range(count)), strict=True)
    JournalEntry.objects.bulk_create(entries, batch_size=1000)
    Play.objects.bulk_create(plays, batch_size=1000)
    HELD.write_text(json.dumps([_held(play.id) for play in plays]))


def _started(tier: Any, number: int) -> tuple[Any, Any]:
    """A play and its start entry, as the code form makes them."""
    import msgspec
    from django.utils import timezone

    from games.models import Play
    from tickets import calendar
    from tickets.journal import chain
    from tickets.models import JournalEntry

    at = timezone.now()
    play = Play(id=play_id(number), ticket_id=number, tier=tier, started_at=at, deadline=calendar.play_deadline(at))
    play.state = msgspec.to_builtins(play.game.rules.start())
    data = {"play": str(play.id), "lots": play.lots}
    entry = chain.make(chain.Subject.TICKET, number, 1, "start", data, at=at, previous=chain.GENESIS)
    play.entries, play.head = 1, entry.digest
    return play, JournalEntry.of(entry)


def _held(play: uuid.UUID) -> str:
    from django.contrib.sessions.backends.db import SessionStore

    from games.holding import HOLDER, KEY

    session = SessionStore()
    session[KEY], session[HOLDER] = [str(play)], "bench"
    session.create()
    return str(session.session_key)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "illikolive.settings")
    django.setup()
    make(int(sys.argv[1]))
