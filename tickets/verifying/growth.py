"""The log's tree as it grows leaf by leaf: its root at any size, and each tile at the moment it becomes full."""

from collections.abc import Iterable
from typing import NamedTuple

from tickets.journal.merkle import EMPTY, leaf_hash, node_hash
from tickets.journal.tiles import WIDTH

_LENGTH = len(EMPTY)


class Full(NamedTuple):
    """A tile that the last leaf filled (C2SP tlog-tiles), and the hash above it."""

    level: int
    number: int
    hashes: bytes
    root: bytes


class _Edge:
    """One level's tile that is not full yet, and the roots of the perfect subtrees of its hashes, largest first."""

    __slots__ = ("hashes", "roots")

    def __init__(self, hashes: Iterable[bytes] = ()) -> None:
        self.hashes: list[bytes] = []
        self.roots: list[bytes] = []
        for node in hashes:
            self.add(node)

    def add(self, node: bytes) -> None:
        count, roots = len(self.hashes), self.roots
        self.hashes.append(node)
        while count & 1:  # a one bit is a perfect subtree of that height, which the new one completes
            node = node_hash(roots.pop(), node)
            count >>= 1
        roots.append(node)


class Growth:
    """A tree of which the right edge alone is in memory."""

    def __init__(self, size: int = 0, edges: Iterable[bytes] = ()) -> None:
        self.size = size
        self._edges = [_Edge(_cut(hashes)) for hashes in edges] or [_Edge()]

    def add(self, leaf: bytes) -> list[Full]:
        """Add a leaf's content on the right; the tiles that it fills, lowest first."""
        self._edges[0].add(leaf_hash(leaf))
        self.size += 1
        return self._full() if self.size % WIDTH == 0 else []

    def root(self) -> bytes:
        """The tree hash of all leaves so far (RFC 6962)."""
        roots = [root for edge in reversed(self._edges) for root in edge.roots]
        if not roots:
            return EMPTY
        *others, node = roots
        for left in reversed(others):
            node = node_hash(left, node)
        return node

    def edges(self) -> list[bytes]:
        """The hashes of each level's tile that is not full yet: with the size, all that there is to keep."""
        return [b"".join(edge.hashes) for edge in self._edges]

    def _full(self) -> list[Full]:
        full, level, number = [], 0, self.size
        while len(self._edges[level].hashes) == WIDTH:
            edge, self._edges[level] = self._edges[level], _Edge()
            number //= WIDTH
            full.append(Full(level, number - 1, b"".join(edge.hashes), edge.roots[0]))
            level += 1
            if level == len(self._edges):
                self._edges.append(_Edge())
            self._edges[level].add(edge.roots[0])
        return full


def _cut(hashes: bytes) -> list[bytes]:
    return [hashes[at : at + _LENGTH] for at in range(0, len(hashes), _LENGTH)]
