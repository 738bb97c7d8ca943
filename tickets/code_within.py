"""Codes within other texts: a code is the ticket itself, so no reason, note, letter or address may hold one."""

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from tickets import codes, typed

_WORD = re.compile(r"[0-9A-Z]+", re.IGNORECASE | re.ASCII)


class CodeWithin(ValueError):
    """A text that holds what reads as a ticket's code; the words, in French, say where and never what."""

    def __init__(self, place: int) -> None:
        super().__init__(
            f"Ce texte contient ce qui se lit comme un code de ticket, à partir du {typed.ordinal(place)} caractère. "
            "Retirez-le\u00a0: un code ne s’écrit nulle part. Si ce n’en est pas un, mettez une virgule entre ses mots."
        )


def refuse(text: str) -> str:
    """The same text; CodeWithin when eighteen of its characters, however spaced, dashed or cased, read as a code.

    Other words stand around them, or a sign that no code is typed with: an address's "#", a comma, an accented letter.
    One in 1024 of such eighteen characters reads as a code by chance. Digits alone are a number: one code in a thousand
    million has no letter. Letters alone of several words are words, unless printed as a code is, 6-6-6.
    """
    for place, words in _eighteens(unicodedata.normalize("NFKC", text)):
        if _may_be_code(words) and _reads("".join(words)):
            raise CodeWithin(place)
    return text


def holds(text: str) -> bool:
    """Whether a text would be refused."""
    try:
        refuse(text)
    except CodeWithin:
        return True
    return False


def _eighteens(text: str) -> Iterator[tuple[int, list[str]]]:
    """Every run of words that has as many characters as a code, and the place of its first, counted from 1."""
    found = list(_WORD.finditer(text))
    joined = [not typed.folded(text[one.end() : other.start()]) for one, other in pairwise(found)]
    for first, start in enumerate(found):
        words, length = [start[0]], len(start[0])
        while length < codes.LENGTH and first + len(words) < len(found) and joined[first + len(words) - 1]:
            words.append(found[first + len(words)][0])
            length += len(words[-1])
        if length == codes.LENGTH:
            yield start.start() + 1, words


def _may_be_code(words: list[str]) -> bool:
    run = "".join(words)
    if len(words) == 1 or {len(word) for word in words} == {codes.GROUP}:
        return not run.isdigit()
    return not run.isdigit() and not run.isalpha()


def _reads(run: str) -> bool:
    try:
        codes.read(run)
    except codes.Mistyped:
        return False
    return True
