"""Transfers asked for at a desk, people who send them, and the ISO schema of what the bank takes."""

from datetime import date
from functools import cache
from pathlib import Path

import sepaxml
import xmlschema
from django.contrib.auth.models import User

from payouts import paying, persons
from payouts.asking import Share
from payouts.models import Desk, Teller, Transfer
from payouts.models.winner import needs
from payouts.transfers import accounts
from tests.payouts import desk
from tests.payouts.transfers import samples

HOME = "FR76 3000 6000 0112 3456 7890 189"
OTHER = samples.iban("20041")
PACIFIC = samples.iban("14889")
UNKNOWN = samples.iban("99998")
NAMES = {"last_name": "N’Guessan", "first_name": "Łukasz", "birth_date": "03/05/1980", "birth_place": "Lyon"}


def transfer(cents: int = 300_00, *, iban: str = HOME, **names: str) -> Transfer:
    """A prize paid by transfer, now."""
    account = accounts.read(iban)
    typed = NAMES | names | {"iban": account.iban}
    on = date(2026, 1, 1)
    person = persons.read(typed, needs("transfer", cents), started_on=on, on=on)
    request = desk.request(desk.won(cents), "transfer", shares=(Share(person, cents, account),))
    return Transfer.objects.get(payment=paying.pay(request=request, teller=_teller()))


def accountants() -> tuple[User, User]:
    """Two people who send transfers and belong to no desk."""
    first, second = (User.objects.create_user(name) for name in ("comptable-1", "comptable-2"))
    return desk.allowed(first, "send_transfers"), desk.allowed(second, "send_transfers")


def valid(content: bytes) -> bool:
    """By the schema of pain.001.001.09 that sepaxml ships."""
    return bool(_schema().is_valid(content.decode()))


@cache
def _schema() -> xmlschema.XMLSchema:
    return xmlschema.XMLSchema(str(Path(sepaxml.__file__).parent / "schemas" / "pain.001.001.09.xsd"))


def _teller() -> Teller:
    return Teller.objects.filter(desk__kind=Desk.Kind.PAYMENT_CENTRE).first() or desk.teller(Desk.Kind.PAYMENT_CENTRE)
