"""Accounts made with keys computed here, not by the library under test, and files of orders to begin from."""

import string
from datetime import UTC, date, datetime

from hypothesis import strategies as st
from schwifty import registry

from payouts.transfers.pain import Debtor, Order, TransferFile

DIGITS = string.digits
BANKS = sorted(
    {bank.bank_code for bank in registry.get_banks_by_country("FR") if bank.bic[4:6] not in ("PF", "NC", "WF")}
)
# A RIB's key counts letters as 1 to 9, from A, from J, and S as 2.
RIB_VALUES = dict(zip(DIGITS + string.ascii_uppercase, "0123456789" + "123456789" * 2 + "23456789", strict=True))


def rib(bank: str, branch: str = "00001", account: str = "0123456789A") -> str:
    number = int("".join(RIB_VALUES[character] for character in bank + branch + account) + "00")
    return f"{bank}{branch}{account}{97 - number % 97:02}"


def iban(bank: str, branch: str = "00001", account: str = "0123456789A", country: str = "FR") -> str:
    return with_key(country, rib(bank, branch, account))


def with_key(country: str, bban: str) -> str:
    number = int("".join(str(int(character, 36)) for character in f"{bban}{country}00"))
    return f"{country}{98 - number % 97:02}{bban}"


branches = st.text(DIGITS, min_size=5, max_size=5)
numbers = st.text(DIGITS + string.ascii_uppercase, min_size=11, max_size=11)
ibans = st.builds(iban, st.sampled_from(BANKS), branches, numbers, st.sampled_from(["FR", "MC"]))
ribs = st.builds(rib, st.sampled_from(BANKS), branches, numbers)


def order(**changes: object) -> Order:
    given = {"end_to_end_id": "P1", "name": "Łukasz N’Guessan", "iban": iban("20041"), "bic": None, "cents": 200_01}
    return Order(**given | {"remittance": "Illiko Live ticket 1"} | changes)


def transfer_file(*orders: Order, **changes: object) -> TransferFile:
    given = {"message_id": "F-1", "created_at": datetime(2026, 12, 1, 8, 30, 5, 999, UTC)}
    given |= {"executes_on": date(2026, 12, 2), "debtor": Debtor("Société d’essai", iban("30004"), "BNPAFRPP")}
    return TransferFile(**given | {"orders": orders} | changes)
