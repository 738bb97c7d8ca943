"""The Merkle tree's hash and proofs, against published vectors and the definitions (RFC 6962, 2.1; RFC 9162, 2.1)."""

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
# By leaf (from 0) and size; and by the sizes of two trees.
INCLUSION = {
    (0, 1): [],
    (0, 8): [
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ],
    (5, 8): [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 3): ["fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"],
    (1, 5): [
        "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
CONSISTENCY = {
    (1, 1): [],
    (1, 8): INCLUSION[0, 8],
    (6, 8): [
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ],
    (2, 5): [
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
    ],
}
some_leaves = st.lists(st.binary(max_size=4), min_size=1, max_size=70)


def defined(leaves: list[bytes]) -> bytes:
    """The tree hash word for word as the RFC defines it."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\x00" + leaves[0]).digest()
    half = half_of(leaves)
    return hashlib.sha256(b"\x01" + defined(leaves[:half]) + defined(leaves[half:])).digest()


def half_of(leaves: list[bytes]) -> int:
    half = 1
    while half * 2 < len(leaves):
        half *= 2
    return half


def path_defined(index: int, leaves: list[bytes]) -> list[bytes]:
    """RFC 9162, 2.1.3.1, word for word."""
    if len(leaves) == 1:
        return []
    half = half_of(leaves)
    if index < half:
        return [*path_defined(index, leaves[:half]), defined(leaves[half:])]
    return [*path_defined(index - half, leaves[half:]), defined(leaves[:half])]


def subproof_defined(old: int, leaves: list[bytes], known: bool) -> list[bytes]:
    """RFC 9162, 2.1.4.1, word for word."""
    if old == len(leaves):
        return [] if known else [defined(leaves)]
    half = half_of(leaves)
    if old <= half:
        return [*subproof_defined(old, leaves[:half], known), defined(leaves[half:])]
    return [*subproof_defined(old - half, leaves[half:], False), defined(leaves[:half])]


def node_of(leaves: list[bytes]) -> merkle.Node:
    """Perfect subtrees only, all of whose leaves are there."""

    def node(level: int, number: int) -> bytes:
        below = leaves[number << level : number + 1 << level]
        assert len(below) == 1 << level
        return defined(below)

    return node


def altered(proof: list[bytes]) -> list[list[bytes]]:
    """The proof cut, extended, reordered, or with a hash changed or cut."""
    others = [proof[:-1], proof[1:], [*proof, bytes(32)], [bytes(32), *proof], proof[::-1]]
    others += [[*proof[:at], bytes(32), *proof[at + 1 :]] for at in range(len(proof))]
    others += [[*proof[:at], proof[at][:-1], *proof[at + 1 :]] for at in range(len(proof))]
    return [other for other in others if other != proof]


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


@pytest.mark.parametrize(("index", "size"), INCLUSION)
def test_the_published_inclusion_proofs_are_made_and_checked(index, size):
    proof = merkle.inclusion_proof(index, size, node_of(LEAVES))
    assert [hashed.hex() for hashed in proof] == INCLUSION[index, size]
    found = merkle.root_of_inclusion(merkle.leaf_hash(LEAVES[index]), index, size, proof)
    assert found.hex() == ROOTS[size]


@pytest.mark.parametrize(("old", "new"), CONSISTENCY)
def test_the_published_consistency_proofs_are_made_and_checked(old, new):
    proof = merkle.consistency_proof(old, new, node_of(LEAVES))
    assert [hashed.hex() for hashed in proof] == CONSISTENCY[old, new]
    merkle.check_consistency(old, new, bytes.fromhex(ROOTS[old]), bytes.fromhex(ROOTS[new]), proof)


@given(some_leaves, st.data())
def test_proofs_are_those_defined_and_right(leaves, data):
    size = len(leaves)
    index, old = data.draw(st.integers(0, size - 1)), data.draw(st.integers(1, size))
    node = node_of(leaves)
    root = merkle.root_at(size, node)
    assert root == defined(leaves)
    inclusion, consistency = merkle.inclusion_proof(index, size, node), merkle.consistency_proof(old, size, node)
    assert inclusion == path_defined(index, leaves)
    assert consistency == subproof_defined(old, leaves, True)
    assert merkle.root_of_inclusion(merkle.leaf_hash(leaves[index]), index, size, inclusion) == root
    merkle.check_consistency(old, size, defined(leaves[:old]), root, consistency)


@given(some_leaves, st.data())
def test_an_altered_inclusion_proof_leads_elsewhere_or_nowhere(leaves, data):
    size = len(leaves)
    index = data.draw(st.integers(0, size - 1))
    root, leaf = defined(leaves), merkle.leaf_hash(leaves[index])
    for proof in altered(path_defined(index, leaves)):
        try:
            assert merkle.root_of_inclusion(leaf, index, size, proof) != root
        except ValueError as error:
            assert "hashes was expected" in str(error)  # noqa: PT017


@given(st.lists(st.binary(max_size=4), min_size=2, max_size=70, unique=True), st.data())
def test_a_leaf_is_proved_at_no_other_place(leaves, data):
    size = len(leaves)
    index, other = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size - 1))
    leaf, proof = merkle.leaf_hash(leaves[index]), path_defined(index, leaves)
    if other != index and len(path_defined(other, leaves)) == len(proof):
        assert merkle.root_of_inclusion(leaf, other, size, proof) != defined(leaves)


@given(some_leaves, st.data())
def test_an_altered_consistency_proof_is_refused(leaves, data):
    size = len(leaves)
    old = data.draw(st.integers(1, size))
    was, now = defined(leaves[:old]), defined(leaves)
    right = subproof_defined(old, leaves, True)
    for proof in altered(right):
        with pytest.raises(ValueError, match=r"expected|does not lead"):
            merkle.check_consistency(old, size, was, now, proof)
    for old_root, new_root in ((bytes(32), now), (was, bytes(32))):
        with pytest.raises(ValueError, match="does not lead"):
            merkle.check_consistency(old, size, old_root, new_root, right)


@given(some_leaves, st.data())
def test_a_tree_with_one_old_leaf_changed_is_no_continuation(leaves, data):
    old = data.draw(st.integers(1, len(leaves)))
    place = data.draw(st.integers(0, old - 1))
    forked = [*leaves[:place], leaves[place] + b"x", *leaves[place + 1 :]]
    proof = merkle.consistency_proof(old, len(forked), node_of(forked))
    with pytest.raises(ValueError, match="does not lead"):
        merkle.check_consistency(old, len(forked), defined(leaves[:old]), defined(forked), proof)


@pytest.mark.parametrize("cut", [b"", bytes(31), bytes(33)])
def test_a_proof_of_anything_but_whole_hashes_is_refused(cut):
    with pytest.raises(ValueError, match="hashes was expected"):
        merkle.root_of_inclusion(bytes(32), 0, 2, [cut])
    with pytest.raises(ValueError, match="hashes was expected"):
        merkle.check_consistency(1, 2, bytes(32), bytes(32), [cut])


@pytest.mark.parametrize(("index", "size"), [(0, 0), (1, 1), (8, 8), (-1, 3)])
def test_no_proof_is_made_or_read_for_a_leaf_that_is_not_there(index, size):
    with pytest.raises(ValueError, match="no such leaf"):
        merkle.inclusion_proof(index, size, node_of(LEAVES))
    with pytest.raises(ValueError, match="no such leaf"):
        merkle.root_of_inclusion(bytes(32), index, size, [])


def test_a_tree_can_not_begin_a_smaller_one():
    with pytest.raises(ValueError, match="no such leaf"):
        merkle.consistency_proof(5, 4, node_of(LEAVES))
    with pytest.raises(ValueError, match="no such leaf"):
        merkle.check_consistency(5, 4, bytes(32), bytes(32), [])


def test_an_empty_tree_begins_every_tree():
    assert merkle.root_at(0, node_of([])) == merkle.EMPTY
    assert merkle.consistency_proof(0, 8, node_of(LEAVES)) == []
    merkle.check_consistency(0, 8, merkle.EMPTY, bytes.fromhex(ROOTS[8]), [])
    for root, proof in ((bytes(32), []), (merkle.EMPTY, [bytes(32)])):
        with pytest.raises(ValueError, match=r"expected|empty"):
            merkle.check_consistency(0, 8, root, bytes.fromhex(ROOTS[8]), proof)
