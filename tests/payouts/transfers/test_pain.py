"""The bank's file: valid against the ISO schema, exact to the cent, the same when made again (art. 5.3.1)."""

import importlib.resources
import re
import xml.etree.ElementTree as ET
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
import xmlschema
from hypothesis import given, settings
from hypothesis import strategies as st

from payouts.transfers.pain import LARGEST, NAMESPACE, Debtor, write
from tests.payouts.transfers.samples import iban, ibans, order, transfer_file

NAMES = [
    '=HYPERLINK("x")',
    "Łukasz",
    "N'Guessan",
    "É" * 200,
    "E\u0301lodie",
    "</Nm><IBAN>&#38;&amp;]]>",
    "王小明",
    "x\0\x1b",
]

EXPECTED = """\
<?xml version='1.0' encoding='UTF-8'?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>F-1</MsgId>
      <CreDtTm>2026-12-01T09:30:05+01:00</CreDtTm>
      <NbOfTxs>1</NbOfTxs>
      <CtrlSum>3000.05</CtrlSum>
      <InitgPty>
        <Nm>Societe d'essai</Nm>
      </InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>F-1</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <NbOfTxs>1</NbOfTxs>
      <CtrlSum>3000.05</CtrlSum>
      <PmtTpInf>
        <SvcLvl>
          <Cd>SEPA</Cd>
        </SvcLvl>
      </PmtTpInf>
      <ReqdExctnDt>
        <Dt>2026-12-02</Dt>
      </ReqdExctnDt>
      <Dbtr>
        <Nm>Societe d'essai</Nm>
      </Dbtr>
      <DbtrAcct>
        <Id>
          <IBAN>FR9130004000010123456789A30</IBAN>
        </Id>
      </DbtrAcct>
      <DbtrAgt>
        <FinInstnId>
          <BICFI>BNPAFRPP</BICFI>
        </FinInstnId>
      </DbtrAgt>
      <ChrgBr>SLEV</ChrgBr>
      <CdtTrfTxInf>
        <PmtId>
          <EndToEndId>P1</EndToEndId>
        </PmtId>
        <Amt>
          <InstdAmt Ccy="EUR">3000.05</InstdAmt>
        </Amt>
        <CdtrAgt>
          <FinInstnId>
            <BICFI>PSSTFRPP</BICFI>
          </FinInstnId>
        </CdtrAgt>
        <Cdtr>
          <Nm>Lukasz + N'Guessan</Nm>
        </Cdtr>
        <CdtrAcct>
          <Id>
            <IBAN>FR0920041000010123456789A60</IBAN>
          </Id>
        </CdtrAcct>
        <RmtInf>
          <Ustrd>Illiko Live ticket 1</Ustrd>
        </RmtInf>
      </CdtTrfTxInf>
    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>"""


@pytest.fixture(scope="module")
def schema() -> xmlschema.XMLSchema:
    return xmlschema.XMLSchema(importlib.resources.files("sepaxml") / "schemas" / "pain.001.001.09.xsd")


def found(content: bytes, path: str) -> list[str]:
    names = "/".join(f"{{{NAMESPACE}}}{tag}" for tag in path.split("/"))
    return [element.text or "" for element in ET.fromstring(content).iterfind(f".//{names}")]  # noqa: S314


orders = st.builds(
    order,
    name=st.sampled_from(NAMES) | st.text(min_size=1).map(lambda text: "a" + text),
    remittance=st.text().map(lambda text: "a" + text),
    iban=ibans,
    bic=st.sampled_from([None, "CRLYFRPP", "AGRIFRPP848"]),
    cents=st.integers(1, LARGEST),
    end_to_end_id=st.from_regex(r"[A-Za-z0-9]([A-Za-z0-9-]{0,33}[A-Za-z0-9])?", fullmatch=True),
)
files = st.lists(orders, min_size=1, max_size=8, unique_by=lambda order: order.end_to_end_id).map(
    lambda some: transfer_file(*some)
)


@settings(max_examples=25)
@given(file=files)
def test_a_file_is_valid_exact_and_the_same_when_made_again(schema, file) -> None:
    content = write(file)
    schema.validate(content.decode())
    assert write(file) == content
    amounts = found(content, "CdtTrfTxInf/Amt/InstdAmt")
    assert [int(Decimal(amount) * 100) for amount in amounts] == [order.cents for order in file.orders]
    assert {Decimal(text) for text in found(content, "CtrlSum")} == {sum(map(Decimal, amounts))}
    assert found(content, "NbOfTxs") == [str(len(file.orders))] * 2
    assert found(content, "CdtrAcct/Id/IBAN") == [order.iban for order in file.orders]
    assert found(content, "PmtId/EndToEndId") == [order.end_to_end_id for order in file.orders]
    assert found(content, "CdtrAgt/FinInstnId/BICFI") == [order.bic for order in file.orders if order.bic]


@settings(max_examples=25)
@given(file=files)
def test_no_special_character_of_xml_gets_in(file) -> None:
    content = write(file).decode("ascii")
    texts = re.sub(r"<[^<>]*>", "", content.partition("?>")[2])
    assert re.fullmatch(r"[A-Za-z0-9/\-?:().,'+ \n]*", texts)
    assert content.count("<Nm>") == len(file.orders) + 2


