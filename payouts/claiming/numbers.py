"""A claim's number: the row's key and a Damm check digit, short enough to be read out on the telephone.

It is no secret: whoever follows a claim without being of customer service has to show one besides (see Claim).
"""

from tickets import typed
from tickets.numbers import check_digit

_MOST = 12  # digits
_LEAST = 6


class BadClaimNumber(ValueError):
    """A claim number that cannot exist; `message` says why, in French."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def of_key(key: int) -> int:
    """The number of the claim of this key."""
    return key * 10 + check_digit(str(key))


def shown(number: int) -> str:
    """A number as it is written and said: R 000 123."""
    digits = f"{number:0{_LEAST}d}"
    first = len(digits) % 3
    groups = [digits[:first]] * bool(first) + [digits[at : at + 3] for at in range(first, len(digits), 3)]
    return " ".join(["R", *groups])


def read(text: str) -> int:
    """Read a typed number, with or without its R, spaces and first zeros. Raises BadClaimNumber."""
    digits = typed.digits(text[: typed.LONGEST]).upper().removeprefix("R")
    if not (digits.isascii() and digits.isdigit()):
        raise BadClaimNumber("Un numéro de réclamation ne comporte que des chiffres, après un R.")
    if len(digits) > _MOST or int(digits) < 10 or check_digit(digits) != 0:
        raise BadClaimNumber("Ce numéro de réclamation comporte une erreur\u00a0: vérifiez chaque chiffre.")
    return int(digits)


def key_of(number: int) -> int:
    """The key of the claim of this number. Raises BadClaimNumber."""
    key = number // 10
    if key < 1 or of_key(key) != number:
        raise BadClaimNumber("Aucune réclamation ne peut porter ce numéro.")
    return key
