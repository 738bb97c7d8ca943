"""Compares the checkpoints put aside, day by day, with the log: they show one that was rolled back, or forked."""

from collections.abc import Mapping
from pathlib import Path

from django.conf import settings

from tickets.journal import checkpoint
from tickets.models import Checkpoint
from tickets.seal import keys, signed
from tickets.verifying.reading import Altered

Anchors = Mapping[str, checkpoint.Checkpoint]  # by the names of their files


def kept() -> Anchors:
    """Read the anchors and what the sealer here signed last; Altered at the first that isn't signed.

    Read before the log, they are all to be found in it, however many a sealer adds meanwhile.
    """
    paths = sorted(settings.ANCHOR_FOLDER.glob("*.checkpoint"))
    latest = signed.place()
    return {path.name: _told(path) for path in [*paths, *([latest] if latest.exists() else [])]}


def verify(anchors: Anchors) -> None:
    """Find each anchor among the log's checkpoints, whose roots were recomputed; Altered at the first not there."""
    for name, told in anchors.items():
        root = Checkpoint.objects.filter(size=told.size).values_list("root", flat=True).first()
        if root is None:
            raise Altered(f"anchor {name}: the log has no checkpoint of its {told.size} entries any more")
        if bytes(root) != told.root:
            raise Altered(f"anchor {name}: its {told.size} entries are not those of the log")


def _told(path: Path) -> checkpoint.Checkpoint:
    try:
        return keys.opened(path.read_text())
    except ValueError as error:
        raise Altered(f"anchor {path.name}: {error}") from error
