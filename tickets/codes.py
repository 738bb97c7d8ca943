"""The 18-character code under a ticket's scratch layer: drawn, checked and read as typed (art. 3.3.2)."""

import itertools
import os
import re
from collections.abc import Iterator

from tickets import typed

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # Crockford's base32: no I, L, O or U to be misread
LENGTH = 18
GROUP = 6
UNREADABLE = "?"  # typed in the place of a character that can't be read any more
MOST_UNREADABLE = 2  # as many as there are check characters
_RANDOM = 16  # characters drawn; the two others are the check characters

_POLYNOMIAL = 0b100101  # x^5 + x^2 + 1
_QR_ADDRESS = re.compile(r"\s*(?:https?://)?[^\s#]*/t/?#(.*)", re.IGNORECASE | re.DOTALL)
_AS_TYPED = str.maketrans("abcdefghijklmnopqrstuvwxyzILO", "ABCDEFGH1JK1MN0PQRSTUVWXYZ110")
_DRAWN = ALPHABET.encode() * 8  # a byte gives each character as often: 32 divides 256
_TO_CHARACTERS = bytes.maketrans(bytes(range(32)), ALPHABET.encode())
_VALUES = {character: value for value, character in enumerate(ALPHABET)}


def _times(left: int, right: int) -> int:
    """Multiply in GF(32)."""
    product = 0
    for bit in range(5):
        if right >> bit & 1:
            product ^= left << bit
    for bit in range(8, 4, -1):
        if product >> bit & 1:
            product ^= _POLYNOMIAL << bit - 5
    return product


_A, _A2 = 2, 4  # the generator's roots
_TIMES_A = [_times(value, _A) for value in range(32)]
_TIMES_A2 = [_times(value, _A2) for value in range(32)]


def _logarithms() -> dict[int, int]:
    logarithms, power = {}, 1
    for exponent in range(31):
        logarithms[power] = exponent
        power = _TIMES_A[power]
    return logarithms


def _parity() -> list[tuple[bytes, bytes]]:
    """Return, for each drawn place, what a character there adds to the first and to the second check value."""
    middle, last = (_A ^ _A2, _times(_A, _A2))  # the generator (x + a)(x + a^2) is x^2 + middle x + last
    factors, first, second = [], middle, last
    for _ in range(_RANDOM):
        factors.append((first, second))
        first, second = _times(first, middle) ^ second, _times(first, last)
    return [(_products(first), _products(second)) for first, second in reversed(factors)]


def _products(factor: int) -> bytes:
    return bytes.maketrans(ALPHABET.encode(), bytes(_times(value, factor) for value in range(32)))


_LOGARITHMS = _logarithms()
_PARITY = _parity()


class Mistyped(ValueError):
    """A text that is no code: `message` says why in French, `position` (1-based) where the likely mistake is."""

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.position = position

    @property
    def group(self) -> int | None:
        """The printed group of `position`, 1 to 3; None without a place or beyond the last group."""
        if self.position is None or self.position > LENGTH:
            return None
        return (self.position - 1) // GROUP + 1


def new_codes(count: int) -> list[str]:
    """Draw `count` codes of 80 random bits each from the operating system, with their check characters."""
    drawn = os.urandom(_RANDOM * count).translate(_DRAWN)
    codes = bytearray(LENGTH * count)
    first = second = 0
    # A whole column at a time: C does the work, many times faster than a loop over the codes.
    for place, (to_first, to_second) in enumerate(_PARITY):
        column = drawn[place::_RANDOM]
        codes[place::LENGTH] = column
        first ^= int.from_bytes(column.translate(to_first), "big")
        second ^= int.from_bytes(column.translate(to_second), "big")
    for place, check in enumerate((first, second), _RANDOM):
        codes[place::LENGTH] = check.to_bytes(count, "big").translate(_TO_CHARACTERS)
    text = codes.decode("ascii")
    return [text[start : start + LENGTH] for start in range(0, len(text), LENGTH)]


def read(text: str) -> str:
    """Read a typed or pasted code or QR address (art. 3.3.2); Mistyped says what is wrong, nothing is corrected."""
    code = _characters(text, ALPHABET)
    _verify(code)
    return code


