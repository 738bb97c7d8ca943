"""Databases for tests that commit: each a copy of a template, made ahead of its test and dropped behind it."""

import itertools
from concurrent.futures import Future, ThreadPoolExecutor

from tests import claims


class Clones:
    """One thread makes the next copy of a template while a test works on the last one, and drops what was left."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1)
        self._numbers = itertools.count(1)
        self._next: dict[str, Future[str]] = {}
        self._dropped: list[Future[None]] = []

    def take(self, template: str) -> str:
        """The name of a copy of its own; nobody may be connected to the template from now on."""
        ready = self._next.get(template) or self._thread.submit(self._make, template)
        self._next[template] = self._thread.submit(self._make, template)
        return ready.result()

    def drop(self, name: str) -> None:
        """Drop a copy that was taken, soon."""
        self._dropped.append(self._thread.submit(claims.drop_database, name))

    def close(self) -> None:
        """Drop what nobody took, and wait until every copy is gone."""
        for ready in self._next.values():
            self.drop(ready.result())
        for dropped in self._dropped:
            dropped.result()
        self._thread.shutdown()

    def _make(self, template: str) -> str:
        name = f"{claims.run}_clone{next(self._numbers)}"
        claims.create_database(name, template)
        return name
