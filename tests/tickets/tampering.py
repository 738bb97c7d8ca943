"""A sealed log, and what only someone can do who holds the owner's log-in and takes the guards of the record away."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connections, transaction

from tests.tickets import sealed
from tickets import record
from tickets.journal import chain
from tickets.journal.chain import Entry, Subject
from tickets.seal.sealer import seal_once

SIGNED = (3, 303, 305, 307)  # sizes of the honest log's checkpoints
TABLES = ("journalentry", "leaf", "tile", "checkpoint", "prizetable", "prizetier")
REPLACE = """
UPDATE tickets_journalentry SET text = %s, previous = %s, digest = %s
WHERE subject = %s AND subject_id = %s AND number = %s"""
INSERT = """
INSERT INTO tickets_journalentry (text, previous, digest, subject, subject_id, number, kind)
VALUES (%s, %s, %s, %s, %s, %s, %s)"""


def honest_log() -> None:
    """305 entries of game 7, then two of game 8: one full tile, four checkpoints, nothing waiting."""
    for count, game in ((3, 7), (300, 7), (2, 7), (2, 8)):
        with transaction.atomic():
            sealed.write(count, game)
        seal_once(sealed.signer())


def six_games() -> None:
    """Two entries of each of the games 1 to 6, sealed game by game; nothing waits."""
    for game in range(1, 7):
        with transaction.atomic():
            sealed.write(2, game)
        seal_once(sealed.signer())


def as_owner(statement: str) -> None:
    """Run some statements with every trigger disabled."""
    with _unguarded() as cursor:
        for one in statement.split(";"):
            cursor.execute(one)


def insert(entry: Entry) -> None:
    """Add an entry that nothing waits to seal."""
    with _unguarded() as cursor:
        cursor.execute(INSERT, (*_values(entry), entry.kind))


def rewrite(subject: Subject, subject_id: int, number: int, data: dict[str, Any], *, rest: bool) -> None:
    """Give an entry other data and the digest of its new text, and link the rest of its chain to it as well."""
    previous, rewritten = chain.GENESIS, []
    for entry in record.entries(subject, subject_id):
        if entry.number == number or (rest and entry.number > number):
            fields = json.loads(entry.text)
            text = chain.canonical(fields | {"data": data} if entry.number == number else fields)
            entry = Entry(subject, subject_id, entry.number, entry.kind, text, previous, chain.digest(previous, text))
            rewritten.append(_values(entry))
        previous = entry.digest
    with _unguarded() as cursor:
        cursor.executemany(REPLACE, rewritten)


@contextmanager
def _unguarded() -> Iterator[Any]:
    with transaction.atomic("owner"), connections["owner"].cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"ALTER TABLE tickets_{table} DISABLE TRIGGER USER")
        yield cursor
        for table in TABLES:
            cursor.execute(f"ALTER TABLE tickets_{table} ENABLE TRIGGER USER")


def _values(entry: Entry) -> tuple[object, ...]:
    return entry.text, entry.previous, entry.digest, entry.subject, entry.subject_id, entry.number
