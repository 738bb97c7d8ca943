"""A killed issue leaves nothing that counts, and running it again works; two at once make two blocks."""

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from tests.tickets import blocks
from tests.tickets.blocks import issued
from tickets.issuing.services import issue_block
from tickets.journal.chain import Subject
from tickets.models import Block, Booklet, JournalEntry, Ticket
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
TICKETS = 10_000
# Kills itself as `kill -9` would, once so many tickets are made.
DIES = """
import os, signal, sys, django
django.setup()
from tickets.issuing.services import issue_block
def progress(done, total):
    if done >= int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
issue_block(emission_id=int(sys.argv[1]), progress=progress)
"""


def issuing(emission_id: int, database: str, made: int = 2 * TICKETS) -> subprocess.Popen[bytes]:
    """Issue in a process of its own, killed once so many tickets are made."""
    environment = os.environ | {
        "DATABASE_URL": urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database}").geturl(),
        "PRINTER_KEY": settings.PRINTER_KEY,
        "PRINT_FOLDER": str(settings.PRINT_FOLDER),
        "DJANGO_SETTINGS_MODULE": "illikolive.settings",
    }
    command = [sys.executable, "-c", DIES, str(emission_id), str(made)]
    return subprocess.Popen(command, cwd=settings.BASE_DIR, env=environment)


@pytest.mark.parametrize("made", [5_000, TICKETS], ids=["half-way", "before printing"])
def test_killed_it_leaves_nothing_and_runs_again(made: int, cloned_db: str, printer: str) -> None:
    """Art. 3.2.1."""
    emission = blocks.make_emission("sauve_souris", TICKETS)
    assert issuing(emission.pk, cloned_db, made).wait() == -signal.SIGKILL
    assert not any(model.objects.exists() for model in (Block, Booklet, Ticket))
    assert not JournalEntry.objects.filter(subject=Subject.BLOCK).exists()
    assert [path.name for path in settings.PRINT_FOLDER.iterdir()] == ["501-01-1.csv.age.partial"]

    call_command("issue_block", "501", "01")
    block = Block.objects.get()
    assert [path.name for path in settings.PRINT_FOLDER.iterdir()] == ["501-01-1.csv.age"]
    assert len(blocks.opened(block, printer)) == TICKETS
    assert verify().blocks == 1


def test_an_interrupted_issue_takes_its_print_file_away(cloned_db: str, printer: str) -> None:
    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    emission = blocks.make_emission("sauve_souris", 1_000)
    with pytest.raises(KeyboardInterrupt):
        issue_block(emission_id=emission.pk, progress=interrupt)
    assert not Block.objects.exists()
    assert list(settings.PRINT_FOLDER.iterdir()) == []


def test_a_print_file_whose_block_was_never_committed_is_swept(printer: str) -> None:
    """Killed between the renaming of the file and COMMIT."""
    block = issued("sauve_souris", 1_000)
    orphan = settings.PRINT_FOLDER / "501-01-2.csv.age"
    others = [settings.PRINT_FOLDER / name for name in ("501-02-2.csv.age", "502-01-2.csv.age.partial", "501-01.txt")]
    for path in (orphan, *others):
        path.write_text("orphan")
    first = blocks.path_of(block).read_bytes()
    second = issue_block(emission_id=block.emission_id)
    assert blocks.path_of(block).read_bytes() == first
    assert orphan == blocks.path_of(second) and len(blocks.opened(second, printer)) == 1_000
    assert all(path.read_text() == "orphan" for path in others), "files of other emissions, maybe being written"


def test_two_at_once_make_two_blocks(cloned_db: str, printer: str) -> None:
    """Art. 3.2.5: no booklet number is given twice."""
    emission = blocks.make_emission("sauve_souris", 1_000)

    def issue(_: int) -> int:
        try:
            return issue_block(emission_id=emission.pk).number
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(issue, range(2))) == [1, 2]
    assert Booklet.objects.count() == 40
    assert verify().blocks == 2


@pytest.mark.soak
def test_killed_at_any_moment_it_has_issued_a_whole_block_or_nothing(cloned_db: str, printer: str) -> None:
    """Art. 3.2.1."""
    emission = blocks.make_emission("sauve_souris", TICKETS)
    for _ in range(20):
        process = issuing(emission.pk, cloned_db)
        time.sleep(random.uniform(0.5, 3))
        process.kill()
        process.wait()
        for block in emission.blocks.all():
            assert hashlib.sha256(blocks.path_of(block).read_bytes()).digest() == bytes(block.print_digest)
        assert verify().tickets == TICKETS * emission.blocks.count()
    last = issue_block(emission_id=emission.pk)
    assert len(list(settings.PRINT_FOLDER.iterdir())) == last.number
