"""The sealer as a service: it seals what is committed until told to stop, and ends loudly on a log that was altered."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction

from tests import forms
from tests.tickets import sealed
from tickets.journal.notes import Signer, Verifier
from tickets.models import Leaf, Outbox
from tickets.seal.working import sealing

pytestmark = pytest.mark.django_db


def sealer(database: str, folder: Path) -> subprocess.Popen[str]:
    environment = os.environ | {
        "DATABASE_URL": urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database}").geturl(),
        "ANCHOR_FOLDER": str(folder),
        "SEAL_KEY": settings.SEAL_KEY,
        "SEAL_PUBLIC_KEYS": ",".join(settings.SEAL_PUBLIC_KEYS),
        "DJANGO_SETTINGS_MODULE": "illikolive.settings",
    }
    command = [sys.executable, "manage.py", "seal"]
    return subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment, stderr=subprocess.PIPE, text=True)


def wait_until_sealed(count: int) -> None:
    until = time.monotonic() + 30
    while Leaf.objects.count() < count:
        assert time.monotonic() < until, "nothing is sealed"
        time.sleep(0.05)


@pytest.mark.parametrize("times", [1, *forms.in_soak(5)])
def test_killed_at_work_it_loses_nothing_and_repeats_nothing(cloned_db: str, tmp_path: Path, times: int) -> None:
    for killed in range(1, times + 1):
        working = sealer(cloned_db, tmp_path)
        while Leaf.objects.count() < killed * 300:
            sealed.write(50)
        working.kill()
        working.communicate()
    working = sealer(cloned_db, tmp_path)
    wait_until_sealed(Leaf.objects.count() + Outbox.objects.count())
    working.send_signal(signal.SIGTERM)
    assert working.communicate()[1] == "" and working.returncode == 0
    assert sealed.leaves() == sealed.digests()


def test_it_ends_with_status_one_on_a_log_that_was_altered(cloned_db: str, tmp_path: Path) -> None:
    sealed.seal([3])
    sealed.forge()
    sealed.write(1)
    working = sealer(cloned_db, tmp_path)
    said = working.communicate(timeout=60)[1]
    assert working.returncode == 1
    assert "Forked" in said and "The sealer has stopped" in said


CUT = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND query LIKE 'COPY tickets_leaf%' AND wait_event_type = 'Lock'"""


def cut_while_leaves_are_written() -> bool:
    """End the sealer's connection at that moment; False when it doesn't come within thirty seconds."""
    until = time.monotonic() + 30
    with transaction.atomic("owner"), connections["owner"].cursor() as owner, connection.cursor() as cursor:
        owner.execute("LOCK TABLE tickets_leaf IN EXCLUSIVE MODE")
        sealed.write(3)
        while time.monotonic() < until:
            cursor.execute(CUT)
            if cursor.fetchall():
                return True
    return False


def test_a_connection_cut_while_leaves_are_written_does_not_end_the_sealer(
    cloned_db: str, settings: Any, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    settings.ANCHOR_FOLDER = tmp_path
    with sealing() as ended:
        assert cut_while_leaves_are_written()
        wait_until_sealed(3)
        assert not ended.is_set()
    assert "Nothing was sealed this time" in caplog.text
    assert sealed.leaves() == sealed.digests()


def test_a_pair_of_keys_is_made_in_the_settings_form(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("make_seal_key", "illiko.example/journal")
    private, public = (line.partition("=")[2] for line in capsys.readouterr().out.split())
    assert str(Signer.read(private).public) == str(Verifier.read(public)) == public
    with pytest.raises(CommandError, match="name"):
        call_command("make_seal_key", "two words")
