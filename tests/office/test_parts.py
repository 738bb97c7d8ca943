"""What is too long for a request is done part by part by the queue, once, even by workers that are killed."""

import os
import signal
import subprocess
import sys
from collections import Counter
from datetime import UTC, date, datetime
from urllib.parse import urlsplit

import pytest
import time_machine
from django.conf import settings
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from procrastinate.contrib.django.models import ProcrastinateJob

from office import parts, tasks
from office.roles import APPROVER, ISSUING, SERVICE_LEAD
from payouts import lifting, refunding
from payouts.models import Lifting, MassRefund, Refund
from payouts.outages import Outage
from payouts.refunding import AT_ONCE
from payouts.refusals import PaymentRefused
from tests.office.staff import client_of, member
from tests.office.test_booklets import seen, text
from tests.payouts import desk, flags
from tickets.journal.chain import Subject
from tickets.models import Booklet, JournalEntry
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
BOOKLETS, SIZE = AT_ONCE // 50 + 2, 50
TOO_LATE = "2026-08-10T10:00:00Z"
# Kills itself as `kill -9` would, once the next part is done and not committed yet.
DIES = """
import os, signal, sys, django
django.setup()
from django.db import transaction
from payouts import lifting
with transaction.atomic():
    lifting.go_on(lifting_id=int(sys.argv[1]))
    os.kill(os.getpid(), signal.SIGKILL)
"""


def flagged() -> list[int]:
    """Booklets flagged as stolen until it was too late to start their tickets, one part of them and a bit."""
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        keys = flags.many(desk.emission(date(2026, 6, 30)), BOOKLETS, SIZE)
        flags.stolen(keys)
    return keys


def begun(keys: list[int]) -> Lifting:
    """A lifting whose first part is done."""
    made = lifting.lift(keys=keys, kind="stolen", reason="retrouvés", by=member(SERVICE_LEAD))
    return parts.confirm(lifting_id=made.pk, by=member(SERVICE_LEAD))


def written(subject: Subject, kind: str) -> Counter[int]:
    """How many entries of this kind each chain has."""
    return Counter(JournalEntry.objects.filter(subject=subject, kind=kind).values_list("subject_id", flat=True))


def is_lifted_once(keys: list[int]) -> bool:
    refunded, chains = written(Subject.TICKET, "refund"), written(Subject.BOOKLET, "unflag")
    assert set(chains) == set(keys) and set(chains.values()) == set(refunded.values()) == {1}
    assert len(refunded) == Refund.objects.count() == len(keys) * SIZE
    return not Booklet.objects.filter(stolen=True).exists() and not Lifting.objects.filter(under_way=True).exists()


def run_job(task: str, **given: int) -> None:
    """The one job that waits, as a worker runs it."""
    job = ProcrastinateJob.objects.get(task_name=f"office.tasks.{task}")
    assert job.args == given
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM procrastinate_jobs WHERE id = %s", [job.pk])
    getattr(tasks, task)(**given)


@time_machine.travel(TOO_LATE, tick=False)
def test_a_flag_on_thousands_of_tickets_is_lifted_part_by_part_and_the_page_tells_how_far() -> None:
    """Art. 4.3.4."""
    keys, lead = flagged(), member(SERVICE_LEAD)
    client, address = client_of(lead), reverse("office:lift_flag")
    typed = {"kind": "stolen", "reason": "retrouvés", "numbers": f"{keys[0]} à {keys[-1]}"}
    client.post(address, typed | {"vu": seen(client.post(address, typed))})
    made, second = Lifting.objects.get(), member(SERVICE_LEAD)
    client, page = client_of(second), reverse("office:lifting", args=[made.pk])
    answer = client.post(page, {"vu": seen(client.get(page))}, follow=True)
    assert answer.redirect_chain[-1][0] == page and "en train d’être levé" in text(answer)
    part = client.get(page, headers={"HX-Request": "true"}).content.decode()
    assert part.startswith('<div class="order"') and f'value="{AT_ONCE // SIZE}" max="{BOOKLETS}"' in part
    left = keys[AT_ONCE // SIZE :]
    assert list(Booklet.objects.filter(stolen=True).order_by("pk").values_list("pk", flat=True)) == left
    with pytest.raises(PaymentRefused, match="aucun de ces livrets"):
        lifting.lift(keys=keys, kind="stolen", reason="encore", by=lead)
    run_job("lift_flags", lifting_id=made.pk)
    tasks.lift_flags(lifting_id=made.pk)
    assert is_lifted_once(keys) and not ProcrastinateJob.objects.exists()
    told = client.get(page).content.decode()
    assert f"levé pour {BOOKLETS} livrets" in told and "hx-get" not in told
    with connection.cursor() as cursor:
        cursor.execute("SELECT DISTINCT pgh_context ->> 'user' FROM office_bookletevent WHERE NOT stolen")
        assert cursor.fetchall() == [(str(second.pk),)]
    verify(blocks=False)


@time_machine.travel(TOO_LATE, tick=False)
def test_a_part_whose_worker_was_killed_left_nothing_and_is_done_once(cloned_db: str) -> None:
    keys = flagged()
    made = begun(keys)
    before = Refund.objects.count()
    environment = os.environ | {
        "DATABASE_URL": urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{cloned_db}").geturl(),
        "DJANGO_SETTINGS_MODULE": "illikolive.settings",
        "REDIS_URL": settings.REDIS_URL,
    }
    process = subprocess.run([sys.executable, "-c", DIES, str(made.pk)], cwd=settings.BASE_DIR, env=environment)
    assert process.returncode == -signal.SIGKILL
    assert Refund.objects.count() == before == AT_ONCE and made.under_way
    run_job("lift_flags", lifting_id=made.pk)
    assert is_lifted_once(keys)
    verify(blocks=False)


def test_a_flag_put_again_during_a_lifting_is_left_alone() -> None:
    keys = flagged()
    with time_machine.travel(TOO_LATE, tick=False):
        made = begun(keys)
        flags.stolen(keys[:1])
        assert not lifting.go_on(lifting_id=made.pk).under_way
        assert list(Booklet.objects.filter(stolen=True).values_list("pk", flat=True)) == keys[:1]


def test_a_great_outage_is_refunded_part_by_part_and_the_page_tells_how_far() -> None:
    """Art. 3.3.9."""
    outage = Outage(None, datetime(2026, 3, 10, 8, tzinfo=UTC), datetime(2026, 3, 11, 20, tzinfo=UTC))
    with time_machine.travel("2026-02-08T12:00:00Z", tick=False):
        flags.started(desk.emission(), AT_ONCE + 50, timezone.now())
    with time_machine.travel("2026-03-20T10:00:00Z", tick=False):
        mass = refunding.prepare(outages=[outage], reason="panne", by=member(ISSUING))
        client, page = client_of(member(APPROVER)), reverse("office:mass_refund_one", args=[mass.pk])
        answer = client.post(page, {"vu": seen(client.get(page))}, follow=True)
        total = AT_ONCE + 51  # the play that the others are copied from
        assert "hx-get" in answer.content.decode() and Refund.objects.count() == AT_ONCE
        part = client.get(page, headers={"HX-Request": "true"}).content.decode()
        assert part.startswith('<div class="order"') and f'value="{AT_ONCE}" max="{total}"' in part
        run_job("order_refunds", mass_id=mass.pk)
        tasks.order_refunds(mass_id=mass.pk)
        assert set(written(Subject.TICKET, "refund").values()) == {1} and Refund.objects.count() == total
        assert "hx-get" not in client.get(page).content.decode() and not MassRefund.objects.get().under_way
    verify(blocks=False)
