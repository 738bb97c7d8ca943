"""Reads whom a prize is paid to, from the form of a transfer or a cheque (art. 5.3.1-5.4)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from games.templatetags.french import euros as shown
from payouts import persons
from payouts.models.winner import needs
from payouts.persons import DOCUMENTS, PAPERS, Needs, Person, PersonRefused
from payouts.transfers import accounts, characters
from payouts.transfers.accounts import Account

MOST = 50  # winners on one form, whose fields Django still takes
_EUROS = re.compile(r"(\d[\d \u00a0\u202f]{0,19})(?:[.,](\d{1,2}))?(?: ?€)?")


@dataclass(frozen=True, slots=True)
class Share:
    """One winner, what of the prize is theirs in cents, and the account it goes to when it is transferred.

    `unpublished`: their first name is not to be published (art. 6.3).
    """

    person: Person
    cents: int
    account: Account | None = None
    unpublished: bool = False

    @property
    def iban(self) -> str:
        """The account as printed, in groups of four."""
        return accounts.shown(self.person.iban) if self.person.iban else ""

    @property
    def document(self) -> str:
        """What kind of document was seen; empty when none was asked for."""
        return DOCUMENTS[self.person.document.kind] if self.person.document else ""


class FormRefused(Exception):
    """For each field of the form its message, in French."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(", ".join(sorted(errors)))
        self.errors = dict(errors)


def fields(means: str, prize: int, winners: int) -> list[str]:
    """What is asked of each winner, in the order of the form."""
    asked = needs(means, prize, winners)
    share = ("share",) if winners > 1 else ()
    return [*asked.fields, *(PAPERS if asked.identity else ()), *share, "unpublished"]


def read(
    typed: Mapping[str, str], *, means: str, prize: int, winners: int, started_on: date, on: date
) -> tuple[Share, ...]:
    """The winners typed, as `1-last_name`, `2-last_name`, ..., the bearer first. Raises FormRefused."""
    errors: dict[str, str] = {}
    shares = []
    for position in range(1, winners + 1):
        own = {name: typed.get(f"{position}-{name}", "") for name in fields(means, prize, winners)}
        refused: dict[str, str] = {}
        cents = _cents(own, prize, refused)
        person = _person(own, needs(means, prize, winners), started_on, on, refused)
        errors |= {f"{position}-{name}": message for name, message in refused.items()}
        if person is not None and not refused:
            account = accounts.read(own["iban"]) if person.iban else None
            shares.append(Share(person, cents, account, unpublished=bool(own["unpublished"])))
    total = sum(share.cents for share in shares)
    if not errors and total != prize:
        errors[f"{winners}-share"] = _unequal(total, prize)
    if errors:
        raise FormRefused(errors)
    return tuple(shares)


def _unequal(total: int, prize: int) -> str:
    off = f"il manque {shown(prize - total)}" if total < prize else f"c’est {shown(total - prize)} de trop"
    return f"Les parts font {shown(total)} pour un lot de {shown(prize)}\u00a0: {off}."


def euros(text: str) -> int:
    """An amount typed in euros, in cents; ValueError."""
    read = _EUROS.fullmatch(text.strip())
    if read is None:
        raise ValueError("Un montant s’écrit en euros, par exemple 1\u00a0500,50.")
    return int(re.sub(r"\D", "", read[1])) * 100 + int((read[2] or "0").ljust(2, "0"))


def _cents(own: dict[str, str], prize: int, refused: dict[str, str]) -> int:
    if "share" not in own:
        return prize
    try:
        cents = euros(own["share"])
    except ValueError as error:
        refused["share"] = str(error)
        return 0
    if not 0 < cents < prize:
        refused["share"] = "Une part est plus petite que le lot, et pas nulle."
    return cents


def _person(own: dict[str, str], asked: Needs, started_on: date, on: date, refused: dict[str, str]) -> Person | None:
    try:
        person = persons.read(own, asked, started_on=started_on, on=on)
    except PersonRefused as error:
        for name, message in error.errors.items():
            refused.setdefault(name, message)
        return None
    try:
        characters.epc(f"{person.first_name} {person.last_name}")
    except ValueError as error:
        refused["last_name"] = str(error)
    return person
