"""An interrupted verification goes on where it stopped, reads nothing twice and comes to the same verdict (4.4.2)."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import transaction

from tests.tickets import blocks, sealed, tampering
from tests.tickets.tampering import as_owner
from tickets import record
from tickets.issuing.services import issue_block
from tickets.journal import chain
from tickets.journal.chain import Subject
from tickets.models import Leaf
from tickets.seal.sealer import seal_once
from tickets.verifying import Altered, Counts, verify
from tickets.verifying.keeping import Keeper
from tickets.verifying.reading import Watch

pytestmark = pytest.mark.django_db
FORGED = "UPDATE tickets_journalentry SET text = replace(text, 'word', 'ward') WHERE subject_id = {}"
DIES = """
import os, pathlib, signal, sys, django
django.setup()
from contextlib import contextmanager
from tickets.verifying import verify
from tickets.verifying.keeping import Keeper
@contextmanager
def dying(unit, total):
    yield lambda count: os.kill(os.getpid(), signal.SIGKILL) if unit == "leaves" else None
verify(watch=dying, keeper=Keeper(pathlib.Path(sys.argv[1]), every=0))
"""


@pytest.fixture
def path(tmp_path: Path, settings: Any) -> Path:
    """Where it is kept how far a run was, by the command too."""
    settings.VAR = tmp_path
    return tmp_path / "verify_journal.json"


def interrupting(unit: str, times: int) -> Watch:
    """Interrupts when it is told for the so-manieth time how many of these were read."""
    left = [times]

    @contextmanager
    def watch(what: str, total: int) -> Iterator[Callable[[int], object]]:
        yield advance if what == unit else lambda count: None

    def advance(count: int) -> None:
        left[0] -= 1
        if left[0] == 0:
            raise KeyboardInterrupt

    return watch


def interrupt(path: Path, unit: str, times: int, *, resume: bool = False) -> None:
    with pytest.raises(KeyboardInterrupt):
        verify(watch=interrupting(unit, times), keeper=Keeper(path, resume=resume, every=0))
    assert path.exists()


def resume(path: Path) -> Counts:
    return verify(keeper=Keeper(path, resume=True))


def test_chains_that_were_verified_are_not_read_again(six_games: None, path: Path) -> None:
    interrupt(path, "entries", 4)
    counts = resume(path)
    assert (counts.entries, counts.chains, counts.skipped) == (4, 2, 8)
    assert counts.sealed == 12 and not path.exists()


def test_a_run_may_be_interrupted_again_and_again(six_games: None, path: Path) -> None:
    interrupt(path, "entries", 2)
    interrupt(path, "entries", 2, resume=True)
    interrupt(path, "leaves", 2, resume=True)
    interrupt(path, "leaves", 2, resume=True)
    counts = resume(path)
    assert (counts.entries, counts.skipped, counts.checkpoints) == (0, 12, 6)


def test_what_was_altered_further_on_is_named_as_by_one_run(six_games: None, path: Path) -> None:
    as_owner(FORGED.format(5))
    interrupt(path, "entries", 3)
    for _ in range(2):
        with pytest.raises(Altered, match="game 5, entry 1: digest and text disagree"):
            resume(path)
    with pytest.raises(Altered, match="game 5, entry 1: digest and text disagree"):
        verify()


def test_what_was_altered_behind_it_since_is_left_to_a_whole_run(six_games: None, path: Path) -> None:
    interrupt(path, "entries", 3)
    as_owner(FORGED.format(2))
    assert resume(path).skipped == 6
    with pytest.raises(Altered, match="game 2, entry 1"):
        verify()


def test_chains_that_grew_or_waited_are_read_again_whole(six_games: None, path: Path) -> None:
    sealed.write(1, game=1)
    interrupt(path, "entries", 3)
    seal_once(sealed.signer())
    sealed.write(1, game=2)
    sealed.write(1, game=0)
    counts = resume(path)
    assert (counts.entries, counts.chains) == (1 + 3 + 3 + 6, 6), "new game 0, games 1 and 2 again, games 4 to 6"
    assert counts.skipped == 2, "game 3"


@pytest.mark.parametrize("unit", ["entries", "leaves"])
def test_what_was_altered_in_a_chain_that_grew_is_named(unit: str, six_games: None, path: Path) -> None:
    interrupt(path, unit, 3)
    sealed.write(1, game=1)
    as_owner(FORGED.format(1))
    with pytest.raises(Altered, match="game 1, entry 1: digest and text disagree"):
        resume(path)


def test_an_entry_forged_since_in_a_chain_that_was_verified_calls_for_a_whole_run(six_games: None, path: Path) -> None:
    interrupt(path, "entries", 3)
    previous = record.head(Subject.GAME, 1).digest
    tampering.insert(chain.make(Subject.GAME, 1, 3, "note", {}, at=sealed.AT, previous=previous))
    with pytest.raises(Altered, match="read all again"):
        resume(path)
    with pytest.raises(Altered, match="game 1, entry 3: neither sealed"):
        verify()


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("UPDATE tickets_checkpoint SET root = sha256('') WHERE size = 8", "checkpoint 8: its note says otherwise"),
        ("DELETE FROM tickets_leaf WHERE index = 11", "leaf 11: missing, of the 12"),
        (
            "DELETE FROM tickets_leaf WHERE index >= 2; DELETE FROM tickets_checkpoint WHERE size > 2;"
            "DELETE FROM tickets_journalentry WHERE subject_id > 1",
            "leaf 2: missing",
        ),
    ],
)
def test_the_log_goes_on_from_its_last_checkpoint(change: str, named: str, six_games: None, path: Path) -> None:
    interrupt(path, "leaves", 3)
    as_owner(change)
    with pytest.raises(Altered, match=named):
        resume(path)


def test_the_log_goes_on_in_the_middle_of_tiles_and_on_what_was_sealed_since(cloned_db: str, path: Path) -> None:
    for count in (300, 200, 10, 5, 1):
        with transaction.atomic():
            sealed.write(count)
        seal_once(sealed.signer())
    interrupt(path, "leaves", 1)
    interrupt(path, "leaves", 1, resume=True)
    sealed.seal([2])
    counts = resume(path)
    assert (counts.sealed, counts.checkpoints) == (518, 6)


def test_blocks_that_were_verified_are_not_read_again(six_games: None, path: Path, printer: str) -> None:
    emission = blocks.make_emission("sauve_souris", 1_000)
    for _ in range(2):
        issue_block(emission_id=emission.pk)
    with pytest.raises(KeyboardInterrupt):
        verify(watch=interrupting("tickets", 2), keeper=Keeper(path, every=0))
    as_owner("UPDATE tickets_ticket SET lookup = sha256('') WHERE number = (SELECT min(number) FROM tickets_ticket)")
    assert resume(path).blocks == 2
    with pytest.raises(Altered, match="its tickets do not give its root"):
        verify()


def test_a_killed_run_goes_on(six_games: None, cloned_db: str, path: Path) -> None:
    """As `kill -9` would, in a process of its own."""
    environment = os.environ | {
        "DATABASE_URL": urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{cloned_db}").geturl(),
        "DJANGO_SETTINGS_MODULE": "illikolive.settings",
    }
    command = [sys.executable, "-c", DIES, str(path)]
    assert subprocess.run(command, cwd=django_settings.BASE_DIR, env=environment).returncode == -signal.SIGKILL
    assert resume(path).skipped == 12


def test_the_command_resumes_and_says_what_it_did_not_read_again(
    six_games: None, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("verify_journal", "--resume")
    assert "from the first entry on" in capsys.readouterr().out
    interrupt(path, "entries", 4)
    call_command("verify_journal", "--resume")
    out = capsys.readouterr().out
    assert "4 entries of 2 chains" in out and "8 more entries were verified before the interruption" in out


def test_a_new_run_starts_from_the_first_entry(six_games: None, path: Path) -> None:
    interrupt(path, "entries", 4)
    as_owner(FORGED.format(1))
    with pytest.raises(CommandError, match="ALTERED: game 1, entry 1"):
        call_command("verify_journal")


@pytest.mark.parametrize("found", ['{"database":"another","leaves":12,"chain":[7,7]}', "{", ""])
def test_what_cannot_be_gone_on_from_is_not(found: str, six_games: None, path: Path) -> None:
    path.write_text(found)
    counts = resume(path)
    assert (counts.entries, counts.skipped, Leaf.objects.count()) == (12, 0, 12)
