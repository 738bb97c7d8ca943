"""What may be typed in the fields about a person: each reader gives the value kept, or says what is wrong."""

import re
import unicodedata
from collections.abc import Callable, Collection
from datetime import date, datetime

from tickets import code_within
from tickets import typed as typed_text

LONGEST = 200
_LOOKED_AT = 5 * LONGEST  # before what can't be seen is taken out: looking for a code costs time for each character
_DAYS = {"%d/%m/%Y": r"\d{1,2}/\d{1,2}/\d{4}", "%d%m%Y": r"\d{8}", "%Y-%m-%d": r"\d{4}-\d{2}-\d{2}"}
_INVISIBLE = {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}


def text(typed: str) -> str:
    """A text of 1 to 200 characters, in NFC, with single spaces and at least one letter; ValueError."""
    kept = _plain(typed)
    if len(kept) > LONGEST:
        raise ValueError(f"{LONGEST} caractères au plus\xa0: il y en a {len(kept)}.")
    if not any(character.isalpha() for character in kept):
        raise ValueError("Il n’y a aucune lettre.")
    return kept


def reference(typed: str) -> str:
    """A document's number, in capitals without spaces; ValueError."""
    kept = _plain(typed).replace(" ", "").upper()
    if not re.fullmatch(r"(?=.*[0-9A-Z])[0-9A-Z/.-]{1,40}", kept):
        raise ValueError("Un numéro de document a des lettres sans accent et des chiffres, 40 au plus.")
    return kept


def telephone(typed: str) -> str:
    """A telephone number, with no more than digits and a first plus; ValueError."""
    kept = re.sub(r"[ .()-]", "", _plain(typed))
    if not re.fullmatch(r"\+?[0-9]{6,15}", kept):
        raise ValueError("Un numéro de téléphone a de 6 à 15 chiffres, après un + peut-être.")
    return kept


def iban(typed: str) -> str:
    """The IBAN of an account that can be paid (art. 5.3.1); ValueError."""
    from payouts.transfers import accounts  # its lists of banks are slow to load, and few processes need them

    return accounts.read(typed).iban


def day(typed: str) -> date:
    """A day typed as 31/12/1980, 31.12.1980, 31 12 1980, 31121980 or 1980-12-31; ValueError."""
    typed = re.sub(r"(?<=\d)[ .-](?=\d{1,2}[ .-]\d{4}$|\d{4}$)", "/", typed, flags=re.ASCII)
    for form, pattern in _DAYS.items():
        if re.fullmatch(pattern, typed, re.ASCII):
            try:
                return datetime.strptime(typed, form).date()
            except ValueError:
                raise ValueError("Ce jour n’existe pas.") from None
    raise ValueError("Une date s’écrit jour/mois/année, par exemple 31/12/1980.")


def among(choices: Collection[str]) -> Callable[[str], str]:
    """A reader of one of these words."""

    def read(typed: str) -> str:
        if typed not in choices:
            raise ValueError("Ce choix n’existe pas.")
        return typed

    return read


def _plain(typed: str) -> str:
    """In NFC with single spaces; ValueError for a character that can't be seen, or for a ticket's code."""
    if len(typed) > _LOOKED_AT:
        raise ValueError(f"{LONGEST} caractères au plus\xa0: il y en a {len(typed)}.")
    code_within.refuse(typed)
    kept = " ".join(word for word in re.split(r"[ \u00a0\u202f\u2009]+", unicodedata.normalize("NFC", typed)) if word)
    for place, character in enumerate(kept, 1):
        if unicodedata.category(character) in _INVISIBLE:
            which = f"Le {typed_text.ordinal(place)} caractère est invisible (U+{ord(character):04X})"
            raise ValueError(f"{which}\xa0: retapez ce texte.")
    return kept


READERS: dict[str, Callable[[str], str]] = {
    "last_name": text,
    "first_name": text,
    "birth_place": text,
    "address": text,
    "telephone": telephone,
    "iban": iban,
    "cheque_order": text,
    "document_number": reference,
    "document_issuer": text,
}
