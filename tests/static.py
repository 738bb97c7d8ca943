"""Static files of a test run: named by their digests as in production, compressed where they are the site's own."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from whitenoise.responders import Redirect, StaticFile

from illikolive.static import StaticMiddleware, StaticStorage


class OwnCompressed(StaticStorage):
    """Leaves the admin's as they are: nothing weighs its pages, and compressing hundreds of them takes long."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """The site's own, and those of its packages."""
        return super().compress_files([path for path in paths if not path.startswith("admin/")])


class LookedThroughOnce(StaticMiddleware):
    """Looks through the collected files once a process: each client and each served site would, a tenth of a second."""

    _found: ClassVar[dict[str, dict[str, StaticFile | Redirect]]] = {}

    def update_files_dictionary(self, root: str, prefix: str) -> None:
        """What was found under this root the first time."""
        if root not in self._found:
            super().update_files_dictionary(root, prefix)
            self._found[root] = dict(self.files)
        self.files |= self._found[root]
