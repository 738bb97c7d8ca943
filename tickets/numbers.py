"""The 15-digit number printed on a ticket, GGG EE LLLLLL TTT C, ended by a Damm check digit (art. 3.2.5)."""

from typing import NamedTuple

from tickets import typed

LENGTH = 15

_DAMM = (
    "0317598642",
    "7092154863",
    "4206871359",
    "1750983426",
    "6123045978",
    "3674209581",
    "5869720134",
    "8945362017",
    "9438617205",
    "2581436790",
)


def _step(state: int, digits: str) -> int:
    for digit in digits:
        state = int(_DAMM[state][int(digit)])
    return state


# Three digits at a time; leading zeros leave state 0 as it is, so the parts of an integer can be fed from the left.
_AFTER = tuple(bytes(_step(state, f"{digits:03}") for digits in range(1000)) for state in range(10))
# What a ticket adds to the first eleven digits followed by four zeros: its three digits and the check digit.
_ENDINGS = tuple(tuple(ticket * 10 + after[ticket] for ticket in range(1000)) for after in _AFTER)


class BadNumber(ValueError):
    """A ticket number that cannot exist; `message` says why, in French."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Parts(NamedTuple):
    """What a ticket number is made of."""

    game_code: int
    emission: int
    booklet: int
    ticket: int
    check: int


def compose(game_code: int, emission: int, booklet: int, ticket: int) -> int:
    """Return the number of a ticket (art. 3.2.5); BadNumber if a part does not fit its digits."""
    key = booklet_key(game_code, emission, booklet)
    return key * 10_000 + _ENDINGS[_state(key)][_fitting("ticket", ticket, 3)]


def booklet_key(game_code: int, emission: int, booklet: int) -> int:
    """Return the first 11 digits, which name a booklet among all emissions; BadNumber if a part does not fit."""
    code, issue = (_fitting("code jeu", game_code, 3), _fitting("numéro d’émission", emission, 2))
    return (code * 100 + issue) * 1_000_000 + _fitting("livret", booklet, 6)


def numbers_of_booklet(booklet_key: int, size: int) -> list[int]:
    """Return the numbers of a booklet's tickets 1 to `size`, in order; BadNumber if key or size does not fit."""
    base = _fitting("numéro de livret", booklet_key, 11) * 10_000
    last = _fitting("nombre de tickets", size, 3)
    return [base + ending for ending in _ENDINGS[_state(booklet_key)][1 : last + 1]]


def read(text: str) -> int:
    """Read a typed number, lenient about spaces, dashes, points and full-width digits; BadNumber otherwise."""
    if len(text) > typed.LONGEST:
        raise BadNumber("Ce texte est trop long pour être un numéro de ticket.")
    digits = typed.digits(text)
    for place, character in enumerate(digits, 1):
        if character not in "0123456789":
            what = f"le {typed.ordinal(place)} caractère ({typed.quoted(character)}) n’en est pas un"
            raise BadNumber(f"Un numéro de ticket ne comporte que des chiffres\xa0: {what}.")
    if len(digits) != LENGTH:
        raise BadNumber(f"Un numéro de ticket comporte {LENGTH} chiffres\xa0: {_difference(len(digits))}.")
    number = int(digits)
    if _ENDINGS[_state(number // 10_000)][number // 10 % 1000] != number % 10_000:
        raise BadNumber("Ce numéro comporte une erreur\xa0: vérifiez chaque chiffre, dans l’ordre du ticket.")
    return number


def split(number: int) -> Parts:
    """Return the parts of a number, whose check digit is not verified again; BadNumber beyond 15 digits."""
    rest, check = divmod(_fitting("numéro de ticket", number, LENGTH), 10)
    rest, ticket = divmod(rest, 1000)
    rest, booklet = divmod(rest, 1_000_000)
    game_code, emission = divmod(rest, 100)
    return Parts(game_code, emission, booklet, ticket, check)


def shown(number: int) -> str:
    """Return a number as printed: GGG EE LLLLLL TTT C."""
    game_code, emission, booklet, ticket, check = split(number)
    return f"{game_code:03} {emission:02} {booklet:06} {ticket:03} {check}"


def check_digit(digits: str) -> int:
    """The Damm check digit of a string of digits; 0 when its last one is already right."""
    return _step(0, digits)


def _state(key: int) -> int:
    """Return the Damm state after the eleven digits of a booklet."""
    state = _AFTER[0][key // 1_000_000_000]
    for scale in (1_000_000, 1_000, 1):
        state = _AFTER[state][key // scale % 1000]
    return state


def _fitting(name: str, value: int, digits: int) -> int:
    if 0 <= value < 10**digits:
        return value
    raise BadNumber(f"{name}\xa0: {value} ne tient pas sur {digits} chiffres.")


def _difference(length: int) -> str:
    if length < LENGTH:
        return f"il en manque {LENGTH - length}"
    return f"il y en a {length - LENGTH} de trop"
