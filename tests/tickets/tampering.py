"""What only someone can do who holds the owner's log-in and takes the guards of the record away."""

import json
from typing import Any

from django.db import connections

from tickets import record
from tickets.journal import chain
from tickets.journal.chain import Entry, Subject

TABLES = ("journalentry", "leaf", "tile", "checkpoint")
REPLACE = """
UPDATE tickets_journalentry SET text = %s, previous = %s, digest = %s
WHERE subject = %s AND subject_id = %s AND number = %s"""
INSERT = """
INSERT INTO tickets_journalentry (text, previous, digest, subject, subject_id, number, kind)
VALUES (%s, %s, %s, %s, %s, %s, %s)"""


def as_owner(statement: str, *parameters: object) -> None:
    """Run a statement, or several without parameters, with every trigger disabled."""
    with connections["owner"].cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"ALTER TABLE tickets_{table} DISABLE TRIGGER USER")
        for one in [statement] if parameters else statement.split(";"):
            cursor.execute(one, parameters)
        for table in TABLES:
            cursor.execute(f"ALTER TABLE tickets_{table} ENABLE TRIGGER USER")


def insert(entry: Entry) -> None:
    """Add an entry that nothing waits to seal."""
    as_owner(INSERT, *_values(entry), entry.kind)


def rewrite(subject: Subject, subject_id: int, number: int, data: dict[str, Any], *, rest: bool) -> None:
    """Give an entry other data and the digest of its new text, and link the rest of its chain to it as well."""
    previous = chain.GENESIS
    for entry in record.entries(subject, subject_id):
        if entry.number == number or (rest and entry.number > number):
            fields = json.loads(entry.text)
            text = chain.canonical(fields | {"data": data} if entry.number == number else fields)
            entry = Entry(subject, subject_id, entry.number, entry.kind, text, previous, chain.digest(previous, text))
            as_owner(REPLACE, *_values(entry))
        previous = entry.digest


def _values(entry: Entry) -> tuple[object, ...]:
    return entry.text, entry.previous, entry.digest, entry.subject, entry.subject_id, entry.number
