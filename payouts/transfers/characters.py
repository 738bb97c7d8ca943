"""Names and texts in the few characters that every bank of SEPA carries (the EPC's basic Latin set)."""

import re
import string
import unicodedata

from text_unidecode import unidecode

NAME = 70
REMITTANCE = 140
LETTERS_AND_SIGNS = string.ascii_letters + string.digits + "/-?:().,'+"  # and the space

_NEAREST = str.maketrans('&"`_~;![{]}', "+''--,.(())")
_REFUSED = re.compile(f"[^{re.escape(LETTERS_AND_SIGNS)}]+")
_SLASHES = re.compile(r"/(?: ?/)+")


def epc(text: str, longest: int = NAME) -> str:
    """Return a text transliterated and cut to `longest` characters; ValueError when no letter or digit is left."""
    latin = unidecode(unicodedata.normalize("NFKC", text)).translate(_NEAREST)
    plain = _SLASHES.sub("/", _REFUSED.sub(" ", latin)).strip(" /")
    cut = plain[:longest].strip(" /")
    if not any(character.isalnum() for character in cut):
        raise ValueError("Ce texte ne contient ni lettre ni chiffre que les banques sachent lire.")
    return cut
