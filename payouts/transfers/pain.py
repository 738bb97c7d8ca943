"""The file of orders that the bank takes, pain.001.001.09: the same orders always give the same bytes.

`sepaxml` can't write it: it puts the clock and random identifiers in, with no public way around, so that a file made
again would be another one. The standard library builds the few elements; the tests check them against the ISO schema.
"""

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from datetime import date, datetime

from schwifty import BIC, IBAN

from payouts.transfers import accounts, characters
from tickets.calendar import PARIS

NAMESPACE = "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"
LARGEST = 999_999_999_99  # of one order, in SEPA

_IDENTIFIER = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,33}[A-Za-z0-9])?")  # no slash: the EPC restricts their place


@dataclass(frozen=True, slots=True)
class Debtor:
    """Who pays, and from which account; ValueError if the account can't exist."""

    name: str
    iban: str = field(repr=False)
    bic: str

    def __post_init__(self) -> None:
        _require_account(self.iban, self.bic)


@dataclass(frozen=True, slots=True)
class Order:
    """One transfer of `cents` to a winner; ValueError if the bank would refuse it."""

    end_to_end_id: str
    name: str = field(repr=False)
    iban: str = field(repr=False)
    bic: str | None
    cents: int
    remittance: str

    def __post_init__(self) -> None:
        _require_identifier(self.end_to_end_id)
        _require_account(self.iban, self.bic)
        if type(self.cents) is not int or not 0 < self.cents <= LARGEST:
            raise ValueError("an order is of a positive whole number of cents, within SEPA's limit")


@dataclass(frozen=True, slots=True)
class TransferFile:
    """What leaves on one day for one zone; ValueError for no order, one twice, or both zones mixed."""

    message_id: str
    created_at: datetime
    executes_on: date
    debtor: Debtor
    orders: tuple[Order, ...]

    def __post_init__(self) -> None:
        _require_identifier(self.message_id)
        if self.created_at.tzinfo is None:
            raise ValueError("a moment needs its time zone")
        if isinstance(self.executes_on, datetime):
            raise ValueError("the bank is asked for a day")
        if not self.orders:
            raise ValueError("a file needs an order")
        if len({order.end_to_end_id for order in self.orders}) != len(self.orders):
            raise ValueError("an order stands twice in the file")
        if len({accounts.zone_of(order.bic) for order in self.orders}) != 1:
            raise ValueError("SEPA and the Pacific each have a file of their own")


def write(file: TransferFile) -> bytes:
    """Return the file's bytes; ValueError if a name or a text has no character that banks can read.

    The Pacific's file has the same format (CFONB, « SEPA COM PACIFIQUE »), each order with its BIC.
    """
    document = ET.Element("Document", xmlns=NAMESPACE)
    message = _add(document, "CstmrCdtTrfInitn")
    _write_header(_add(message, "GrpHdr"), file)
    payment = _add(message, "PmtInf")
    _write_debit(payment, file)
    for order in file.orders:
        _write_order(_add(payment, "CdtTrfTxInf"), order)
    ET.indent(document)
    content: bytes = ET.tostring(document, encoding="UTF-8", xml_declaration=True)
    return content


def _write_header(header: ET.Element, file: TransferFile) -> None:
    _add(header, "MsgId", file.message_id)
    _add(header, "CreDtTm", file.created_at.astimezone(PARIS).isoformat(timespec="seconds"))
    _write_sums(header, file)
    _add(header, "InitgPty/Nm", characters.epc(file.debtor.name))


def _write_debit(payment: ET.Element, file: TransferFile) -> None:
    _add(payment, "PmtInfId", file.message_id)
    _add(payment, "PmtMtd", "TRF")
    _write_sums(payment, file)
    _add(payment, "PmtTpInf/SvcLvl/Cd", "SEPA")
    _add(payment, "ReqdExctnDt/Dt", file.executes_on.isoformat())
    _add(payment, "Dbtr/Nm", characters.epc(file.debtor.name))
    _add(payment, "DbtrAcct/Id/IBAN", file.debtor.iban)
    _add(payment, "DbtrAgt/FinInstnId/BICFI", file.debtor.bic)
    _add(payment, "ChrgBr", "SLEV")


def _write_order(transfer: ET.Element, order: Order) -> None:
    _add(transfer, "PmtId/EndToEndId", order.end_to_end_id)
    _add(transfer, "Amt/InstdAmt", _euros(order.cents)).set("Ccy", "EUR")
    if order.bic is not None:
        _add(transfer, "CdtrAgt/FinInstnId/BICFI", order.bic)
    _add(transfer, "Cdtr/Nm", characters.epc(order.name))
    _add(transfer, "CdtrAcct/Id/IBAN", order.iban)
    _add(transfer, "RmtInf/Ustrd", characters.epc(order.remittance, characters.REMITTANCE))


def _write_sums(parent: ET.Element, file: TransferFile) -> None:
    _add(parent, "NbOfTxs", str(len(file.orders)))
    _add(parent, "CtrlSum", _euros(sum(order.cents for order in file.orders)))


def _add(parent: ET.Element, path: str, text: str | None = None) -> ET.Element:
    for tag in path.split("/"):
        parent = ET.SubElement(parent, tag)
    parent.text = text
    return parent


def _euros(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02}"


def _require_identifier(text: str) -> None:
    if not _IDENTIFIER.fullmatch(text):
        raise ValueError("an identifier is of 1 to 35 letters, digits and inner hyphens")


def _require_account(iban: str, bic: str | None) -> None:
    """Refuse what can't exist without quoting it: errors end in logs."""
    account = IBAN(iban, allow_invalid=True)
    if str(account) != iban or not account.is_valid:
        raise ValueError("the IBAN is not one")
    bank = BIC(bic, allow_invalid=True) if bic is not None else None
    if bank is not None and (str(bank) != bic or not bank.is_valid):
        raise ValueError("the BIC is not one")
