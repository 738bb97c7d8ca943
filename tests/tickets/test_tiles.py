"""Tiles have one address each, and bundles one encoding (C2SP tlog-tiles)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tickets.journal import tiles

PATHS = {  # after the specification's examples
    (0, 0, 256): "tile/0/000",
    (0, 0, 1): "tile/0/000.p/1",
    (0, 999, 256): "tile/0/999",
    (0, 1000, 256): "tile/0/x001/000",
    (0, 1234067, 256): "tile/0/x001/x234/067",
    (0, 1234067, 8): "tile/0/x001/x234/067.p/8",
    (1, 1, 112): "tile/1/001.p/112",
    (63, 0, 255): "tile/63/000.p/255",
    ("entries", 273, 256): "tile/entries/273",
    ("entries", 1234067, 8): "tile/entries/x001/x234/067.p/8",
}


@pytest.mark.parametrize("tile", PATHS)
def test_the_addresses_are_those_of_the_specification(tile):
    assert tiles.path(*tile) == PATHS[tile]
    assert tiles.parse(PATHS[tile]) == tile


@given(st.one_of(st.integers(0, 63), st.just("entries")), st.integers(0, 2**54 - 1), st.integers(1, 256))
def test_every_address_is_read_back(level, number, width):
    assert tiles.parse(tiles.path(level, number, width)) == (level, number, width)


@pytest.mark.parametrize("tile", [(-1, 0), (64, 0), (0, -1), (0, 2**54), (0, 0, 0), (0, 0, 257), ("entries", -1)])
def test_what_can_not_be_has_no_address(tile):
    with pytest.raises(ValueError, match="no tile"):
        tiles.path(*tile)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "tile/0",
        "tile/0/",
        "tile/0/0",
        "tile/0/0000",
        "tile/00/000",
        "tile/64/000",
        "tile/-1/000",
        "tile/data/000",
        "tile/0/x000/001",
        "tile/0/x001",
        "tile/0/001/000",
        "tile/0/x001000",
        "tile/0/X001/000",
        "tile/0/000.p/0",
        "tile/0/000.p/256",
        "tile/0/000.p/08",
        "tile/0/000.p/",
        "tile/0/000.p",
        "tile/0/000\n",
        "/tile/0/000",
        "tile/0/٠٠٠",
        "tile/0/" + "x999/" * 5 + "999",
        "tile/0/" + "x999/" * 50 + "999",
    ],
)
def test_any_other_address_is_refused(address):
    with pytest.raises(ValueError, match="tile"):
        tiles.parse(address)


def test_a_bundle_tells_each_entry_s_length_then_the_entry():
    assert tiles.bundle([b"", b"abc", bytes(256)]) == b"\0\0" + b"\0\3abc" + b"\1\0" + bytes(256)
    assert tiles.bundle([]) == b""


def test_an_entry_too_long_for_a_bundle_is_refused():
    assert len(tiles.bundle([bytes(65_535)])) == 65_537
    with pytest.raises(OverflowError):
        tiles.bundle([bytes(65_536)])
