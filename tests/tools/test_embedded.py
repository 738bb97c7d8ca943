"""The embedded servers' life: shared while somebody works, gone with the last one, adopted after a crash."""

import contextlib
import os
import signal
import tempfile
import time

import pytest

from tests import forms
from tests.tools.workers import answers, places_of, servers_in
from tools import secrets


@pytest.mark.parametrize("number", [None, signal.SIGTERM, *forms.in_soak(signal.SIGINT, signal.SIGHUP)])
def test_the_last_process_to_end_leaves_no_server_behind(checkout, number, work):
    worker = work(checkout).ready()
    data = places_of(checkout).data
    assert len(servers_in(data)) == 2
    worker.end(number)
    assert not servers_in(data)
    assert not places_of(checkout).sockets.exists()


def test_an_impatient_second_interrupt_does_not_cut_the_stop_short(checkout, work):
    worker = work(checkout).ready()
    for _ in range(20):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(worker.process.pid, signal.SIGINT)
        time.sleep(0.01)
    worker.end()
    assert not servers_in(places_of(checkout).data)


def test_after_a_kill_the_next_start_adopts_the_servers_and_stops_them(checkout, work):
    work(checkout).ready().end(signal.SIGKILL)
    data = places_of(checkout).data
    orphans = servers_in(data)
    assert len(orphans) == 2
    adopter = work(checkout).ready()
    assert servers_in(data) == orphans
    assert answers(adopter)
    adopter.end()
    assert not servers_in(data)


def test_after_the_server_itself_was_killed_the_next_start_recovers(checkout, work):
    first = work(checkout).ready()
    data = places_of(checkout).data
    for pid in servers_in(data):
        os.kill(pid, signal.SIGKILL)
    first.end(signal.SIGKILL)
    second = work(checkout).ready()
    assert answers(second)
    second.end()
    assert not servers_in(data)


def test_two_processes_starting_at_once_share_the_servers_and_the_last_one_stops_them(checkout, work):
    workers = [work(checkout) for _ in range(2)]
    first, second = (worker.ready() for worker in workers)
    data = places_of(checkout).data
    assert len(servers_in(data)) == 2
    first.end(signal.SIGTERM)
    assert answers(second)
    second.end(signal.SIGTERM)
    assert not servers_in(data)


def test_a_child_keeps_its_parent_s_addresses_and_theservers_in(checkout, work):
    parent = work(checkout).ready()
    given = {"DATABASE_URL": "postgresql://a@/clone", "REDIS_URL": parent.environment["REDIS_URL"]}
    child = work(checkout, ILLIKO_EMBEDDED="1", **given).ready()
    assert child.environment["DATABASE_URL"] == "postgresql://a@/clone"
    parent.end(signal.SIGTERM)
    assert len(servers_in(places_of(checkout).data)) == 2
    child.end()
    assert not servers_in(places_of(checkout).data)


def test_given_addresses_start_nothing_and_bring_no_secret(tmp_path, work):
    given = {"DATABASE_URL": "postgresql://a@db/b", "REDIS_URL": "redis://cache"}
    worker = work(tmp_path, SECRET_KEY="given", **given).ready()
    worker.end()
    assert worker.environment | given == worker.environment
    assert worker.environment["SECRET_KEY"] == "given"
    assert "ILLIKO_EMBEDDED" not in worker.environment
    assert not list(tmp_path.iterdir())


def test_a_given_database_never_meets_the_demonstration_s_secrets(checkout, work):
    worker = work(checkout, DATABASE_URL="postgresql://a@db/b").ready()
    worker.end()
    demonstration = secrets.load(checkout / "var" / "secrets.env").values()
    assert not set(demonstration) & set(worker.environment.values())
    assert worker.environment["REDIS_URL"].startswith("unix:")


def test_a_stranger_s_folder_in_place_of_the_sockets_is_refused_in_one_line(checkout, work):
    work(checkout).ready().end()
    sockets = places_of(checkout).sockets
    sockets.symlink_to(tempfile.gettempdir())
    try:
        status, complaint = work(checkout).end()
    finally:
        sockets.unlink()
    assert status == 1
    assert complaint.count("\n") == 1
    assert str(sockets) in complaint
