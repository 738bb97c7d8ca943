"""What was altered in the journal or in its sealed log is found and named; an honest log never is (art. 4.4.2)."""

from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tickets import blocks, sealed, tampering
from tests.tickets.tampering import as_owner
from tickets import record
from tickets.journal import chain
from tickets.journal.chain import GENESIS, Subject
from tickets.journal.notes import Signer, generate
from tickets.seal.sealer import seal_once
from tickets.verifying import Altered, verify

pytestmark = pytest.mark.django_db
TICKET = 501_01_000001_001_7


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    """Where the command keeps how far it is."""
    settings.VAR = tmp_path


def seal_everything_anew(signer: Signer) -> None:
    """What an operator who forks the log does: the same sizes, signed again."""
    as_owner("DELETE FROM tickets_leaf; DELETE FROM tickets_tile; DELETE FROM tickets_checkpoint")
    as_owner(
        "INSERT INTO tickets_outbox (subject, subject_id, number, digest)"
        "SELECT subject, subject_id, number, digest FROM tickets_journalentry ORDER BY subject_id, number"
    )
    for before, size in zip((0, *tampering.SIGNED), tampering.SIGNED, strict=False):
        seal_once(signer, at_once=size - before)


def step(card: str) -> dict[str, Any]:
    return {"draws": [{"name": "spade", "among": ["7", "8"], "result": [card]}]}


def write_steps() -> None:
    """A play of three steps, in which a 7 was drawn each time."""
    for _ in range(3):
        record.append(Subject.TICKET, TICKET, "step", step("7"), at=sealed.AT)


@pytest.mark.parametrize(
    ("rest", "named"),
    [
        (None, "entry 2: digest and text disagree"),
        (False, "entry 3: not linked to the entry before"),
        (True, "entry 2: its leaf 1 has another digest"),
    ],
    ids=["text alone", "with its digest", "with the whole rest of the chain"],
)
def test_a_changed_card_is_found_however_much_is_recomputed(rest: bool | None, named: str, cloned_db: str) -> None:
    write_steps()
    seal_once(sealed.signer())
    if rest is None:
        as_owner("UPDATE tickets_journalentry SET text = replace(text, '[\"7\"]', '[\"8\"]') WHERE number = 2")
    else:
        tampering.rewrite(Subject.TICKET, TICKET, 2, step("8"), rest=rest)
    with pytest.raises(Altered, match=f"ticket {TICKET}, {named}"):
        verify()


def test_a_card_changed_before_it_was_sealed_is_told_by_what_waits(cloned_db: str) -> None:
    write_steps()
    tampering.rewrite(Subject.TICKET, TICKET, 3, step("8"), rest=True)
    with pytest.raises(Altered, match="entry 3: its line of the outbox has another digest"):
        verify()


