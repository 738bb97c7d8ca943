"""The account a prize is transferred to: an IBAN or a RIB as typed, checked, and its bank looked up (art. 5.3.1).

French accounts, those overseas included, have IBANs in FR; only the bank's code tells the territory. A changed digit
or two swapped ones always break the IBAN's key; what a letter and a digit hide from it, the RIB's key mostly tells.
"""

import re
import string
from dataclasses import dataclass, field
from enum import StrEnum

from schwifty import BIC, IBAN, exceptions, registry
from schwifty.domain import Bank

from tickets import typed

LENGTH = 27
RIB_LENGTH = 23

_LABEL = re.compile(r"\A(?:(?:IBAN|RIB)[/:.=]*)+")
_AS_TYPED = str.maketrans(string.ascii_lowercase, string.ascii_uppercase)
_ALLOWED = frozenset(string.ascii_uppercase + string.digits)
_DIGITS_OF_RIB = ("du code banque",) * 5 + ("du code guichet",) * 5 + (None,) * 11 + ("de la clé RIB",) * 2
_DIGITS_OF_IBAN = (None, None, "de la clé IBAN", "de la clé IBAN", *_DIGITS_OF_RIB)

_COUNTRIES = ("FR", "MC")
_POLYNESIA = "PF"
_PACIFIC = ("NC", "WF")
_IN_SEPA = ("FR", "MC", "BL", "GF", "GP", "MF", "MQ", "PM", "RE", "YT")
_OVERSEAS = {*_PACIFIC, *_IN_SEPA, "TF"} - {*_COUNTRIES}
# Published bank codes that schwifty's registry lacks; without them these accounts would pass for unknown ones in SEPA.
_OTHER_BANKS = {
    "11408": ("WAFTWF21", "BANQUE DE WALLIS ET FUTUNA"),
    "14889": ("CEPANCNM", "BANQUE DE NOUVELLE CALEDONIE"),
    "17939": ("BNPANCNX", "BNP PARIBAS NOUVELLE CALEDONIE"),
}


class AccountRefused(ValueError):
    """An account that can't be paid; `message` says why and where, in French, and never quotes the number."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class Zone(StrEnum):
    """Whose file the transfer goes into: New Caledonia and Wallis-et-Futuna are outside SEPA."""

    SEPA = "sepa"
    PACIFIC = "pacific"


@dataclass(frozen=True, slots=True)
class Account:
    """An account that may be paid; `review` asks a person to look at a bank that no list knows."""

    iban: str = field(repr=False)
    bic: str | None
    bank: str | None
    zone: Zone
    review: bool
    from_rib: bool = False

    @property
    def notice(self) -> str:
        """What the winner must be told before approving, in French; empty when there is nothing to tell."""
        if not self.from_rib:
            return ""
        compare = "L’IBAN a été calculé à partir du RIB\xa0: comparez-le à celui du gagnant."
        return f"{compare} Un compte tenu à Monaco a un IBAN en MC, à saisir lui-même."


def read(text: str) -> Account:
    """Read an IBAN or a RIB as typed, spaces, dashes, case and a label before it aside; AccountRefused otherwise."""
    if len(text) > typed.LONGEST:
        raise AccountRefused("Ce texte est trop long pour être un IBAN.")
    compact = _LABEL.sub("", typed.folded(text).translate(_AS_TYPED))
    if not compact:
        raise AccountRefused("Saisissez l’IBAN du compte.")
    for place, character in enumerate(compact, 1):
        if character not in _ALLOWED:
            raise AccountRefused(f"{_place(place, character)} n’est ni une lettre ni un chiffre.")
    from_rib = compact[0].isdigit()
    return _account(_iban_of_rib(compact) if from_rib else _iban(compact), from_rib)


def read_bic(text: str) -> str:
    """Read the BIC that a person found for an unknown bank; AccountRefused when no prize may go there."""
    compact = typed.folded(text).translate(_AS_TYPED)
    bic = BIC(compact, allow_invalid=True) if len(compact) in (8, 11) else None
    if bic is None or not bic.is_valid:
        raise AccountRefused("Ce BIC n’en est pas un\xa0: il a 8 ou 11 caractères, par exemple BNPAFRPP.")
    if bic.country_code == _POLYNESIA:
        raise AccountRefused(_POLYNESIAN)
    if bic.country_code not in {*_IN_SEPA, *_PACIFIC}:
        raise AccountRefused("Cette banque n’est établie ni en France ni à Monaco (article 5.3.1).")
    return compact.removesuffix("XXX")


def zone_of(bic: str | None) -> Zone:
    """Return the zone that a bank's BIC tells; without one, SEPA, where none is needed."""
    return Zone.PACIFIC if bic is not None and bic[4:6] in _PACIFIC else Zone.SEPA


