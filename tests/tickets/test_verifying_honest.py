"""An honest log is verified whole, at any size and while the site works on; the command tells how much (art. 4.4.2)."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

from tests.tickets import sealed
from tickets import record
from tickets.journal import merkle
from tickets.journal.chain import Subject
from tickets.journal.notes import generate
from tickets.journal.tiles import WIDTH
from tickets.models import Leaf
from tickets.seal.sealer import seal_once
from tickets.verifying import verify
from tickets.verifying.growth import Growth

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    """Where the command keeps how far it is."""
    settings.VAR = tmp_path


def test_an_honest_log_is_verified_whole(honest: None) -> None:
    counts = verify()
    assert (counts.entries, counts.chains, counts.sealed, counts.checkpoints, counts.waiting) == (307, 2, 307, 4, 0)
    sealed.write(1, game=9)
    assert verify().waiting == 1


def test_many_checkpoints_on_and_around_the_edges_of_tiles_are_verified() -> None:
    sealed.seal([1] * 30 + [225, 1, 1, 254, 1, 300])
    assert verify().checkpoints == 36


def test_checkpoints_of_the_key_before_stay_good_after_a_rotation(honest: None, settings: Any) -> None:
    new = generate("illiko.live/test")
    settings.SEAL_PUBLIC_KEYS = [*settings.SEAL_PUBLIC_KEYS, str(new.public)]
    sealed.write(1)
    assert seal_once(new) == 1
    assert verify().checkpoints == 5


@pytest.fixture
def elsewhere() -> Iterator[Callable[..., Any]]:
    """Runs something on a connection of its own, as a site at work does."""

    def run(work: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return work(*arguments)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        yield lambda *work: pool.submit(run, *work).result()


def test_what_is_sealed_while_the_log_is_read_raises_no_alarm(honest: None, elsewhere: Callable[..., Any]) -> None:
    @contextmanager
    def sealing(unit: str, total: int) -> Iterator[Callable[[int], object]]:
        yield (lambda count: elsewhere(sealed.seal, [300])) if unit == "leaves" else (lambda count: None)

    assert verify(watch=sealing).sealed == 307
    assert Leaf.objects.count() == 307 + 4 * 300
    assert verify().sealed == 307 + 4 * 300


def test_a_site_at_work_raises_no_alarm(cloned_db: str) -> None:
    stop = threading.Event()

    def until_stopped(work: Callable[[], object]) -> None:
        while not stop.is_set():
            work()
        connection.close()

    with ThreadPoolExecutor(2) as pool:
        working = [pool.submit(until_stopped, lambda: sealed.write(5))]
        working.append(pool.submit(until_stopped, lambda: seal_once(sealed.signer())))
        for _ in range(15):
            verify()
        stop.set()
    assert all(work.exception() is None for work in working)
    assert verify().checkpoints > 1


def test_the_command_tells_what_it_verified_and_that_the_sealer_stands_still(
    honest: None, capsys: pytest.CaptureFixture[str]
) -> None:
    at = timezone.now() - timedelta(minutes=2)
    record.append(Subject.GAME, 9, "note", {}, at=at)
    call_command("verify_journal")
    out, err = capsys.readouterr()
    assert "308 entries of 3 chains, 307 sealed by 4 checkpoints, 1 waiting, 0 tickets of 0 blocks." in out
    assert "waiting for 12" in err and "is the sealer running?" in err
    seal_once(sealed.signer())
    call_command("verify_journal")
    assert "waiting for" not in capsys.readouterr().err


def test_a_growing_tree_gives_the_tree_hash_at_any_size_and_its_tiles() -> None:
    """RFC 6962, section 2.1; C2SP tlog-tiles: sizes that reach the third level."""
    leaves = [number.to_bytes(4) for number in range(WIDTH**2 + WIDTH + 1)]
    growth, full = Growth(), []
    assert growth.root() == merkle.EMPTY
    for leaf in leaves:
        full += growth.add(leaf)
        if growth.size in {1, 2, 3, 255, 256, 257, 1000, WIDTH**2 - 1, WIDTH**2}:
            assert growth.root() == merkle.root(leaves[: growth.size])
            growth = Growth(growth.size, growth.edges())
    assert growth.root() == merkle.root(leaves)
    assert [tile[:2] for tile in full if tile.level] == [(1, 0)]
    assert [tile.number for tile in full if not tile.level] == list(range(WIDTH + 1))
    assert full[3].root == merkle.root(leaves[3 * WIDTH : 4 * WIDTH])
    (above,) = (tile for tile in full if tile.level)
    assert above.root == merkle.root(leaves[: WIDTH**2])
    assert above.hashes == b"".join(tile.root for tile in full[:WIDTH])
