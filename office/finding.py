"""Reads what was typed into the search field, and tells which page it leads to; each reader knows one sort of text.

A new sort of reference is one more reader in READERS.
"""

import re
import unicodedata
import uuid
from collections.abc import Callable
from dataclasses import dataclass

from django.urls import reverse

from games.models import Play
from payouts import scanned
from payouts.claiming import numbers as claim_numbers
from payouts.models import Claim, Payment, Transfer, Winner
from payouts.refusals import NotFound, Unreadable
from tickets import blind, codes, numbers, peppers, typed
from tickets.models import Block, Booklet, Emission, Ticket

ASKED = "Tapez un numéro de ticket, un code, un livret, une émission, une réclamation ou une référence de paiement."
NO_NAME = (
    "Un nom ne peut pas être cherché\u00a0: les données des gagnants sont scellées. Cherchez par le numéro du ticket, "
    "la référence du paiement ou celle du gagnant."
)
LENGTHS = (
    "Un ticket a quinze chiffres, un livret onze (les premiers du ticket), une émission cinq (code jeu et numéro)"
    "\u00a0: vous en avez tapé {}."
)
PLACE = " S’il ne se lit plus, tapez «\u00a0?\u00a0» à sa place."
GIVEN_BACK = "Caractères illisibles retrouvés\u00a0: un seul code est possible, et c’est celui de ce ticket."
NO_CODE = "Aucun code n’est possible ainsi\u00a0: un autre caractère est faux. Relisez le ticket."
NO_TICKET = {
    True: "Un seul code est possible, et aucun ticket ne le porte\u00a0: un autre caractère est faux.",
    False: "Aucun ticket ne porte ce code.",
}

