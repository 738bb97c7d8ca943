"""What is typed of a prize table, in a form or a file: each reader gives what is kept, or says what is wrong."""

import re
import unicodedata

from games.templatetags.french import count

LONGEST = 60
_AMOUNT = re.compile(r"(\d{1,9})(?:[.,](\d{1,2}))?")
_COUNT = re.compile(r"\d{1,8}")


def cents(text: str) -> int:
    """An amount in euros, "1 250,50" or "1250.5", in cents; ValueError says what is wrong, in French."""
    found = _AMOUNT.fullmatch(_plain(text, "€"))
    if not found:
        raise ValueError(f"{_quoted(text)} n’est pas un montant en euros, par exemple 1\u00a0250,50.")
    amount = 100 * int(found[1]) + int((found[2] or "").ljust(2, "0"))
    if amount == 0:
        raise ValueError("Un lot est plus grand que zéro.")
    return amount


def tickets(text: str) -> int:
    """A number of tickets, "81 033"; ValueError says what is wrong, in French."""
    plain = _plain(text, "")
    if not _COUNT.fullmatch(plain):
        raise ValueError(f"{_quoted(text)} n’est pas un nombre de tickets, par exemple 81\u00a0033.")
    if int(plain) == 0:
        raise ValueError("Il y a au moins un ticket.")
    return int(plain)


def basis_points(text: str) -> int:
    """A percentage with two decimals at most, "70" or "70,25", in hundredths of a percent; ValueError, in French."""
    found = _AMOUNT.fullmatch(_plain(text, "%"))
    if not found or (points := 100 * int(found[1]) + int((found[2] or "").ljust(2, "0"))) > 10_000:
        raise ValueError(f"{_quoted(text)} n’est pas un pourcentage de 0 à 100, par exemple 70,25.")
    return points


def shown(hundredths: int) -> str:
    """An amount or a percentage as it may be typed again: 125050 -> "1250,50"."""
    return f"{hundredths // 100},{hundredths % 100:02d}"


def grouped(hundredths: int) -> str:
    """The same, its thousands apart: 125050 -> "1 250,50"."""
    whole, _, rest = shown(hundredths).partition(",")
    return f"{count(int(whole))},{rest}"


def _plain(text: str, unit: str) -> str:
    if len(text) > LONGEST:
        return ""
    folded = "".join(one for one in unicodedata.normalize("NFKC", text) if not one.isspace())
    plain = folded.removesuffix(unit)
    return plain if plain.isascii() else ""


def _quoted(text: str) -> str:
    short = text.strip()
    return f"«\u00a0{short[:30]}…\u00a0»" if len(short) > 30 else f"«\u00a0{short}\u00a0»"
