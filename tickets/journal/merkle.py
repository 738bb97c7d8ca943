"""The Merkle tree of RFC 6962 and 9162: its hash, leaf by leaf in memory that grows with its logarithm, and proofs."""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256

EMPTY = sha256().digest()
Node = Callable[[int, int], bytes]  # (level, number) -> the hash above the 2**level leaves from number * 2**level on


def leaf_hash(leaf: bytes) -> bytes:
    """Return the hash of a leaf's content."""
    return sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the hash of the node above two hashes."""
    return sha256(b"\x01" + left + right).digest()


class Frontier:
    """A growing tree, of which only the roots of its perfect subtrees are kept, the largest first."""

    def __init__(self) -> None:
        self.size = 0
        self._roots: list[bytes] = []

    def append(self, leaf: bytes) -> None:
        """Add a leaf's content, not its hash, on the right."""
        node, roots, full = leaf_hash(leaf), self._roots, self.size
        while full & 1:  # a one bit is a perfect subtree of that height, which the new one completes
            node = node_hash(roots.pop(), node)
            full >>= 1
        roots.append(node)
        self.size += 1

    def root(self) -> bytes:
        """Return the tree hash of all leaves so far."""
        if not self._roots:
            return EMPTY
        *others, node = self._roots
        for left in reversed(others):
            node = node_hash(left, node)
        return node


def root(leaves: Iterable[bytes]) -> bytes:
    """Return the tree hash of some leaves' contents."""
    frontier = Frontier()
    for leaf in leaves:
        frontier.append(leaf)
    return frontier.root()


def root_at(size: int, node: Node) -> bytes:
    """Return the tree hash of the first `size` leaves."""
    return _hash(0, size, node) if size else EMPTY


def inclusion_proof(index: int, size: int, node: Node) -> list[bytes]:
    """Prove that leaf `index` (from 0) is in the tree of `size` leaves (RFC 9162, 2.1.3.1); ValueError if it isn't."""
    _, *beside = _way_up(index, size)
    return [_hash(first, after, node) for first, after in beside]


def root_of_inclusion(leaf_hash: bytes, index: int, size: int, proof: Sequence[bytes]) -> bytes:
    """Return the tree hash that a leaf's proof leads to (RFC 9162, 2.1.3.2); ValueError for one of the wrong shape."""
    _, *beside = _way_up(index, size)
    _check_shape(proof, len(beside))
    found = leaf_hash
    for (first, _), other in zip(beside, proof, strict=True):
        found = node_hash(other, found) if first < index else node_hash(found, other)
    return found


def consistency_proof(old: int, new: int, node: Node) -> list[bytes]:
    """Prove that the tree of `old` leaves begins that of `new` (RFC 9162, 2.1.4.1); ValueError unless old <= new."""
    if old == 0:
        return []
    start, *beside = _way_up(old - 1, new, ending=True)
    needed = [start, *beside] if start[0] else beside
    return [_hash(first, after, node) for first, after in needed]


def check_consistency(old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> None:
    """Check that the old tree begins the new one (RFC 9162, 2.1.4.2); ValueError says why that is not proved.

    An empty tree begins every tree: nothing is then learnt of the new one.
    """
    if old == 0:
        _check_empty(old_root, proof)
        return
    (start, _), *beside = _way_up(old - 1, new, ending=True)
    hashes = proof if start else [old_root, *proof]  # from leaf 0 on, the start is the old tree itself
    _check_shape(hashes, 1 + len(beside))
    was = now = hashes[0]
    for (first, _), other in zip(beside, hashes[1:], strict=True):
        if first < start:
            was, now = node_hash(other, was), node_hash(other, now)
        else:
            now = node_hash(now, other)
    if was != old_root:
        raise ValueError("the proof does not lead to the old tree")
    if now != new_root:
        raise ValueError("the proof does not lead to the new tree")


def _check_empty(old_root: bytes, proof: Sequence[bytes]) -> None:
    _check_shape(proof, 0)
    if old_root != EMPTY:
        raise ValueError("not the hash of an empty tree")


def _way_up(index: int, size: int, *, ending: bool = False) -> list[tuple[int, int]]:
    """From leaf `index`, or from the largest subtree ending with it, up to the root: it, then each subtree beside.

    A subtree is told by its first leaf and the one after its last.
    """
    if not 0 <= index < size:
        raise ValueError("no such leaf in a tree of this size")
    first, after = 0, size
    beside = []
    while after - first > 1 and not (ending and after == index + 1):
        middle = first + _left(after - first)
        if index < middle:
            beside.append((middle, after))
            after = middle
        else:
            beside.append((first, middle))
            first = middle
    return [(first, after), *reversed(beside)]


def _left(count: int) -> int:
    """How many of `count` leaves, at least two, are under the left child: the largest power of two below it."""
    return 1 << (count - 1).bit_length() - 1


def _hash(first: int, after: int, node: Node) -> bytes:
    count = after - first
    if count & count - 1 == 0:
        return node(count.bit_length() - 1, first // count)
    middle = first + _left(count)
    return node_hash(_hash(first, middle, node), _hash(middle, after, node))


def _check_shape(proof: Sequence[bytes], length: int) -> None:
    if len(proof) != length or any(len(hashed) != len(EMPTY) for hashed in proof):
        raise ValueError(f"a proof of {length} hashes was expected")
