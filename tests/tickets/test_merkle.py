"""The Merkle tree hash, against published vectors and the definition (RFC 6962, 2.1)."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tickets.journal import merkle
from tickets.journal.merkle import Frontier

# The test vectors of the Certificate Transparency project: leaves, and the root over the first n of them.
LEAVES = [
    bytes.fromhex(leaf)
    for leaf in ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def defined(leaves: list[bytes]) -> bytes:
    """The tree hash word for word as the RFC defines it."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return hashlib.sha256(b"\x01" + defined(leaves[:half]) + defined(leaves[half:])).digest()


@pytest.mark.parametrize("size", range(9))
def test_the_published_roots_are_found(size):
    assert merkle.root(LEAVES[:size]).hex() == ROOTS[size]


def test_a_growing_tree_has_every_published_root_in_turn():
    frontier = Frontier()
    for size, leaf in enumerate(LEAVES):
        assert (frontier.size, frontier.root().hex()) == (size, ROOTS[size])
        frontier.append(leaf)
    assert frontier.root().hex() == ROOTS[8]


@given(st.lists(st.binary(max_size=40), max_size=300))
def test_the_root_is_the_one_defined(leaves):
    assert merkle.root(iter(leaves)) == defined(leaves)


def test_a_leaf_is_never_taken_for_a_node():
    left, right = merkle.leaf_hash(b"a"), merkle.leaf_hash(b"b")
    assert merkle.root([b"a", b"b"]) == merkle.node_hash(left, right)
    assert merkle.leaf_hash(left + right) != merkle.node_hash(left, right)


@given(st.lists(st.binary(max_size=8), min_size=2, max_size=40, unique=True), st.data())
def test_leaves_in_another_order_or_one_fewer_give_another_root(leaves, data):
    other = data.draw(st.permutations(leaves).filter(lambda order: order != leaves))
    assert merkle.root(other) != merkle.root(leaves) != merkle.root(leaves[:-1])
