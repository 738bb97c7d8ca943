"""What the log says of itself and signs: its origin, its size and its root (C2SP tlog-checkpoint)."""

import base64
from dataclasses import dataclass
from typing import Self

from tickets.journal.merkle import EMPTY
from tickets.journal.notes import exact_base64


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The log named `origin` has `size` leaves, whose tree hash is `root`."""

    origin: str
    size: int
    root: bytes

    def text(self) -> str:
        """Return the body to sign."""
        return f"{self.origin}\n{self.size}\n{base64.b64encode(self.root).decode()}\n"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a body of exactly three lines in its one form; ValueError for any other."""
        lines = text.split("\n")
        if len(lines) != 4:
            raise ValueError("a checkpoint is three lines: origin, size, root")
        origin, size, root, _ = lines
        made = cls(origin, int(size), exact_base64(root))
        if not origin or made.size < 0 or len(made.root) != len(EMPTY) or made.text() != text:
            raise ValueError("not a checkpoint in its one form")
        return made
