"""Checkpoints put aside show a log that was rolled back, or forked by who holds its key."""

from pathlib import Path
from typing import Any

import pytest
from django.db import connections

from tests.tickets import sealed
from tickets.journal import checkpoint
from tickets.seal.anchoring import anchor
from tickets.verifying import Altered, verify

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.ANCHOR_FOLDER = tmp_path / "anchors"
    return tmp_path / "anchors"


def test_a_log_that_went_on_since_its_anchors_is_right() -> None:
    sealed.seal([3])
    anchor()
    sealed.seal([2])
    verify()


def test_a_log_rolled_back_with_its_entries_is_named(cloned_db: str) -> None:
    """Entries, leaves and checkpoints are gone alike, and what is left is whole and signed."""
    sealed.seal([3, 2])
    path = anchor()
    with connections["owner"].cursor() as cursor:
        for table, rest in (("leaf", "index >= 3"), ("checkpoint", "size > 3"), ("journalentry", "number > 3")):
            cursor.execute(f"ALTER TABLE tickets_{table} DISABLE TRIGGER USER")
            cursor.execute(f"DELETE FROM tickets_{table} WHERE {rest}")  # noqa: S608
    assert path is not None
    with pytest.raises(Altered, match=rf"anchor {path.name}: the log has no checkpoint of its 5 entries"):
        verify()


def test_a_fork_signed_with_the_true_key_is_named(folder: Path) -> None:
    sealed.seal([3])
    other = checkpoint.Checkpoint("illiko.live/test", 3, bytes(32))
    folder.mkdir()
    (folder / "2027-03-01.checkpoint").write_text(sealed.signer().sign(other.text()))
    with pytest.raises(Altered, match="its 3 entries are not those of the log"):
        verify()


def test_an_anchor_that_was_edited_is_named(folder: Path) -> None:
    sealed.seal([3])
    path = anchor()
    assert path is not None
    path.write_text(path.read_text().replace("\n3\n", "\n2\n"))
    with pytest.raises(Altered, match=f"anchor {path.name}"):
        verify()
