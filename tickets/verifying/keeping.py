"""Where a verification stands, kept in a file so that one that was interrupted can go on from there.

What was verified is not read again, whatever becomes of it since: entries, leaves, tiles and checkpoints are only
added. Chains that have grown since, or whose entries waited to be sealed, are read again whole.
"""

import os
import time
from pathlib import Path

import msgspec
from django.db import connection

FIRST = (0, 0)  # before every chain, told by its subject and the subject's id
LAST = (2**15 - 1, 2**63 - 1)  # after every chain


class Done(msgspec.Struct):
    """What is verified so far."""

    database: str
    leaves: int = 0  # in the log when the chains were read
    chain: tuple[int, int] = FIRST  # the last one verified
    sealed: int = 0  # leaves verified, and checkpoints and tiles up to there
    edges: list[bytes] = []
    blocks: list[int] = []


class Keeper:
    """Keeps what is done in a file, when it has one, at most each `every` seconds."""

    def __init__(self, path: Path | None = None, *, resume: bool = False, every: float = 5.0) -> None:
        self._path, self._every, self._kept = path, every, time.monotonic()
        found = self._found() if resume else None
        self.resumed = found is not None
        self.done = found or Done(_database())

    def keep(self) -> None:
        """Write what is done, if it is time to."""
        if self._path is None or time.monotonic() < self._kept + self._every:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        partial = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        partial.write_bytes(msgspec.json.encode(self.done))
        partial.replace(self._path)
        self._kept = time.monotonic()

    def forget(self) -> None:
        """Everything is verified."""
        if self._path is not None:
            self._path.unlink(missing_ok=True)

    def _found(self) -> Done | None:
        """What an interrupted run left of this database; None if there is nothing that can be read."""
        try:
            found = msgspec.json.decode(self._path.read_bytes(), type=Done) if self._path else None
        except (FileNotFoundError, msgspec.MsgspecError):
            return None
        return found if found and found.database == _database() else None


def _database() -> str:
    place = connection.settings_dict
    return f"{place['HOST']}:{place['PORT']}/{place['NAME']}"
