"""Whoever holds the database alone does not get a forged log signed by the sealer itself (art. 4.4.2)."""

from pathlib import Path
from typing import Any

import pytest

from tests.tickets import sealed, tampering
from tests.tickets.tampering import as_owner
from tickets.journal import merkle
from tickets.journal.chain import Subject
from tickets.models import Checkpoint, Outbox
from tickets.seal.sealer import Forked, seal_once
from tickets.seal.signed import Memory
from tickets.verifying import Altered, verify

pytestmark = pytest.mark.django_db
AGAIN = """
DELETE FROM tickets_leaf WHERE index >= {0}; DELETE FROM tickets_checkpoint WHERE size > {0};
DELETE FROM tickets_outbox;
INSERT INTO tickets_outbox (subject, subject_id, number, digest)
SELECT subject, subject_id, number, digest FROM tickets_journalentry WHERE number > {0} ORDER BY number"""
CUT = "DELETE FROM tickets_outbox; DELETE FROM tickets_journalentry WHERE number > 3"
ROOT = "UPDATE tickets_checkpoint SET root = '\\x{}'"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Path:
    settings.ANCHOR_FOLDER = tmp_path / "anchors"
    return tmp_path / "anchors"


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    """What the sealer remembers outside of the database."""
    return Memory(tmp_path / "anchors.latest")


def forge_a_card() -> None:
    tampering.rewrite(Subject.GAME, 7, 4, {"word": "forged"}, rest=True)
    as_owner(
        "UPDATE tickets_leaf l SET digest = j.digest FROM tickets_journalentry j "
        "WHERE (l.subject, l.subject_id, l.number) = (j.subject, j.subject_id, j.number)"
    )


def test_a_root_forged_in_its_row_is_not_built_upon(cloned_db: str) -> None:
    """The leaves give the root of the row, and its note says another: the sealer would launder it."""
    sealed.seal([3, 2])
    forge_a_card()
    as_owner(ROOT.format(merkle.root(sealed.leaves()).hex()))
    sealed.write(1)
    with pytest.raises(Forked, match="checkpoint of 5 entries: its note says otherwise"):
        seal_once(sealed.signer())


def test_a_checkpoint_signed_by_nobody_is_not_built_upon(cloned_db: str) -> None:
    """The application may add such a row."""
    Checkpoint.objects.create(size=0, root=merkle.EMPTY, note="", made_at=sealed.AT)
    sealed.write(1)
    with pytest.raises(Forked, match="checkpoint of 0 entries: not a signed note"):
        seal_once(sealed.signer())


@pytest.mark.parametrize("kept", [0, 3], ids=["all of it", "what was sealed last"])
def test_a_log_put_back_to_wait_is_not_signed_again(kept: int, cloned_db: str, memory: Memory) -> None:
    """Every row left is right and signed, or waits: only what was signed before can tell."""
    for count in (3, 2):
        sealed.write(count)
        seal_once(sealed.signer(), memory=memory)
    tampering.rewrite(Subject.GAME, 7, 4, {"word": "forged"}, rest=True)
    as_owner(AGAIN.format(kept))
    with pytest.raises(Altered, match=r"anchors\.latest: the log has no checkpoint of its 5 entries"):
        verify()
    with pytest.raises(Forked, match="the 5 entries signed here last"):
        seal_once(sealed.signer(), memory=memory)
    assert Outbox.objects.count() == 5 - kept
    seal_once(sealed.signer())
    with pytest.raises(Forked, match="the 5 entries signed here last"):
        seal_once(sealed.signer(), memory=memory)
    with pytest.raises(Altered, match=r"anchors\.latest: its 5 entries are not those of the log"):
        verify()


def test_a_log_cut_back_is_told_before_anything_waits(cloned_db: str, memory: Memory) -> None:
    for count in (3, 2):
        sealed.write(count)
        seal_once(sealed.signer(), memory=memory)
    as_owner(AGAIN.format(3))
    as_owner(CUT)
    with pytest.raises(Forked, match="the 5 entries signed here last"):
        seal_once(sealed.signer(), memory=memory)


def test_a_sealer_remembers_what_was_signed_before_it_came(cloned_db: str, memory: Memory, folder: Path) -> None:
    sealed.seal([3, 2])
    assert seal_once(sealed.signer(), memory=memory) == 0
    assert folder.with_name("anchors.latest").read_text() == Checkpoint.objects.get(size=5).note
    as_owner(AGAIN.format(0))
    with pytest.raises(Forked, match="the 5 entries signed here last"):
        seal_once(sealed.signer(), memory=memory)


def test_a_sealer_that_waited_for_its_turn_goes_on_from_what_another_signed(cloned_db: str, tmp_path: Path) -> None:
    """Its memory is behind; that of a sealer killed between its commit and its memory is too."""
    mine, others = Memory(tmp_path / "mine"), Memory(tmp_path / "other's")
    for memory in (mine, others, others, mine):
        sealed.write(2)
        assert seal_once(sealed.signer(), memory=memory) == 2
    assert verify().sealed == 8


def test_a_memory_that_can_not_be_read_is_no_memory_lost(cloned_db: str, memory: Memory, tmp_path: Path) -> None:
    (tmp_path / "anchors.latest").write_text("nothing")
    sealed.write(1)
    with pytest.raises(Forked, match="can't be read"):
        seal_once(sealed.signer(), memory=memory)


def test_a_row_that_waits_for_an_entry_sealed_already_ends_the_sealer(cloned_db: str) -> None:
    """The application may write to the outbox."""
    sealed.seal([3])
    Outbox.objects.create(subject=6, subject_id=7, number=2, digest=bytes(32))
    with pytest.raises(Forked, match="does not follow what is sealed"):
        seal_once(sealed.signer())
