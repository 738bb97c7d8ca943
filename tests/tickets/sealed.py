"""Journal entries and a sealed log over them, for tests."""

from collections.abc import Iterable
from datetime import UTC, datetime

from django.conf import settings
from django.db import connections

from tickets import record
from tickets.journal.chain import Subject
from tickets.journal.notes import Signer
from tickets.models import Leaf
from tickets.seal.sealer import seal_once

AT = datetime(2027, 3, 1, 12, tzinfo=UTC)


def signer() -> Signer:
    """The key of the tests' settings."""
    return Signer.read(settings.SEAL_KEY)


def write(count: int, game: int = 7) -> None:
    """Add `count` entries to one game's chain."""
    head = record.head(Subject.GAME, game)
    for number in range(count):
        head = record.append(Subject.GAME, game, "note", {"word": str(number)}, at=AT, after=head)


def seal(counts: Iterable[int]) -> None:
    """Write and seal so many entries, again and again."""
    for count in counts:
        write(count)
        assert seal_once(signer()) == count


def forge() -> None:
    """Change the log's second leaf, as who owns the database can."""
    with connections["owner"].cursor() as cursor:
        cursor.execute("ALTER TABLE tickets_leaf DISABLE TRIGGER USER")
        cursor.execute("UPDATE tickets_leaf SET digest = sha256('') WHERE index = 2")


def leaves() -> list[bytes]:
    """The contents of the log's leaves, in order."""
    return [bytes(digest) for digest in Leaf.objects.order_by("index").values_list("digest", flat=True)]


def digests(game: int = 7) -> list[bytes]:
    """The digests of one game's chain, in order."""
    return [entry.digest for entry in record.entries(Subject.GAME, game)]