SWAP = """
UPDATE tickets_leaf SET index = -1 WHERE index = {0};
UPDATE tickets_leaf SET index = {0} WHERE index = {1};
UPDATE tickets_leaf SET index = {1} WHERE index = -1"""
UNSEAL = "DELETE FROM tickets_leaf WHERE index = 306"
PUT = "INSERT INTO tickets_tile (level, number, hashes, root) SELECT {}, {}, hashes, root FROM tickets_tile"
WAIT = """
INSERT INTO tickets_outbox (subject, subject_id, number, digest)
SELECT subject, subject_id, number, digest FROM tickets_leaf WHERE index = {}"""


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("DELETE FROM tickets_journalentry WHERE number = 305", "game 7, entry 305: its leaf 304 has no entry"),
        ("DELETE FROM tickets_journalentry WHERE subject_id = 8", "game 8, entry 1: its leaf 305 has no entry"),
        (
            "DELETE FROM tickets_journalentry WHERE number = 305; DELETE FROM tickets_leaf WHERE index = 304",
            "leaf 304: missing",
        ),
        (SWAP.format(0, 1), "game 7, entry 2: sealed before the entry before it, as leaf 0"),
        (SWAP.format(304, 305), "checkpoint 305: the leaves do not give its root"),
        ("UPDATE tickets_leaf SET digest = sha256('') WHERE index = 2", "game 7, entry 3: its leaf 2 has another"),
        ("UPDATE tickets_leaf SET number = 3 WHERE index = 306", "game 8, entry 2: neither sealed"),
        ("UPDATE tickets_leaf SET index = -1 WHERE index = 0", "leaf -1: before the first"),
        ("UPDATE tickets_leaf SET index = 307 WHERE index = 306", "leaf 306: missing"),
        (UNSEAL, "game 8, entry 2: neither sealed in the log nor waiting"),
        (
            ";".join([UNSEAL, "DELETE FROM tickets_checkpoint WHERE size = 307"]),
            "game 8, entry 2: neither sealed in the log nor waiting",
        ),
        (f"{WAIT.format(306)};{UNSEAL}", "leaf 306: missing, of the 307"),
        ("DELETE FROM tickets_checkpoint WHERE size = 307", "leaf 305: no checkpoint signs it"),
        ("DELETE FROM tickets_checkpoint", "leaf 0: no checkpoint signs it"),
        ("UPDATE tickets_checkpoint SET root = sha256('') WHERE size = 303", "checkpoint 303: its note says other"),
        ("UPDATE tickets_checkpoint SET size = 304 WHERE size = 303", "checkpoint 304: its note says otherwise"),
        ("UPDATE tickets_checkpoint SET size = 308 WHERE size = 307", "leaf 307: missing, of the 308"),
        (
            "UPDATE tickets_checkpoint SET note = replace(note, '303', '304') WHERE size = 303",
            "checkpoint 303: the signature by illiko.live/test is wrong",
        ),
        (
            "UPDATE tickets_checkpoint SET note = (SELECT min(note) FROM tickets_checkpoint) WHERE size = 305",
            "checkpoint 305: its note says otherwise",
        ),
        (
            "UPDATE tickets_checkpoint SET note = concat(note, '— x.org AAAAAAA=', chr(10)) WHERE size = 3",
            "checkpoint 3: more than one signature",
        ),
        ("UPDATE tickets_checkpoint SET note = '' WHERE size = 3", "checkpoint 3: not a signed note"),
        ("UPDATE tickets_tile SET hashes = overlay(hashes PLACING '0' FROM 32 * 17 + 5)", "tile 0/0: .* of leaf 17"),
        ("UPDATE tickets_tile SET hashes = substr(hashes, 33)", "tile 0/0: 8160 bytes"),
        ("UPDATE tickets_tile SET root = sha256('')", "tile 0/0: the hash above it is wrong"),
        ("UPDATE tickets_tile SET number = 1", "tile 0/0: missing"),
        ("DELETE FROM tickets_tile", "tile 0/0: missing"),
        (PUT.format(0, 1), "tile 0/1: the log has no such full tile"),
        (PUT.format(1, 0), "tile 1/0: the log has no such full tile"),
        (PUT.format(0, -1), "tile 0/-1: the log has no such full tile"),
        (PUT.format(30_000, 2**62), f"tile 30000/{2**62}: the log has no such full tile"),
        (WAIT.format(2), "game 7, entry 3: its (leaf 2|line of the outbox) has no entry of its own"),
        (WAIT.format(306), "game 8, entry 2: its (leaf 306|line of the outbox) has no entry of its own"),
        (
            "INSERT INTO tickets_outbox (subject, subject_id, number, digest) VALUES (6, 7, 999, sha256(''))",
            "game 7, entry 999: its line of the outbox has no entry",
        ),
        ("UPDATE tickets_journalentry SET subject = 9 WHERE subject_id = 8", "subject 9 8, entry 1: no such subject"),
    ],
)
def test_what_was_altered_is_named(change: str, named: str, honest: None) -> None:
    verify()
    as_owner(change)
    with pytest.raises(CommandError, match=f"ALTERED: {named}"):
        call_command("verify_journal")


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ("DELETE FROM tickets_outbox WHERE number = 2", "game 9, entry 2: neither sealed in the log nor waiting"),
        (
            "UPDATE tickets_outbox SET digest = sha256('') WHERE number = 3",
            "game 9, entry 3: its line of the outbox has",
        ),
        (
            "INSERT INTO tickets_outbox (subject, subject_id, number, digest) "
            "SELECT subject, subject_id, number, digest FROM tickets_outbox WHERE number = 2",
            "game 9, entry 2: its line of the outbox has no entry of its own",
        ),
    ],
)
def test_what_waits_is_compared_too(change: str, named: str, cloned_db: str) -> None:
    sealed.write(3, game=9)
    verify()
    as_owner(change)
    with pytest.raises(Altered, match=named):
        verify()


