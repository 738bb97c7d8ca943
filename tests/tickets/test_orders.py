"""Blocks asked for: issued once in the background, cancelled without a trace, taken up again after a kill."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection, connections

from office.roles import APPROVER, AUDITOR, ISSUING
from tests.office import staff
from tests.tickets import blocks
from tickets import record
from tickets.issuing import orders, progress
from tickets.issuing.planning import CannotIssue
from tickets.issuing.progress import Made
from tickets.journal.chain import Subject
from tickets.models import Block, BlockOrder, Emission, JournalEntry, Ticket
from tickets.refusals import BlockRefused
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
TICKETS = 3_000
State = BlockOrder.State
# Kills itself as `kill -9` would, once a thousand tickets are made.
DIES = """
import os, signal, sys, django
django.setup()
from tickets.issuing import orders
orders.PAUSE = 0
def tell(made):
    if made:
        os.kill(os.getpid(), signal.SIGKILL)
orders.run(order_id=int(sys.argv[1]), tell=tell)
"""


@pytest.fixture
def manager() -> User:
    return staff.member(ISSUING)


@pytest.fixture
def emission(printer: str) -> Emission:
    return blocks.make_emission("sauve_souris", TICKETS)


def nothing(made: Made | None) -> None:
    pass


def in_another_thread(does: Callable[[], Any]) -> Any:
    """What it gives, done over another connection."""

    def alone() -> Any:
        try:
            return does()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(alone).result()


def nothing_is_left() -> bool:
    issued = JournalEntry.objects.filter(subject=Subject.BLOCK)
    return not (Block.objects.exists() or Ticket.objects.exists() or issued.exists()) and not list(
        settings.PRINT_FOLDER.glob("*.age")
    )


def noted(emission: Emission) -> list[tuple[str, int, int | None]]:
    """What its chain says of orders that ended without a block: how, which one, stopped by whom."""
    bodies = [json.loads(entry.text) for entry in record.entries(Subject.EMISSION, emission.pk)]
    return [(body["kind"], body["data"]["order"], body["data"]["cancelled_by"]) for body in bodies]


def test_an_order_is_fulfilled_once_however_often_it_is_run(manager: User, emission: Emission) -> None:
    """Art. 3.2.1."""
    order, told = orders.ask(emission_id=emission.pk, by=manager), []

    def tell(made: Made | None) -> None:
        told.append(made)
        assert not made or progress.of(order.pk) == made, "a page opened now shows as much"

    for _ in range(2):
        orders.run(order_id=order.pk, tell=tell)
    order.refresh_from_db()
    block = Block.objects.get()
    assert (order.state, order.block, order.asked_by) == (State.DONE, block, manager)
    assert told[0] is None and told[-1] is None and Made(TICKETS, TICKETS) in told
    assert progress.of(order.pk) is None
    entry = json.loads(record.entries(Subject.BLOCK, block.pk)[0].text)["data"]
    assert (entry["order"], entry["by"]) == (order.pk, manager.pk)
    assert verify().tickets == TICKETS


def test_one_block_of_an_emission_is_asked_for_at_a_time(manager: User, emission: Emission) -> None:
    orders.ask(emission_id=emission.pk, by=manager)
    with pytest.raises(BlockRefused, match="déjà demandé"):
        orders.ask(emission_id=emission.pk, by=manager)
    assert BlockOrder.objects.count() == 1


def test_what_can_not_be_issued_is_refused_before_it_waits_and_when_its_turn_comes(
    manager: User, emission: Emission
) -> None:
    order = orders.ask(emission_id=emission.pk, by=manager)
    Emission.objects.update(closed_on=date(2026, 6, 30))
    orders.run(order_id=order.pk, tell=nothing)
    order.refresh_from_db()
    assert order.state == State.FAILED and "close le 30/06/2026" in order.message
    assert noted(emission) == [("block_failed", order.pk, None)]
    with pytest.raises(CannotIssue, match="close le"):
        orders.ask(emission_id=emission.pk, by=manager)
    assert nothing_is_left()


def test_a_bug_marks_the_order_as_failed_and_is_not_hidden(manager: User, emission: Emission, settings: Any) -> None:
    order = orders.ask(emission_id=emission.pk, by=manager)
    settings.PRINT_FOLDER.parent.joinpath("print").write_text("no folder")
    with pytest.raises(FileExistsError):
        orders.run(order_id=order.pk, tell=nothing)
    order.refresh_from_db()
    assert (order.state, order.message) == (State.FAILED, orders.BROKEN)
    assert not Block.objects.exists()


def test_an_order_that_waits_is_cancelled_at_once(manager: User, emission: Emission) -> None:
    order, other = orders.ask(emission_id=emission.pk, by=manager), staff.member(ISSUING)
    assert orders.cancel(order_id=order.pk, by=other).state == State.CANCELLED
    orders.run(order_id=order.pk, tell=nothing)
    order.refresh_from_db()
    assert (order.state, order.cancelled_by) == (State.CANCELLED, other) and nothing_is_left()
    assert noted(emission) == [("block_cancelled", order.pk, other.pk)]
    with pytest.raises(BlockRefused, match="déjà finie"):
        orders.cancel(order_id=order.pk, by=manager)


def test_an_order_under_way_is_cancelled_from_elsewhere_and_leaves_nothing(
    cloned_db: str, manager: User, emission: Emission
) -> None:
    order = orders.ask(emission_id=emission.pk, by=manager)
    asked: list[BlockOrder] = []

    def tell(made: Made | None) -> None:
        if not asked and made:
            asked.append(in_another_thread(lambda: orders.cancel(order_id=order.pk, by=manager)))

    orders.run(order_id=order.pk, tell=tell)
    order.refresh_from_db()
    assert asked[0].state == State.RUNNING, "the row is the worker's: only it can end it"
    assert (order.state, order.cancelled_by, order.block) == (State.CANCELLED, manager, None)
    assert noted(emission) == [("block_cancelled", order.pk, manager.pk)]
    assert nothing_is_left()
    again = orders.ask(emission_id=emission.pk, by=manager)
    orders.run(order_id=again.pk, tell=nothing)
    assert Block.objects.get().number == 1


def test_while_a_block_is_made_its_emission_and_its_order_can_be_named_by_other_rows(
    cloned_db: str, manager: User, emission: Emission
) -> None:
    """Nobody waits who asks for something else of the emission."""
    order = orders.ask(emission_id=emission.pk, by=manager)
    named: list[BlockOrder] = []

    def name() -> BlockOrder:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '3s'")
        fields = {"state": State.FAILED, "asked_by": manager, "asked_at": order.asked_at}
        return BlockOrder.objects.create(emission=emission, **fields)

    def tell(made: Made | None) -> None:
        if not named and made:
            named.append(in_another_thread(name))
            with pytest.raises(BlockRefused, match="déjà demandé"):
                in_another_thread(lambda: orders.ask(emission_id=emission.pk, by=manager))

    orders.run(order_id=order.pk, tell=tell)
    assert len(named) == 1 and Block.objects.count() == 1


def killed(order: BlockOrder, database: str) -> None:
    """Run an order in a process of its own, killed half-way."""
    address = urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database}").geturl()
    environment = os.environ | {
        "DATABASE_URL": address,
        "PRINTER_KEY": settings.PRINTER_KEY,
        "PRINT_FOLDER": str(settings.PRINT_FOLDER),
        "DJANGO_SETTINGS_MODULE": "illikolive.settings",
        "REDIS_URL": settings.REDIS_URL,
    }
    process = subprocess.run([sys.executable, "-c", DIES, str(order.pk)], cwd=settings.BASE_DIR, env=environment)
    assert process.returncode == -signal.SIGKILL
    order.refresh_from_db()
    assert order.state == State.RUNNING


def test_run_again_after_its_worker_was_killed_it_issues_one_block(
    cloned_db: str, manager: User, emission: Emission
) -> None:
    order = orders.ask(emission_id=emission.pk, by=manager)
    killed(order, cloned_db)
    orders.run(order_id=order.pk, tell=nothing)
    order.refresh_from_db()
    assert order.state == State.DONE and Block.objects.get() == order.block
    assert verify().tickets == TICKETS


def test_an_order_whose_worker_was_killed_is_cancelled_at_once(
    cloned_db: str, manager: User, emission: Emission
) -> None:
    order = orders.ask(emission_id=emission.pk, by=manager)
    killed(order, cloned_db)
    assert orders.cancel(order_id=order.pk, by=manager).state == State.CANCELLED
    orders.run(order_id=order.pk, tell=nothing)
    assert nothing_is_left()


def test_two_workers_at_the_same_order_issue_one_block(cloned_db: str, manager: User, emission: Emission) -> None:
    order = orders.ask(emission_id=emission.pk, by=manager)

    def work(_: int) -> None:
        try:
            orders.run(order_id=order.pk, tell=nothing)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(work, range(2)))
    order.refresh_from_db()
    assert order.state == State.DONE and Block.objects.count() == 1


def test_without_the_cache_a_block_is_issued_all_the_same(manager: User, emission: Emission, settings: Any) -> None:
    order = orders.ask(emission_id=emission.pk, by=manager)
    nowhere = settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1"}
    settings.CACHES = {"default": nowhere}
    assert progress.of(order.pk) is None
    with pytest.raises(BlockRefused, match="transmise"):
        progress.ask_to_stop(order.pk, manager.pk)
    orders.run(order_id=order.pk, tell=nothing)
    assert Block.objects.count() == 1


@pytest.mark.parametrize("role", [AUDITOR, APPROVER])
def test_who_has_no_right_asks_for_nothing_and_cancels_nothing(role: str, manager: User, emission: Emission) -> None:
    order, stranger = orders.ask(emission_id=emission.pk, by=manager), staff.member(role)
    with pytest.raises(BlockRefused):
        orders.cancel(order_id=order.pk, by=stranger)
    with pytest.raises(BlockRefused):
        orders.ask(emission_id=emission.pk, by=stranger)
    order.refresh_from_db()
    assert order.state == State.WAITING
