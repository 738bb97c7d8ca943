"""The journal's table, on real PostgreSQL: entries are added, in order and true to themselves, and never changed."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.db.utils import DatabaseError, DataError, IntegrityError, ProgrammingError

from tickets import record
from tickets.journal import chain
from tickets.journal.chain import Entry, Subject
from tickets.models import JournalEntry
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
AT = datetime(2027, 3, 1, 12, tzinfo=UTC)
CHANGES = (
    "UPDATE tickets_journalentry SET kind = 'other'",
    "UPDATE tickets_journalentry SET text = text",
    "DELETE FROM tickets_journalentry",
    "TRUNCATE tickets_journalentry",
)


def written(*words: str) -> list[Entry]:
    """A short chain about one game."""
    for word in words:
        record.append(Subject.GAME, 7, "note", {"word": word}, at=AT)
    return record.entries(Subject.GAME, 7)


def insert(entry: Entry) -> None:
    with transaction.atomic():
        JournalEntry.of(entry).save(force_insert=True)


def run(*statements: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def made(number: int, previous: bytes, **other: Any) -> Entry:
    fields = {"subject": Subject.GAME, "subject_id": 7, "kind": "note", "data": {}, "at": AT} | other
    return chain.make(number=number, previous=previous, **fields)


def test_entries_come_back_as_they_were_made() -> None:
    """Art. 4.3.6."""
    entries = written("one", "deux", "œuf d’or")
    chain.check(entries)
    assert [entry.number for entry in entries] == [1, 2, 3] and '"œuf d’or"' in entries[2].text
    assert record.head(Subject.GAME, 7) == (3, entries[2].digest)
    assert verify()[:2] == (3, 1)


@pytest.mark.parametrize("change", CHANGES)
def test_the_application_may_not_change_entries(change: str) -> None:
    entries = written("one", "two")
    with (
        pytest.raises(ProgrammingError, match="permission denied"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(change)
    assert record.entries(Subject.GAME, 7) == entries
    verify()


@pytest.mark.parametrize("change", CHANGES)
def test_the_database_refuses_changes_even_from_its_owner(change: str, cloned_db: str) -> None:
    entries = written("one", "two")
    with connections["owner"].cursor() as cursor, pytest.raises(ProgrammingError, match="is refused"):
        cursor.execute(change)
    assert record.entries(Subject.GAME, 7) == entries
    verify()


@pytest.mark.parametrize(
    "attempt",
    [
        "ALTER TABLE tickets_journalentry DISABLE TRIGGER ALL",
        "DROP TRIGGER tickets_journal_check ON tickets_journalentry",
        "CREATE OR REPLACE FUNCTION tickets_journal_refuse() RETURNS trigger LANGUAGE sql AS ''",
        "DROP TABLE tickets_journalentry",
        "ALTER TABLE tickets_journalentry OWNER TO CURRENT_USER",
        "SET session_replication_role = replica",
        "GRANT UPDATE ON tickets_journalentry TO CURRENT_USER",
    ],
)
def test_the_application_cannot_take_the_guards_away(attempt: str) -> None:
    written("one")
    with pytest.raises(DatabaseError):
        run(attempt, CHANGES[0])
    verify()


def test_a_number_is_taken_once() -> None:
    one, _two = written("one", "two")
    with pytest.raises(IntegrityError):
        insert(made(2, one.digest))
    verify()


def test_two_who_follow_the_same_entry_are_told_apart() -> None:
    """The second to commit finds its number taken."""
    written("one")
    head = record.head(Subject.GAME, 7)
    record.append(Subject.GAME, 7, "note", {}, at=AT, after=head)
    with pytest.raises(IntegrityError), transaction.atomic():
        record.append(Subject.GAME, 7, "note", {}, at=AT, after=head)
    verify()


@pytest.mark.parametrize("number", [0, 1, 4])
def test_an_entry_follows_the_last_one(number: int) -> None:
    two = written("one", "two")[-1]
    entry = replace(made(3, two.digest), number=number)
    with pytest.raises(DatabaseError):
        insert(entry)
    verify()


def test_an_entry_is_linked_to_the_one_before() -> None:
    one, _two = written("one", "two")
    for previous in (one.digest, chain.GENESIS, bytes(31)):
        entry = made(3, one.digest)
        with pytest.raises(ProgrammingError, match="does not follow"):
            insert(replace(entry, previous=previous, digest=chain.digest(previous, entry.text)))
    verify()


def test_a_first_entry_is_linked_to_nothing() -> None:
    entry = made(1, chain.GENESIS)
    previous = bytes([1]) * 32
    with pytest.raises(ProgrammingError, match="does not follow"):
        insert(replace(entry, previous=previous, digest=chain.digest(previous, entry.text)))


@pytest.mark.parametrize("digest", [bytes(32), b"", bytes(33)])
def test_a_wrong_digest_is_refused(digest: bytes) -> None:
    with pytest.raises(ProgrammingError, match="digest"):
        insert(replace(made(1, chain.GENESIS), digest=digest))


@pytest.mark.parametrize(
    "claim",
    [{"number": 2}, {"kind": "other"}, {"subject_id": 8}, {"subject": Subject.EMISSION}],
    ids=lambda claim: next(iter(claim)),
)
def test_a_text_about_something_else_is_refused(claim: dict[str, Any]) -> None:
    text = made(**({"number": 1, "previous": chain.GENESIS} | claim)).text
    with pytest.raises(ProgrammingError, match="not its own"):
        insert(replace(made(1, chain.GENESIS), text=text, digest=chain.digest(chain.GENESIS, text)))


@pytest.mark.parametrize("text", ["", "{", "not json", '{"a":"\\u0000"}'])
def test_a_text_that_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(DataError):
        insert(replace(made(1, chain.GENESIS), text=text, digest=chain.digest(chain.GENESIS, text)))


def test_chains_do_not_mix() -> None:
    written("one", "two")
    record.append(Subject.GAME, 8, "note", {}, at=AT)
    record.append(Subject.SITE, 7, "note", {}, at=AT)
    assert [entry.number for entry in record.entries(Subject.GAME, 8)] == [1]
    assert verify()[:2] == (4, 3)


def test_a_temporary_table_of_the_same_name_does_not_stand_in_for_the_journal() -> None:
    """The check reads the real table, whatever the session's own tables are called."""
    written("one")
    columns = "(subject int, subject_id bigint, number int, digest bytea)"
    forged = chain.make(Subject.GAME, 7, 3, "two", {}, at=AT, previous=bytes(32))
    with connection.cursor() as cursor:
        cursor.execute(f"CREATE TEMP TABLE tickets_journalentry {columns}")
        cursor.execute("INSERT INTO pg_temp.tickets_journalentry VALUES (6, 7, 2, %s)", [bytes(32)])
    with pytest.raises(DatabaseError, match="does not follow"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO public.tickets_journalentry VALUES (6, 7, 3, 'two', %s, %s, %s)",
            [forged.text, forged.previous, forged.digest],
        )
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE pg_temp.tickets_journalentry")
