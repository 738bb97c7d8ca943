"""What was signed last, as its signature tells it, and as the sealer remembers it outside of the database (art. 4.4.2).

Whoever holds the database alone could else forge all its rows and let the sealer sign on top of them.
"""

import os
from pathlib import Path

from django.conf import settings

from tickets.journal import checkpoint
from tickets.journal.merkle import EMPTY
from tickets.models import Checkpoint
from tickets.seal import keys


class Forked(Exception):
    """The log kept is not the one that was signed: nothing is sealed on top of it."""


def latest() -> tuple[int, bytes]:
    """The size and the root signed last, (0, EMPTY) when nothing was. Raises Forked."""
    last = Checkpoint.objects.order_by("-size").values_list("size", "root", "note").first()
    if last is None:
        return 0, EMPTY
    size, root, note = last[0], bytes(last[1]), last[2]
    try:
        told = keys.opened(note)
    except ValueError as error:
        raise Forked(f"the checkpoint of {size} entries: {error}") from error
    if told != checkpoint.Checkpoint(settings.SEAL_ORIGIN, size, root):
        raise Forked(f"the checkpoint of {size} entries: its note says otherwise")
    return size, root


class Memory:
    """The checkpoint signed last by this machine's sealer, in a file; without a file it remembers nothing."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    def check(self) -> None:
        """Find what is remembered in the log, which may have gone on since; what is signed at first. Raises Forked."""
        if self._path is None:
            return
        if not self._path.exists():
            self._begin()
            return
        try:
            told = checkpoint.Checkpoint.parse(self._path.read_text().rpartition("\n\n")[0] + "\n")
        except (OSError, ValueError) as error:
            raise Forked(f"what was signed here last can't be read in {self._path}: {error}") from error
        root = Checkpoint.objects.filter(size=told.size).values_list("root", flat=True).first()
        if root is None or bytes(root) != told.root:
            raise Forked(f"the {told.size} entries signed here last ({self._path}) are not in the log any more")

    def _begin(self) -> None:
        size, _ = latest()
        if size:
            self.keep(Checkpoint.objects.values_list("note", flat=True).get(size=size))

    def keep(self, note: str) -> None:
        """Remember a checkpoint that was committed; killed before, this is one behind, which raises no alarm."""
        if self._path is None:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        partial = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        with partial.open("w") as file:
            file.write(note)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(self._path)


def place() -> Path:
    """Where the sealer remembers: beside the anchors, in which nothing is ever written again."""
    folder: Path = settings.ANCHOR_FOLDER
    return folder.with_name(f"{folder.name}.latest")
