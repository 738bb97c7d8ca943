"""Reads the booklets named in a pasted text: numbers of booklets or of tickets, ranges of them, any separators."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from tickets import numbers
from tickets.models import Booklet

MOST = 100_000  # booklets of one action
_LONGEST = 3_000_000
TOLD = 50  # pieces that are named one by one
_JOIN = r"[ \t.\-\u2010-\u2015]{0,2}"
_PARTS = rf"(?:\d{{15}}|\d{{3}}{_JOIN}\d{{2}}{_JOIN}\d{{6}}(?:{_JOIN}\d{{3}}{_JOIN}\d)?)"
_NUMBER = rf"(?<!\d){_PARTS}(?!\d)"
_NAMED = re.compile(rf"({_NUMBER})(?:\s*(?:-|[\u2010-\u2015]|à|au|jusqu[’']au|\.\.\.?)\s*({_NUMBER}))?")
_APART = re.compile(r"[\s,;|/]+")


@dataclass(frozen=True, slots=True)
class Run:
    """Booklets that follow one another, from `first` to `last` inclusive."""

    first: int
    last: int

    def __len__(self) -> int:
        return self.last - self.first + 1

    def __str__(self) -> str:
        first = shown(self.first)
        return first if self.first == self.last else f"{first} à {shown(self.last)}"


@dataclass(frozen=True, slots=True)
class Named:
    """The booklets that exist, in order; runs of those that don't; and each piece of text that names none, and why."""

    keys: tuple[int, ...] = ()
    unknown: tuple[Run, ...] = ()
    unread: tuple[str, ...] = ()


class TooMany(Exception):
    """More than one action takes; `message` says so, in French."""

    message = f"C’est trop pour une seule fois\u00a0: au plus {MOST} livrets à la fois."


def shown(key: int) -> str:
    """A booklet as printed: GGG EE LLLLLL."""
    return f"{key // 100_000_000:03} {key // 1_000_000 % 100:02} {key % 1_000_000:06}"


def read(text: str) -> Named:
    """The booklets that a text names, looked up. Raises TooMany."""
    if len(text) > _LONGEST:
        raise TooMany
    folded = unicodedata.normalize("NFKC", text)
    runs, unread = [], []
    for found in _NAMED.finditer(folded):
        try:
            runs.append(_run(found[1], found[2]))
        except numbers.BadNumber as error:
            unread.append(f"{found[0]}\u00a0: {error.message}")
    unread += [f"{word[:40]}\u00a0: pas un numéro de livret ni de ticket." for word in _words(folded)]
    if sum(map(len, runs)) > MOST:
        raise TooMany
    keys = _existing(runs)
    if len(unread) > TOLD:
        unread[TOLD:] = [f"et {len(unread) - TOLD} autres."]
    return Named(tuple(sorted(keys)), tuple(_missing(runs, keys)), tuple(unread))


def _run(first: str, last: str | None) -> Run:
    run = Run(_key(first), _key(last or first))
    if run.last // 1_000_000 != run.first // 1_000_000:
        raise numbers.BadNumber("Une plage reste dans une même émission.")
    if run.last < run.first:
        raise numbers.BadNumber("Une plage va du plus petit numéro au plus grand.")
    return run


def _key(text: str) -> int:
    digits = re.sub(r"\D", "", text)
    return int(digits) if len(digits) == 11 else numbers.read(digits) // 10_000


def _words(text: str) -> list[str]:
    """What has a digit, and is neither a number nor between two."""
    return [word for word in _APART.split(_NAMED.sub(" ", text)) if any(map(str.isdigit, word))]


def _existing(runs: Iterable[Run]) -> set[int]:
    """Which of them exist, in one statement."""
    wanted = list(runs)
    rows = Booklet.objects.raw(
        "SELECT DISTINCT b.key FROM unnest(%s::bigint[], %s::bigint[]) AS r(first, last) "
        "JOIN tickets_booklet b ON b.key BETWEEN r.first AND r.last",
        [[run.first for run in wanted], [run.last for run in wanted]],
    )
    return {booklet.key for booklet in rows}


def _missing(runs: Iterable[Run], keys: set[int]) -> Iterable[Run]:
    missing = sorted({key for run in runs for key in range(run.first, run.last + 1)} - keys)
    first = 0
    for place, key in enumerate(missing, 1):
        if place == len(missing) or missing[place] != key + 1:
            yield Run(missing[first], key)
            first = place