def test_an_entry_sealed_out_of_its_chains_order_is_named(cloned_db: str) -> None:
    sealed.write(2)
    as_owner("UPDATE tickets_outbox SET id = 1000 - id")
    seal_once(sealed.signer(), at_once=1)
    with pytest.raises(Altered, match="game 7, entry 2: sealed before the entry before it, as leaf 0"):
        verify()


@pytest.mark.parametrize(("game", "number"), [(8, 3), (9, 1)])
def test_a_forged_entry_with_a_right_looking_chain_has_no_leaf(game: int, number: int, honest: None) -> None:
    previous = record.head(Subject.GAME, game).digest
    assert number > 1 or previous == GENESIS
    tampering.insert(chain.make(Subject.GAME, game, number, "note", {}, at=sealed.AT, previous=previous))
    with pytest.raises(Altered, match=f"game {game}, entry {number}: neither sealed in the log nor waiting"):
        verify()


def test_a_fork_signed_by_another_key_is_refused(honest: None, settings: Any) -> None:
    tampering.rewrite(Subject.GAME, 7, 100, {"word": "forged"}, rest=True)
    seal_everything_anew(sealed.signer())
    assert verify().checkpoints == 4, "with the true key, only a checkpoint kept elsewhere can tell"
    known, stranger = settings.SEAL_PUBLIC_KEYS, generate("illiko.live/test")
    settings.SEAL_PUBLIC_KEYS = [str(stranger.public)]
    seal_everything_anew(stranger)
    settings.SEAL_PUBLIC_KEYS = known
    with pytest.raises(Altered, match="checkpoint 3: not signed by a known key"):
        verify()


def test_a_replaced_public_key_opens_no_checkpoint(honest: None, settings: Any) -> None:
    settings.SEAL_PUBLIC_KEYS = [str(generate("illiko.live/test").public)]
    with pytest.raises(Altered, match="checkpoint 3: not signed by a known key"):
        verify()


def test_checkpoints_of_another_log_of_the_same_key_are_refused(honest: None, settings: Any) -> None:
    settings.SEAL_ORIGIN = "illiko.live/other"
    with pytest.raises(Altered, match="checkpoint 3: its note says otherwise"):
        verify()


def test_a_blocks_seal_rewritten_with_its_chain_is_told_by_its_leaf(cloned_db: str, printer: str) -> None:
    """Art. 3.2.1: its tickets, its row and its first entry all agree, and the log does not."""
    block = blocks.issued("sauve_souris", 1_000)
    seal_once(sealed.signer())
    verify()
    (first,) = record.entries(Subject.BLOCK, block.pk)
    as_owner("UPDATE tickets_block SET root = sha256('')")
    data = {"root": "forged"}
    tampering.rewrite(Subject.BLOCK, block.pk, first.number, data, rest=True)
    with pytest.raises(Altered, match=f"block {block.pk}, entry 1: its leaf . has another digest"):
        verify()