def candidates(text: str) -> list[str]:
    """Every code that a text may be whose unreadable characters are typed as `?`, two at most (art. 4.3.1).

    The check characters leave one code at most, as long as the others are right. Mistyped says what is wrong.
    """
    code = _characters(text, ALPHABET + UNREADABLE)
    missing = code.count(UNREADABLE)
    if not missing:
        _verify(code)
    if missing > MOST_UNREADABLE:
        raise Mistyped(f"Trop de caractères illisibles\xa0: {missing}, et le code n’en rend que {MOST_UNREADABLE}.")
    return list(_filled(code))


def _characters(text: str, allowed: str) -> str:
    """The eighteen characters of what was typed, all of them among `allowed`. Raises Mistyped."""
    if len(text) > typed.LONGEST:
        raise Mistyped("Ce texte est trop long pour être un code.")
    address = _QR_ADDRESS.fullmatch(text)
    code = typed.folded(address[1] if address else text).translate(_AS_TYPED)
    for position, character in enumerate(code, 1):
        if character not in allowed:
            where = f"le {typed.ordinal(position)} caractère ({typed.quoted(character)})"
            raise Mistyped(f"Ce code comporte une erreur\xa0: {where} n’existe dans aucun code.", position)
    if len(code) != LENGTH:
        raise Mistyped(_wrong_length(len(code)))
    return code


def _filled(code: str) -> Iterator[str]:
    """Every code that the unreadable characters may make of this; the check is linear, so each adds its own part."""
    places = [place for place, character in enumerate(code) if character == UNREADABLE]
    rest = _syndromes(code.replace(UNREADABLE, ALPHABET[0]))
    alone = [[(one, _syndromes(one + ALPHABET[0] * (LENGTH - 1 - place))) for one in ALPHABET] for place in places]
    for chosen in itertools.product(*alone):
        at_a, at_a2 = rest
        for _, (first, second) in chosen:
            at_a, at_a2 = at_a ^ first, at_a2 ^ second
        if not at_a and not at_a2:
            characters = iter(one for one, _ in chosen)
            yield "".join(next(characters) if one == UNREADABLE else one for one in code)


def shown(code: str) -> str:
    """Return a code as printed: XXXXXX-XXXXXX-XXXXXX."""
    return "-".join(code[start : start + GROUP] for start in range(0, LENGTH, GROUP))


def _wrong_length(length: int) -> str:
    if not length:
        return f"Saisissez les {LENGTH} caractères du code."
    missing = LENGTH - length
    plural = "s" if abs(missing) > 1 else ""
    if missing > 0:
        return f"Ce code est trop court\xa0: il manque {missing} caractère{plural} sur {LENGTH}."
    return f"Ce code est trop long\xa0: il y a {-missing} caractère{plural} de trop, un code en compte {LENGTH}."


def _syndromes(code: str) -> tuple[int, int]:
    """Two values, both zero for what is a code."""
    at_a = at_a2 = 0
    for character in code:
        value = _VALUES[character]
        at_a, at_a2 = _TIMES_A[at_a] ^ value, _TIMES_A2[at_a2] ^ value
    return at_a, at_a2


def _verify(code: str) -> None:
    at_a, at_a2 = _syndromes(code)
    if not at_a and not at_a2:
        return
    advice = "Vérifiez chaque caractère, et que deux voisins n’ont pas été intervertis."
    position = _likely_place(at_a, at_a2)
    if position is None:
        raise Mistyped(f"Ce code comporte une erreur. {advice}")
    where = f"au {typed.ordinal(position)} caractère ({typed.quoted(code[position - 1])})"
    raise Mistyped(f"Ce code comporte une erreur, peut-être {where}. {advice}", position)


def _likely_place(at_a: int, at_a2: int) -> int | None:
    """Return where one wrong character alone would explain the two syndromes, counted from 1; None if nowhere."""
    if not at_a or not at_a2:
        return None
    degree = (_LOGARITHMS[at_a2] - _LOGARITHMS[at_a]) % 31
    return LENGTH - degree if degree < LENGTH else None
