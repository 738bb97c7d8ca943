"""What the log shows to everybody lets an outsider recompute it, and tells nothing else."""

import re

import pytest
from django.conf import settings
from django.test import Client

from tests.tickets import sealed
from tickets.journal import checkpoint, merkle, tiles
from tickets.journal.notes import open_note
from tickets.seal import keys

pytestmark = pytest.mark.django_db


def fetched(client: Client, level: tiles.Level, number: int, width: int = tiles.WIDTH) -> bytes:
    answer = client.get(f"/sceau/{tiles.path(level, number, width)}")
    assert answer.status_code == 200 and "immutable" in answer["Cache-Control"]
    return answer.content


def test_the_latest_checkpoint_opens_with_the_public_key(client: Client) -> None:
    """C2SP tlog-checkpoint."""
    assert client.get("/sceau/checkpoint").status_code == 404
    sealed.seal([2, 3])
    answer = client.get("/sceau/checkpoint")
    assert answer["Content-Type"] == "text/plain; charset=utf-8" and "no-cache" in answer["Cache-Control"]
    text, _ = open_note(answer.text, keys.verifiers())
    told = checkpoint.Checkpoint.parse(text)
    assert (told.size, told.root) == (5, merkle.root(sealed.leaves()))


def test_an_outsider_recomputes_the_root_from_the_tiles(client: Client) -> None:
    """C2SP tlog-tiles."""
    sealed.seal([300, 300])
    hashes = fetched(client, 0, 0) + fetched(client, 0, 1) + fetched(client, 0, 2, 88)
    assert hashes == b"".join(map(merkle.leaf_hash, sealed.leaves()))
    assert fetched(client, 1, 0, 2) == merkle.root(sealed.leaves()[:256]) + merkle.root(sealed.leaves()[256:512])
    entries = fetched(client, "entries", 1) + fetched(client, "entries", 2, 88)
    assert entries == b"".join(b"\x00\x20" + leaf for leaf in sealed.leaves()[256:])


def test_an_earlier_width_of_a_tile_stays_what_it_was(client: Client) -> None:
    sealed.seal([10])
    before = fetched(client, 0, 0, 10)
    sealed.seal([300])
    assert fetched(client, 0, 0, 10) == before


@pytest.mark.parametrize(
    "address", ["0/000", "0/000.p/11", "0/001.p/1", "1/000.p/1", "entries/000.p/11", "0/0", "../../admin/", "0/000.p/0"]
)
def test_what_is_not_sealed_or_not_an_address_is_not_found(client: Client, address: str) -> None:
    sealed.seal([10])
    assert client.get(f"/sceau/tile/{address}").status_code == 404


def test_the_program_that_checks_receipts_is_there_to_download(client: Client) -> None:
    answer = client.get("/sceau/check_receipt.py")
    assert answer.content == (settings.BASE_DIR / "tools/check_receipt.py").read_bytes()
    assert answer["Content-Disposition"] == 'attachment; filename="check_receipt.py"'


def test_the_page_tells_the_size_the_root_and_the_keys(client: Client) -> None:
    assert "Rien n’est encore scellé" in client.get("/sceau/").text
    sealed.seal([1234])
    page = client.get("/sceau/").text
    assert merkle.root(sealed.leaves()).hex() in page
    assert re.search(r"1.234", page) and str(keys.verifiers()[-1]) in page