_UUID = re.compile(r"(?<![0-9a-z])[0-9a-f](?:[\s-]*[0-9a-f]){31}(?![0-9a-z])", re.IGNORECASE)
_TRANSFER = re.compile(r"ILLIKO-V(\d{1,18})", re.IGNORECASE)
_CLAIM = re.compile(r"R\d{2,12}", re.IGNORECASE)
_BLOCK = re.compile(r"(\d{3})\s*-?\s*(\d{2})\s*(?:[,/]|,?\s*bloc)\s*(?:n°\s*)?(\d{1,4})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Found:
    """The address of the page that shows it, and what there is to say of how it was found."""

    address: str
    said: str = ""


Reader = Callable[[str], Found | None]


def find(text: str) -> Found:
    """Where the text leads. Raises Unreadable, NotFound, with the words for who typed it."""
    if len(text) > typed.LONGEST:
        raise Unreadable("Ce texte est trop long pour être une référence.")
    if _is_name(text):
        raise Unreadable(NO_NAME)
    text = unicodedata.normalize("NFKC", scanned.read(text)).strip()
    if not text:
        raise Unreadable(ASKED)
    return next(found for reader in READERS if (found := reader(text)) is not None)


def ticket_address(number: int) -> str:
    """The page of a ticket."""
    return reverse("office:ticket", args=[f"{number:015}"])


def _identifier(text: str) -> Found | None:
    """A payment, a winner or a play, by its long reference, alone or within an address."""
    written = _UUID.search(text)
    if written is None:
        return None
    key = uuid.UUID(re.sub(r"\s", "", written[0]))
    number = (
        Payment.objects.filter(pk=key).values_list("ticket_id", flat=True).first()
        or Winner.objects.filter(pk=key).values_list("payment__ticket_id", flat=True).first()
        or Play.objects.filter(pk=key).values_list("ticket_id", flat=True).first()
    )
    if number is None:
        raise NotFound("Aucun paiement, aucun gagnant ni aucune partie n’a cette référence.")
    return Found(ticket_address(number))


def _transfer(text: str) -> Found | None:
    """A transfer, by what the bank knows it by."""
    written = _TRANSFER.fullmatch(text)
    if written is None:
        return None
    number = Transfer.objects.filter(pk=written[1]).values_list("payment__ticket_id", flat=True).first()
    if number is None:
        raise NotFound("Aucun virement n’a cette référence.")
    return Found(ticket_address(number))


def _claim(text: str) -> Found | None:
    """A claim: its number after an R."""
    written = _CLAIM.fullmatch(typed.digits(text))
    if written is None:
        return None
    try:
        number = claim_numbers.read(written[0])
        found = Claim.objects.numbered(number).exists()
    except claim_numbers.BadClaimNumber as error:
        raise Unreadable(error.message) from error
    if not found:
        raise NotFound("Aucune réclamation ne porte ce numéro.")
    return Found(reverse("office:claim", args=[number]))


def _block(text: str) -> Found | None:
    """A block: its emission's five digits, then "bloc" and its number."""
    written = _BLOCK.fullmatch(text)
    if written is None:
        return None
    code, number, block = map(int, written.groups())
    if not Block.objects.filter(emission__game_code=code, emission__number=number, number=block).exists():
        raise NotFound("Aucun bloc n’a ce numéro dans cette émission.")
    return Found(f"{reverse('office:found_emission', args=[f'{code:03}{number:02}'])}#bloc-{block}")


def _digits(text: str) -> Found | None:
    """A ticket, a booklet or an emission, told apart by the count of digits."""
    digits = typed.digits(text)
    if not (digits.isascii() and digits.isdigit()) or len(digits) == codes.LENGTH:
        return None
    if len(digits) not in _COUNTED:
        raise Unreadable(LENGTHS.format(len(digits)))
    return _COUNTED[len(digits)](digits)


def _ticket(digits: str) -> Found:
    try:
        number = numbers.read(digits)
    except numbers.BadNumber as error:
        raise Unreadable(error.message) from error
    if not Ticket.objects.filter(pk=number).exists():
        raise NotFound("Aucun ticket ne porte ce numéro.")
    return Found(ticket_address(number))


def _booklet(digits: str) -> Found:
    if not Booklet.objects.filter(pk=int(digits)).exists():
        raise NotFound("Aucun livret ne porte ce numéro.")
    return Found(reverse("office:found_booklet", args=[digits]))


def _emission(digits: str) -> Found:
    code, number = divmod(int(digits), 100)
    if not Emission.objects.filter(game_code=code, number=number).exists():
        raise NotFound("Aucune émission ne porte ce numéro.")
    return Found(reverse("office:found_emission", args=[digits]))


def _is_name(text: str) -> bool:
    """True for what can only be somebody's name: letters, and not about as many in one piece as a code has."""
    letters = typed.folded(text)
    plain = sum(one.isascii() and one.isalpha() for one in letters)
    pieces = len(text.replace("’", " ").replace("'", " ").split())
    nearly = 0 if pieces > 1 else 2
    coded = abs(len(letters) - codes.LENGTH) <= nearly
    return plain > 1 and not coded and all(one.isalpha() or one in "'’." for one in letters)


def _code(text: str) -> Found:
    """A code, of which two characters may be unreadable; it goes no further than this function."""
    try:
        possible = codes.candidates(text)
    except codes.Mistyped as error:
        raise Unreadable(error.message + (PLACE if error.position else "")) from error
    if not possible:
        raise NotFound(NO_CODE)
    lookups = [blind.lookup(one, code) for code in possible for one in peppers.live()]
    number = Ticket.objects.filter(lookup__in=lookups).values_list("pk", flat=True).first()
    if number is None:
        raise NotFound(NO_TICKET[codes.UNREADABLE in text])
    return Found(ticket_address(number), GIVEN_BACK if codes.UNREADABLE in text else "")


_COUNTED: dict[int, Callable[[str], Found]] = {5: _emission, 11: _booklet, numbers.LENGTH: _ticket}
READERS: tuple[Reader, ...] = (
    _identifier,
    _transfer,
    _claim,
    _block,
    _digits,
    _code,
)  # the last one reads what is left
