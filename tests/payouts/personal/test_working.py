"""The queue at work: a real worker runs the daily task, once a day however many workers and restarts there are."""

import time

import pytest
from django.db import connection, connections, transaction
from procrastinate.contrib.django import app
from procrastinate.contrib.django.models import ProcrastinateJob, ProcrastinatePeriodicDefer

from payouts.models import Winner
from payouts.working import working
from tests.payouts.personal import people

pytestmark = pytest.mark.django_db
DAILY = len(app.periodic_registry.periodic_tasks)
TASK = "payouts.tasks.erase_personal_data"
LONG, SHORT = "office.tasks.draws", "office.tasks.count_days"


def wait_until(what: object) -> None:
    until = time.monotonic() + 20
    while not what():  # type: ignore[operator]
        assert time.monotonic() < until, "the worker does nothing"
        time.sleep(0.02)


def old_winner(position: int = 1) -> Winner:
    """Whose data is to go whenever the test runs."""
    paid = people.payment(means="cheque", **people.LONG_AGO)
    return people.winner(paid, position=position)


def test_a_worker_does_what_is_due_today_and_a_second_one_does_not_again(cloned_db: str) -> None:
    made = old_winner()
    with working() as ended:
        wait_until(lambda: Winner.objects.get(pk=made.pk).erased_at)
        wait_until(lambda: not ProcrastinateJob.objects.exists())
        assert not ended.is_set()
    assert ended.is_set()
    left = old_winner()
    with working():
        wait_until(lambda: not ProcrastinateJob.objects.filter(status="todo").exists())
        time.sleep(0.3)
    assert not Winner.objects.get(pk=left.pk).erased_at
    assert ProcrastinatePeriodicDefer.objects.filter(task_name=TASK).count() == 1


def test_beside_a_worker_others_defer_tasks_in_their_own_transactions(cloned_db: str) -> None:
    with working():
        wait_until(
            lambda: ProcrastinatePeriodicDefer.objects.count() == DAILY and not ProcrastinateJob.objects.exists()
        )
        made = old_winner()
        with transaction.atomic():
            app.configure_task(TASK).defer(timestamp=0)
            transaction.set_rollback(True)
        assert not ProcrastinateJob.objects.exists()
        with transaction.atomic():
            app.configure_task(TASK).defer(timestamp=0)
            assert not Winner.objects.get(pk=made.pk).erased_at
        wait_until(lambda: Winner.objects.get(pk=made.pk).erased_at)


def test_a_long_task_holds_up_no_other(cloned_db: str) -> None:
    """The report of draws reads the whole journal: here it waits for it."""
    with working():
        wait_until(
            lambda: ProcrastinatePeriodicDefer.objects.count() == DAILY and not ProcrastinateJob.objects.exists()
        )
        with transaction.atomic("owner"):
            with connections["owner"].cursor() as cursor:
                cursor.execute("LOCK TABLE tickets_journalentry")
            app.configure_task(LONG).defer(timestamp=0)
            wait_until(lambda: ProcrastinateJob.objects.filter(task_name=LONG, status="doing").exists())
            app.configure_task(SHORT).defer(timestamp=0)
            wait_until(lambda: not ProcrastinateJob.objects.filter(task_name=SHORT).exists())
            assert ProcrastinateJob.objects.get().task_name == LONG
        wait_until(lambda: not ProcrastinateJob.objects.exists())


def test_a_task_that_died_with_its_worker_is_run_by_the_next_one(cloned_db: str) -> None:
    made = old_winner()
    with working():
        wait_until(lambda: Winner.objects.get(pk=made.pk).erased_at)
    left = old_winner()
    app.configure_task(TASK).defer(timestamp=0)
    with connection.cursor() as cursor:  # as a killed worker leaves it
        cursor.execute("UPDATE procrastinate_jobs SET status = 'doing'")
    app.configure_task("payouts.tasks.run_again").defer(timestamp=0)
    with working():
        wait_until(lambda: Winner.objects.get(pk=left.pk).erased_at)
