"""Static files of a test run: named by their digests as in production, compressed where they are the site's own."""

from collections.abc import Iterable, Iterator

from illikolive.static import StaticStorage


class OwnCompressed(StaticStorage):
    """Leaves the admin's as they are: nothing weighs its pages, and compressing hundreds of them takes long."""

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """The site's own, and those of its packages."""
        return super().compress_files([path for path in paths if not path.startswith("admin/")])
