"""Reads the booklets named in a pasted text: numbers of booklets or of tickets, ranges of them, any separators."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from games.templatetags.french import count
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

    @property
    def runs(self) -> list[str]:
        """The booklets, those that follow one another told together; the first ones of many."""
        return _first([str(run) for run in runs(self.keys)])

    @property
    def left_out(self) -> list[str]:
        """Why each number or piece of text names no booklet, in French."""
        return _first([*map(_no_booklet, self.unknown), *self.unread])


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
    wanted, unread = [], []
    for found in _NAMED.finditer(folded):
        try:
            wanted.append(_run(found[1], found[2]))
        except numbers.BadNumber as error:
            unread.append(f"{found[0]}\u00a0: {error.message}")
    unread += [f"{word[:40]}\u00a0: pas un numéro de livret ni de ticket." for word in _words(folded)]
    if sum(map(len, wanted)) > MOST:
        raise TooMany
    keys = _existing(wanted)
    return Named(tuple(sorted(keys)), tuple(runs(_named(wanted) - keys)), tuple(unread))


def _first(pieces: list[str]) -> list[str]:
    more = len(pieces) - TOLD
    return [*pieces[:TOLD], f"et {more} autre{'s' * (more > 1)}."] if more > 0 else pieces


def _no_booklet(run: Run) -> str:
    if len(run) == 1:
        return f"{run}\u00a0: aucun livret ne porte ce numéro."
    return f"{run}\u00a0: aucun de ces {count(len(run))} numéros n’est celui d’un livret."


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


def _named(wanted: Iterable[Run]) -> set[int]:
    return {key for run in wanted for key in range(run.first, run.last + 1)}


def runs(keys: Collection[int]) -> Iterator[Run]:
    """These booklets, those that follow one another together, in their order."""
    ordered = sorted(keys)
    first = 0
    for place, key in enumerate(ordered, 1):
        if place == len(ordered) or ordered[place] != key + 1:
            yield Run(ordered[first], key)
            first = place
