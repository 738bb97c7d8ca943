"""The public form of the log: tiles of 256 hashes and bundles of 256 entries, and their addresses (C2SP tlog-tiles)."""

import re
from collections.abc import Iterable
from typing import Final, Literal

HEIGHT: Final = 8  # levels of the tree in a tile
WIDTH: Final = 2**HEIGHT  # hashes in a full tile, entries in a full bundle
ENTRIES: Final = "entries"
Level = int | Literal["entries"]

_TALLEST: Final = 63
_MOST: Final = 2**54  # tiles of a level: their leaves are numbered by 63 bits
_PATH: Final = re.compile(r"tile/(entries|[0-9]{1,2})/((?:x[0-9]{3}/){0,5}[0-9]{3})(?:\.p/([0-9]{1,3}))?")


def path(level: Level, number: int, width: int = WIDTH) -> str:
    """Return the address of a tile, or of a bundle of entries, or of its first `width`; ValueError if none has it."""
    if level != ENTRIES and not 0 <= level <= _TALLEST:
        raise ValueError(f"no tile has level {level}")
    if not 0 <= number < _MOST or not 0 < width <= WIDTH:
        raise ValueError(f"no tile has number {number} and width {width}")
    thousands, last = divmod(number, 1000)
    groups = [f"{last:03}"]
    while thousands:
        thousands, group = divmod(thousands, 1000)
        groups.insert(0, f"x{group:03}")
    partial = "" if width == WIDTH else f".p/{width}"
    return f"tile/{level}/{'/'.join(groups)}{partial}"


def parse(text: str) -> tuple[Level, int, int]:
    """Return the level, the number and the width that an address tells; ValueError for one not in its one form."""
    found = _PATH.fullmatch(text)
    if not found:
        raise ValueError("not the address of a tile")
    told, groups, partial = found.groups()
    level: Level = ENTRIES if told == ENTRIES else int(told)
    number, width = int(re.sub("[x/]", "", groups)), int(partial or WIDTH)
    if path(level, number, width) != text:
        raise ValueError("not the address of a tile in its one form")
    return level, number, width


def bundle(entries: Iterable[bytes]) -> bytes:
    """Return entries one after the other, each behind its length in two bytes; OverflowError for one of 64 KiB."""
    return b"".join(len(entry).to_bytes(2) + entry for entry in entries)
