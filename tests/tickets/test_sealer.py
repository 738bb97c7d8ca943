"""The sealer numbers every committed entry once, in one log that only grows, and signs what it holds (art. 4.4.2)."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection, connections, transaction
from django.db.utils import ProgrammingError

from tests.tickets import sealed
from tickets import record
from tickets.journal import checkpoint, merkle
from tickets.journal.chain import Subject
from tickets.journal.notes import Signer, generate, open_note
from tickets.models import Checkpoint, JournalEntry, Leaf, Outbox, Tile
from tickets.seal import keys
from tickets.seal.sealer import TAKE, Forked, seal_forever, seal_once
from tickets.seal.tree import Tree

pytestmark = pytest.mark.django_db
SIZES = (1, 1, 253, 1, 1, 300, 212)  # ends just before, on and after a tile's edge


def last() -> Checkpoint:
    return Checkpoint.objects.order_by("-size")[0]


def test_every_entry_waits_from_its_commit_on_and_is_sealed_once() -> None:
    sealed.write(3)
    assert [waiting.number for waiting in Outbox.objects.order_by("id")] == [1, 2, 3]
    assert seal_once(sealed.signer()) == 3
    assert not Outbox.objects.exists()
    assert sealed.leaves() == sealed.digests()
    assert seal_once(sealed.signer()) == 0
    assert Checkpoint.objects.count() == 1


def test_each_checkpoint_signs_the_size_and_the_tree_hash_of_all_leaves_so_far() -> None:
    """RFC 6962, section 2.1; C2SP tlog-checkpoint."""
    sealed.seal(SIZES)
    leaves = sealed.leaves()
    made = list(Checkpoint.objects.order_by("size"))
    assert [one.size for one in made] == [sum(SIZES[:count]) for count in range(1, len(SIZES) + 1)]
    for one in made:
        text, _ = open_note(one.note, keys.verifiers())
        told = checkpoint.Checkpoint.parse(text)
        assert (told.origin, told.size, told.root) == ("illiko.live/test", one.size, bytes(one.root))
        assert told.root == merkle.root(leaves[: one.size])


def test_full_tiles_are_kept_as_they_fill() -> None:
    """C2SP tlog-tiles."""
    sealed.seal(SIZES)
    kept = Tile.objects.order_by("level", "number")
    assert [(tile.level, tile.number) for tile in kept] == [(0, 0), (0, 1), (0, 2)]
    assert bytes(kept[1].hashes) == b"".join(merkle.leaf_hash(leaf) for leaf in sealed.leaves()[256:512])
    assert bytes(kept[1].root) == merkle.root(sealed.leaves()[256:512])


def test_any_leaf_is_proved_in_any_checkpoint_from_the_tiles() -> None:
    sealed.seal(SIZES)
    leaves, tree = sealed.leaves(), Tree()
    assert tree.size == sum(SIZES)
    for size in (1, 255, 256, 257, 600, 769):
        root = merkle.root(leaves[:size])
        assert merkle.root_at(size, tree.node) == root
        for index in {0, size // 2, size - 1}:
            proof = merkle.inclusion_proof(index, size, tree.node)
            assert merkle.root_of_inclusion(merkle.leaf_hash(leaves[index]), index, size, proof) == root


def test_sixty_six_thousand_leaves_reach_the_third_level_of_tiles() -> None:
    digests = [number.to_bytes(32) for number in range(66_000)]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO tickets_outbox (subject, subject_id, number, digest)"
            " SELECT 6, 1, n + 1, decode(lpad(to_hex(n), 64, '0'), 'hex') FROM generate_series(0, 65999) n ORDER BY n"
        )
    assert [seal_once(sealed.signer()) for _ in range(4)] == [20_000, 20_000, 20_000, 6_000]
    root = merkle.root(digests)
    assert bytes(last().root) == root
    assert Tile.objects.filter(level=1).count() == 1
    assert merkle.root_at(66_000, Tree().node) == root


def test_what_waits_is_taken_in_one_pass_whatever_the_planner_believes() -> None:
    """An outbox that was empty when it was last looked at, and fills while no sealer works."""
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN {TAKE}", [20_000])
        plan = "\n".join(row[0] for row in cursor.fetchall())
    assert "Delete on tickets_outbox" in plan and "Join" not in plan and "Nested Loop" not in plan


def test_an_entry_committed_late_is_not_lost(cloned_db: str) -> None:
    """Its number in the outbox is lower than those sealed before it was committed."""
    started, go_on = threading.Event(), threading.Event()

    def late() -> None:
        with transaction.atomic():
            record.append(Subject.GAME, 1, "note", {}, at=sealed.AT)
            started.set()
            go_on.wait(10)
        connection.close()

    writing = threading.Thread(target=late)
    writing.start()
    started.wait(10)
    sealed.write(2)
    assert seal_once(sealed.signer()) == 2
    go_on.set()
    writing.join()
    assert seal_once(sealed.signer()) == 1
    assert Leaf.objects.get(index=2).subject_id == 1


def test_of_two_sealers_one_works(cloned_db: str) -> None:
    sealed.write(200)

    def seal(_: int) -> int:
        count = 0
        while Outbox.objects.exists():
            count += seal_once(sealed.signer(), at_once=10)
        connection.close()
        return count

    with ThreadPoolExecutor(2) as pool:
        assert sum(pool.map(seal, range(2))) == 200
    assert sealed.leaves() == sealed.digests()


def test_a_failure_before_the_commit_seals_nothing_and_loses_nothing(cloned_db: str) -> None:
    class Unable(Signer):
        def sign(self, text: str) -> str:
            raise OSError("the key can't be reached")

    sealed.seal([3])
    sealed.write(300)
    with pytest.raises(OSError, match="can't be reached"):
        seal_once(Unable.read(str(sealed.signer().private)))
    assert (Leaf.objects.count(), Tile.objects.count(), Outbox.objects.count()) == (3, 0, 300)
    assert seal_once(sealed.signer()) == 300
    assert bytes(last().root) == merkle.root(sealed.leaves())


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tickets_leaf SET digest = sha256('') WHERE index = 2",
        "DELETE FROM tickets_leaf WHERE index = 2",
        "UPDATE tickets_checkpoint SET root = sha256('')",
        "DELETE FROM tickets_checkpoint",
    ],
)
def test_nothing_is_sealed_on_top_of_an_altered_log(change: str, cloned_db: str) -> None:
    sealed.seal([3])
    with connections["owner"].cursor() as cursor:
        for table in ("leaf", "checkpoint"):
            cursor.execute(f"ALTER TABLE tickets_{table} DISABLE TRIGGER USER")
        cursor.execute(change)
    sealed.write(1)
    with pytest.raises((Forked, DatabaseError)):
        seal_once(sealed.signer())
    assert Outbox.objects.count() == 1


@pytest.fixture
def running(cloned_db: str) -> Iterator[None]:
    """A sealer at work beside the test."""
    stop = threading.Event()
    sealing = threading.Thread(target=seal_forever, args=(sealed.signer(), stop))
    sealing.start()
    yield
    stop.set()
    sealing.join()


def test_an_entry_is_sealed_within_two_seconds_of_its_commit(running: None) -> None:
    for _ in range(3):
        sealed.write(50)
        committed = time.monotonic()
        while Outbox.objects.exists():
            assert time.monotonic() - committed < 2
            time.sleep(0.02)


@pytest.mark.parametrize("table", ["journalentry", "leaf", "tile", "checkpoint"])
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tickets_{} SET {} = {}",
        "DELETE FROM tickets_{}",
        "TRUNCATE tickets_{}",
        "ALTER TABLE tickets_{} DISABLE TRIGGER USER",
        "DROP TRIGGER tickets_{}_no_change ON tickets_{}",
        "DROP TABLE tickets_{}",
    ],
)
def test_the_application_may_change_nothing_of_the_record(table: str, change: str) -> None:
    column = {"journalentry": "kind", "leaf": "number", "tile": "number", "checkpoint": "note"}[table]
    trigger = {"journalentry": "journal"}.get(table, table)
    statement = (
        change.format(table, column, column)
        if "SET" in change
        else change.replace("_{}_no", f"_{trigger}_no").format(table)
    )
    with (
        pytest.raises(ProgrammingError, match=r"permission denied|must be owner"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


@pytest.mark.parametrize("table", ["leaf", "tile", "checkpoint"])
@pytest.mark.parametrize("change", ["UPDATE tickets_{0} SET {1} = {1}", "DELETE FROM tickets_{0}"])
def test_the_database_refuses_changes_of_the_log_even_from_its_owner(table: str, change: str, cloned_db: str) -> None:
    sealed.seal([256])
    column = {"leaf": "number", "tile": "number", "checkpoint": "note"}[table]
    with connections["owner"].cursor() as cursor, pytest.raises(ProgrammingError, match="is refused"):
        cursor.execute(change.format(table, column))


def test_entries_are_in_the_outbox_even_when_written_row_by_row(cloned_db: str) -> None:
    sealed.write(2)
    assert Outbox.objects.count() == JournalEntry.objects.count() == 2


def test_a_sealer_without_its_key_or_with_one_nobody_knows_does_not_start(settings: Any) -> None:
    settings.SEAL_KEY = generate("illiko.live/test").private
    with pytest.raises(ImproperlyConfigured, match="SEAL_PUBLIC_KEYS"):
        keys.signer()
    settings.SEAL_KEY = ""
    with pytest.raises(ImproperlyConfigured, match="SEAL_KEY"):
        keys.signer()


def test_a_key_is_replaced_and_the_old_one_still_opens_what_it_signed(settings: Any) -> None:
    sealed.seal([2])
    new = generate("illiko.live/test")
    settings.SEAL_PUBLIC_KEYS = [*settings.SEAL_PUBLIC_KEYS, str(new.public)]
    settings.SEAL_KEY = new.private
    sealed.write(1)
    assert seal_once(keys.signer()) == 1
    signed_by = [open_note(one.note, keys.verifiers())[1] for one in Checkpoint.objects.order_by("size")]
    assert signed_by == list(keys.verifiers())
