"""Two saved checkpoints and the public tiles are enough to see a log forked, rolled back or altered."""

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.tools.receipts import KEY, OTHER, SIGNER, Log
from tickets.journal.notes import Signer
from tools import check_receipt

LEAVES = [bytes([number % 256, number // 256]) * 16 for number in range(700)]
FORKED = [*LEAVES[:100], b"x" * 32, *LEAVES[101:]]
Run = Callable[..., tuple[int, str]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tiles of 700 entries, as published."""
    return Log(LEAVES).write_tiles(tmp_path_factory.mktemp("tiles"))


@pytest.fixture
def compare(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the script on two checkpoints; gives its status and what it says."""

    def compare(old: str, new: str, tiles: object, *keys: str) -> tuple[int, str]:
        (tmp_path / "old.txt").write_text(old)
        (tmp_path / "new.txt").write_text(new)
        files = ["--from", str(tmp_path / "old.txt"), "--to", str(tmp_path / "new.txt"), "--tiles", str(tiles)]
        status = check_receipt.main([*files, *(word for key in keys or [KEY] for word in ("--key", key))])
        return status, capsys.readouterr().out

    return compare


@pytest.mark.parametrize("old", [1, 2, 3, 255, 256, 257, 511, 512, 600, 699, 700])
def test_an_older_checkpoint_begins_the_newer_one(old: int, folder: Path, compare: Run) -> None:
    status, said = compare(Log(LEAVES).checkpoint(old), Log(LEAVES).checkpoint(), folder)
    assert status == 0 and "Registre continu" in said and f"de {old} lignes" in said


def test_any_two_sizes_are_compared_from_the_tiles_of_the_newer(tmp_path: Path, compare: Run) -> None:
    for new in (5, 8, 31):
        log = Log(LEAVES[:new])
        place = log.write_tiles(tmp_path / str(new))
        for old in range(1, new + 1):
            assert compare(log.checkpoint(old), log.checkpoint(), place)[0] == 0
            if old > 2:
                forked = Log([LEAVES[0], b"x" * 32, *LEAVES[2:old]])
                assert "fourche" in compare(forked.checkpoint(), log.checkpoint(), place)[1]


@pytest.mark.parametrize("old", [101, 256, 512, 600, 700])
def test_a_fork_is_named(old: int, folder: Path, compare: Run) -> None:
    status, said = compare(Log(FORKED).checkpoint(old), Log(LEAVES).checkpoint(), folder)
    assert status == 1 and "REFUSÉ\u00a0: fourche" in said


def test_a_log_that_went_back_is_named(folder: Path, compare: Run) -> None:
    status, said = compare(Log(LEAVES).checkpoint(), Log(LEAVES).checkpoint(600), folder)
    assert status == 1 and "retour en arrière" in said


@pytest.mark.parametrize("path", ["tile/0/000", "tile/0/001", "tile/0/002.p/188", "tile/1/000.p/2"])
def test_an_altered_tile_is_named_when_it_is_needed(path: str, tmp_path: Path, compare: Run) -> None:
    """Tile 0/000 is needed by none of the two roots, of which tile 1/000 holds the hash above it."""
    log = Log(LEAVES)
    tile = log.write_tiles(tmp_path) / path
    tile.write_bytes(bytes([tile.read_bytes()[0] ^ 1]) + tile.read_bytes()[1:])
    status, said = compare(log.checkpoint(300), log.checkpoint(), tmp_path)
    assert (status, "tuiles altérées" in said) == ((0, False) if path == "tile/0/000" else (1, True))


@pytest.mark.parametrize("change", [lambda tile: tile[:-1], lambda tile: tile + b"x", lambda tile: b""])
def test_a_tile_of_another_length_is_named(change: Callable[[bytes], bytes], tmp_path: Path, compare: Run) -> None:
    tile = Log(LEAVES).write_tiles(tmp_path) / "tile/0/001"
    tile.write_bytes(change(tile.read_bytes()))
    status, said = compare(Log(LEAVES).checkpoint(300), Log(LEAVES).checkpoint(), tmp_path)
    assert status == 1 and "tile/0/001 est altérée" in said


def test_both_checkpoints_must_be_signed_by_given_keys_whatever_the_key_of_each(folder: Path, compare: Run) -> None:
    """The log's key was changed between the two."""
    old, new = Log(LEAVES).checkpoint(300), Log(LEAVES).checkpoint(signer=OTHER)
    assert compare(old, new, folder, KEY, str(OTHER.public))[0] == 0
    for key in (KEY, str(OTHER.public)):
        status, said = compare(old, new, folder, key)
        assert status == 1 and "n’est pas signé" in said


def test_two_logs_are_not_compared(folder: Path, compare: Run) -> None:
    other = Signer("x.org/journal", SIGNER.key)
    status, said = compare(
        Log(LEAVES).checkpoint(3), Log(LEAVES).checkpoint(signer=other), folder, KEY, str(other.public)
    )
    assert status == 1 and "deux registres différents" in said


def test_an_altered_checkpoint_is_refused(folder: Path, compare: Run) -> None:
    note = Log(LEAVES).checkpoint(300)
    for altered in (note.replace("300", "299"), note.replace("300", "0300"), note + "\n", "", note.replace("—", "-")):
        assert compare(altered, Log(LEAVES).checkpoint(), folder)[0] == 1


@pytest.fixture
def address(folder: Path) -> Iterator[str]:
    """The tiles on the web."""
    handler = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder))) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
        serving.join()


def test_tiles_are_read_from_the_web(address: str, compare: Run) -> None:
    assert compare(Log(LEAVES).checkpoint(300), Log(LEAVES).checkpoint(), address)[0] == 0
    status, said = compare(Log(LEAVES).checkpoint(300), Log(LEAVES[:650]).checkpoint(), address)
    assert status == 1 and "ne peut pas être lue" in said


@pytest.mark.parametrize("tiles", ["http://127.0.0.1:1", "http://", "https://[", "no such folder", "nul\0"])
def test_tiles_out_of_reach_get_a_clear_message(tiles: str, compare: Run) -> None:
    status, said = compare(Log(LEAVES).checkpoint(300), Log(LEAVES).checkpoint(), tiles)
    assert status == 1 and "ne peut pas être lue" in said
