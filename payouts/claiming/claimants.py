"""Who claims, how to answer them and what they say happened: personal data, sealed in the claim's row."""

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

import msgspec
from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from payouts import typed_data
from payouts.claiming.refusals import ClaimantRefused
from tickets import code_within
from tickets.journal.chain import canonical

STORY = 4000  # characters
LINES = 6  # of an address
_LONGEST_EMAIL = 254
_NO_ANSWER = "Indiquez au moins un moyen de répondre\u00a0: une adresse, un téléphone ou un courriel."


@dataclass(frozen=True, slots=True, repr=False)
class Claimant:
    """What is known of a claimant; it has no repr, so that no log or error page shows it."""

    story: str
    name: str = ""
    address: str = ""
    telephone: str = ""
    email: str = ""

    def text(self) -> str:
        """The one canonical JSON text of it, without what is not known."""
        return canonical({name: value for name, value in asdict(self).items() if value})


def of_text(text: str) -> Claimant:
    """The claimant a text of `Claimant.text` says."""
    return msgspec.json.decode(text, type=Claimant)


def read(typed: Mapping[str, str]) -> Claimant:
    """The claimant typed. Raises ClaimantRefused."""
    values, errors = dict.fromkeys(_READERS, ""), dict[str, str]()
    for field, reader in _READERS.items():
        text = str(typed.get(field) or "").strip()
        try:
            values[field] = reader(text) if text else ""
        except ValueError as error:
            errors[field] = str(error)
    if not values["story"]:
        errors.setdefault("story", "Dites ce qui s’est passé.")
    if values["address"] and not values["name"]:
        errors.setdefault("name", "Une lettre ne part pas sans nom.")
    if not any(values[field] or field in errors for field in ("address", "telephone", "email")):
        errors["address"] = _NO_ANSWER
    if errors:
        raise ClaimantRefused(errors)
    return Claimant(**values)


def prose(typed: str, longest: int = STORY) -> str:
    """Several lines as they are kept, in NFC, without what can't be seen; ValueError: too long, or a code in them."""
    _refuse_longer(typed, 2 * longest)  # what can't be seen counts; looking for a code costs time for each
    code_within.refuse(typed)
    lines = unicodedata.normalize("NFC", typed).replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").split("\n")
    kept = "\n".join("".join(filter(_visible, line)).rstrip() for line in lines).strip()
    _refuse_longer(kept, longest)
    return kept


def _refuse_longer(text: str, longest: int) -> None:
    if len(text) > longest:
        raise ValueError(f"{longest} caractères au plus\u00a0: il y en a {len(text)}.")


def _visible(character: str) -> bool:
    return unicodedata.category(character) not in {"Cc", "Cf", "Cn", "Co", "Cs"}


def _address(typed: str) -> str:
    lines = [" ".join(line.split()) for line in prose(typed).split("\n") if line.strip()]
    if len(lines) > LINES:
        raise ValueError(f"{LINES} lignes au plus.")
    typed_data.text(" ".join(lines))
    return "\n".join(lines)


def _email(typed: str) -> str:
    if len(typed) > _LONGEST_EMAIL:
        raise ValueError("Ce courriel est trop long.")
    code_within.refuse(typed)
    try:
        validate_email(typed)
    except ValidationError:
        raise ValueError("Ce courriel n’a pas la forme d’une adresse, par exemple nom@exemple.fr.") from None
    return typed


_READERS: dict[str, Callable[[str], str]] = {
    "name": typed_data.text,
    "address": _address,
    "telephone": typed_data.telephone,
    "email": _email,
    "story": prose,
}