def test_the_whole_file_is_as_agreed(schema) -> None:
    """Byte for byte: a change of library, of Python or of hand that alters what the bank gets shows here."""
    content = write(transfer_file(order(name="Łukasz & N’Guessan", bic="PSSTFRPP", cents=3_000_05)))
    schema.validate(content.decode())
    assert content.decode() == EXPECTED


@pytest.mark.parametrize(("cents", "text"), [(1, "0.01"), (10, "0.10"), (200_01, "200.01"), (49_999_99, "49999.99")])
def test_cents_are_written_as_exact_euros(cents: int, text: str) -> None:
    assert found(write(transfer_file(order(cents=cents))), "Amt/InstdAmt") == [text]


def test_names_are_cut_to_70_characters_and_remittance_texts_to_140() -> None:
    content = write(transfer_file(order(name="É" * 200, remittance="è" * 200)))
    assert found(content, "Cdtr/Nm") == ["E" * 70] and found(content, "RmtInf/Ustrd") == ["e" * 140]


def test_two_hundred_of_the_largest_orders_sum_exactly(schema) -> None:
    content = write(transfer_file(*(order(end_to_end_id=f"P{n}", cents=LARGEST) for n in range(1, 201))))
    schema.validate(content.decode())
    assert found(content, "CtrlSum") == ["199999999998.00"] * 2


def test_the_moment_is_written_in_paris_with_its_offset_wherever_it_was_told() -> None:
    at = datetime(2026, 7, 1, 22, 30, tzinfo=UTC)
    elsewhere = at.astimezone(timezone(timedelta(hours=11)))
    files = [write(transfer_file(order(), created_at=moment)) for moment in (at, elsewhere)]
    assert files[0] == files[1] and found(files[0], "CreDtTm") == ["2026-07-02T00:30:00+02:00"]


def test_the_pacific_has_a_file_of_its_own() -> None:
    caledonian = order(end_to_end_id="P2", iban=iban("17499"), bic="BCADNCNN")
    assert found(write(transfer_file(caledonian)), "CdtrAgt/FinInstnId/BICFI") == ["BCADNCNN"]
    for other in (order(), order(bic="CRLYFRPP")):
        with pytest.raises(ValueError, match="of their own"):
            transfer_file(other, caledonian)


@pytest.mark.parametrize("cents", [0, -1, LARGEST + 1, 1.0, Decimal(1), True, "1"])
def test_an_amount_that_is_not_whole_positive_cents_is_refused(cents: object) -> None:
    with pytest.raises(ValueError, match="cents"):
        order(cents=cents)


@pytest.mark.parametrize("identifier", ["", "a" * 36, "a/b", "-a", "a-", "a b", "é", "a\n", "<a>"])
def test_an_identifier_that_a_bank_may_alter_is_refused(identifier: str) -> None:
    with pytest.raises(ValueError, match="identifier"):
        order(end_to_end_id=identifier)
    with pytest.raises(ValueError, match="identifier"):
        transfer_file(order(), message_id=identifier)


@pytest.mark.parametrize("number", ["", "FR76", iban("20041")[:-1] + "x", iban("20041").lower(), f" {iban('20041')}"])
def test_an_iban_that_cant_exist_is_refused_without_being_quoted(number: str) -> None:
    for made in (lambda: order(iban=number), lambda: Debtor("x", number, "BNPAFRPP")):
        with pytest.raises(ValueError, match=r"^the IBAN is not one$"):
            made()


@pytest.mark.parametrize("bic", ["", "BNPA", "bnpafrpp", "BNPAFRPP1", "BNPAZZPP", "BNPAFRPP "])
def test_a_bic_that_cant_exist_is_refused(bic: str) -> None:
    for made in (lambda: order(bic=bic), lambda: Debtor("x", iban("20041"), bic)):
        with pytest.raises(ValueError, match="the BIC is not one"):
            made()


def test_an_empty_file_is_refused() -> None:
    with pytest.raises(ValueError, match="needs an order"):
        transfer_file()


def test_an_order_can_stand_only_once_in_a_file() -> None:
    with pytest.raises(ValueError, match="twice"):
        transfer_file(order(), order(cents=1))


def test_a_moment_has_its_zone_and_the_execution_is_a_day() -> None:
    with pytest.raises(ValueError, match="zone"):
        transfer_file(order(), created_at=datetime(2026, 12, 1))
    with pytest.raises(ValueError, match="day"):
        transfer_file(order(), executes_on=datetime(2026, 12, 1, tzinfo=UTC))
    assert transfer_file(order(), executes_on=date(2026, 12, 1))


def test_a_name_with_nothing_to_carry_is_refused_before_the_bank_does() -> None:
    with pytest.raises(ValueError, match="ni lettre ni chiffre"):
        write(transfer_file(order(name="😀")))


def test_names_and_accounts_stay_out_of_what_errors_print() -> None:
    printed = repr(transfer_file(order(name="Dupont")))
    assert "Dupont" not in printed and iban("20041") not in printed and iban("30004") not in printed
