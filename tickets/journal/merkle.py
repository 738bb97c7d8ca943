"""The Merkle tree hash of RFC 6962, computed leaf by leaf in a memory that grows with its logarithm."""

from collections.abc import Iterable
from hashlib import sha256

EMPTY = sha256().digest()


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
