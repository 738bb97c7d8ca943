"""Entries of subjects that have no row to lock: one at a time, whoever writes (art. 4.4.2)."""

import threading

import pytest
from django.db import connection, transaction
from django.utils import timezone

from tickets import record
from tickets.journal import chain
from tickets.journal.chain import Subject
from tickets.verifying import verify


@pytest.mark.django_db(transaction=True)
def test_entries_noted_at_once_follow_one_another() -> None:
    failures: list[BaseException] = []

    def write() -> None:
        try:
            for _ in range(5):
                with transaction.atomic():
                    record.note(Subject.SITE, 0, "note", {}, at=timezone.now())
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    writers = [threading.Thread(target=write) for _ in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert failures == [] and len(record.entries(Subject.SITE, 0)) == 20
    verify(blocks=False)


@pytest.mark.django_db
def test_an_entry_for_each_of_several_chains_goes_on_from_where_each_was() -> None:
    record.note(Subject.BOOKLET, 60101000002, "flag", {}, at=timezone.now())
    record.note_all(Subject.BOOKLET, "lift", {60101000003: {"why": "b"}, 60101000002: {"why": "a"}}, at=timezone.now())
    for booklet, kinds in ((60101000002, ["flag", "lift"]), (60101000003, ["lift"])):
        entries = record.entries(Subject.BOOKLET, booklet)
        chain.check(entries)
        assert [entry.kind for entry in entries] == kinds


@pytest.mark.django_db
def test_many_chains_take_few_statements(django_assert_max_num_queries) -> None:
    with django_assert_max_num_queries(5):
        record.note_all(Subject.BOOKLET, "flag", {60101000000 + one: {} for one in range(400)}, at=timezone.now())