def shown(iban: str) -> str:
    """Return an IBAN as printed, in groups of four."""
    return " ".join(iban[start : start + 4] for start in range(0, len(iban), 4))


def masked(iban: str) -> str:
    """Return what pages and logs may show of an IBAN: its first and its last four characters."""
    return f"{iban[:4]} … {iban[-4:]}"


def _iban_of_rib(rib: str) -> IBAN:
    if len(rib) != RIB_LENGTH:
        raise AccountRefused(
            f"Un RIB comporte {RIB_LENGTH} caractères, celui-ci en a {len(rib)}. Un IBAN commence par FR ou MC."
        )
    _require_digits(rib, _DIGITS_OF_RIB)
    try:
        return IBAN.from_bban("FR", rib, validate_bban=True)
    except exceptions.InvalidBBANChecksum:
        raise AccountRefused(_wrong_key("Ce RIB", "sa clé (les deux derniers chiffres)")) from None


def _iban(compact: str) -> IBAN:
    _require_country(compact[:2])
    if len(compact) != LENGTH:
        raise AccountRefused(
            f"Un IBAN de France ou de Monaco comporte {LENGTH} caractères, celui-ci en a {len(compact)}."
        )
    _require_digits(compact, _DIGITS_OF_IBAN)
    try:
        return IBAN(compact, validate_bban=True)
    except exceptions.InvalidBBANChecksum:
        raise AccountRefused(_wrong_key("Cet IBAN", "sa clé RIB (les deux derniers chiffres)")) from None
    except exceptions.InvalidChecksumDigits:
        raise AccountRefused(_wrong_key("Cet IBAN", "sa clé (les 3e et 4e caractères)")) from None


def _require_country(code: str) -> None:
    if code == _POLYNESIA:
        raise AccountRefused(_POLYNESIAN)
    if code in _OVERSEAS:
        raise AccountRefused(
            f"Les IBAN d’outre-mer commencent par FR, jamais par {code}\xa0: saisissez celui que la banque a donné."
        )
    if code not in _COUNTRIES:
        raise AccountRefused(
            "Le compte doit être tenu en France ou à Monaco (article 5.3.1)\xa0: "
            f"son IBAN commence par FR ou MC, celui-ci par {code}."
        )


def _require_digits(compact: str, parts: tuple[str | None, ...]) -> None:
    for place, (character, part) in enumerate(zip(compact, parts, strict=True), 1):
        if part is not None and not character.isdigit():
            raise AccountRefused(f"{_place(place, character)} doit être un chiffre\xa0: il fait partie {part}.")


def _account(iban: IBAN, from_rib: bool) -> Account:
    bics, name = _bank(iban.country_code, iban.bank_code)
    countries = {bic[4:6] for bic in bics}
    if _POLYNESIA in countries:
        raise AccountRefused(_POLYNESIAN)
    zone = Zone.PACIFIC if countries & {*_PACIFIC} else Zone.SEPA
    review = name is None or not countries <= {*_IN_SEPA, *_PACIFIC}
    return Account(str(iban), _bic(iban.country_code, bics, zone), name, zone, review, from_rib)


def _bic(country: str, bics: set[str], zone: Zone) -> str | None:
    """Choose the BIC for the bank's file: SEPA does without, rather than with another branch's; the Pacific can't."""
    if zone is Zone.PACIFIC:
        return min(bic for bic in bics if zone_of(bic) is zone)
    at_home = [bic for bic in bics if (bic[4:6] == "MC") == (country == "MC")]
    return at_home[0] if len(at_home) == 1 else None


def _bank(country: str, code: str) -> tuple[set[str], str | None]:
    """Return the BICs and the name known for a bank code; France and Monaco share one list of codes."""
    banks: list[Bank] = registry.get_banks_by_code(country, code) or registry.get_banks_by_code("FR", code)
    if banks:
        return {bank.bic.removesuffix("XXX") for bank in banks}, max(banks, key=lambda bank: bank.primary).name
    bic, name = _OTHER_BANKS.get(code, (None, None))
    return ({bic} if bic else set()), name


def _place(place: int, character: str) -> str:
    return f"Le {typed.ordinal(place)} caractère ({typed.quoted(character)}), espaces non compris,"


def _wrong_key(which: str, key: str) -> str:
    return f"{which} comporte une erreur\xa0: {key} ne correspond pas au reste. Vérifiez chaque caractère."


_POLYNESIAN = (
    "Ce compte est tenu en Polynésie française\xa0: il ne peut pas recevoir ce virement (article 5.3.1 du règlement)."
)
