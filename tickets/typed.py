"""What people type: compatibility forms folded, separators and invisible characters dropped."""

import unicodedata

LONGEST = 200  # folding costs time for each character, so nothing longer is looked at
_DASHES_OF_OTHER_CATEGORIES = frozenset("\u02d7\u2043\u2212")  # modifier minus, hyphen bullet, minus sign


def folded(text: str) -> str:
    """Fold full-width and other compatibility forms (NFKC), then drop spaces, dashes and zero-width characters."""
    return "".join(c for c in unicodedata.normalize("NFKC", text) if not _is_dropped(c))


def digits(text: str) -> str:
    """Fold the same, and drop the points that some write between the groups of a number."""
    return folded(text).replace(".", "")


def ordinal(place: int) -> str:
    """Return a 1-based place as French writes it: 1er, 2e, 3e."""
    return "1er" if place == 1 else f"{place}e"


def quoted(character: str) -> str:
    """Return a character in guillemets, or its code point if it could not be seen or stored."""
    visible = character if character.isprintable() else f"U+{ord(character):04X}"
    return f"«\xa0{visible}\xa0»"


def _is_dropped(character: str) -> bool:
    if character.isascii():
        return character == "-" or character.isspace()
    return (
        character.isspace()
        or unicodedata.category(character) in ("Pd", "Cf")
        or character in _DASHES_OF_OTHER_CATEGORIES
    )
