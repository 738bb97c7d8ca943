"""Which accounts a prize may be transferred to, however they are typed (art. 5.3.1)."""

import re
import string
from contextlib import suppress

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from schwifty import registry

from payouts.transfers.accounts import AccountRefused, Zone, masked, read, shown, zone_of
from tests.payouts.transfers.samples import DIGITS, RIB_VALUES, iban, ibans, rib, ribs, with_key

PRINTED = "FR14 2004 1010 0505 0001 3M02 606"  # the specimen of the IBAN registry
OVERSEAS = ["14006", "19806", "13088", "19906", "41919", "18719"]  # Guadeloupe, Martinique, La Réunion, Mayotte
POLYNESIAN = ["12149", "12239", "14168", "17469"]


def refusal(text: str) -> str:
    with pytest.raises(AccountRefused) as refused:
        read(text)
    return refused.value.message.replace("\xa0", " ")


def kind(character: str) -> str:
    return DIGITS if character in DIGITS else string.ascii_uppercase


@pytest.mark.parametrize(
    "text",
    [
        PRINTED,
        PRINTED.lower(),
        PRINTED.replace(" ", ""),
        f"  IBAN : {PRINTED}\n",
        f"rib/iban {PRINTED}",
        PRINTED.replace(" ", "\u202f"),
        PRINTED.replace(" ", "-"),
        "".join(chr(ord(character) + 0xFEE0) for character in PRINTED if character != " "),
    ],
)
def test_an_iban_is_read_however_it_is_typed(text: str) -> None:
    account = read(text)
    assert (account.iban, account.from_rib, account.notice) == (PRINTED.replace(" ", ""), False, "")


def test_a_rib_gives_its_iban_and_says_that_it_was_computed() -> None:
    account = read("RIB 20041 01005 0500013m026 06")
    assert account.iban == PRINTED.replace(" ", "") and account.from_rib
    assert "calculé à partir du RIB" in account.notice


@given(ibans)
@example(iban("20041", account="RIB00000000"))
@example(iban("20041", account="0000000IBAN"))
def test_every_french_or_monegasque_iban_with_its_keys_is_read(number: str) -> None:
    assert read(number).iban == number


@given(ribs)
def test_every_rib_with_its_key_gives_the_iban_computed_otherwise(number: str) -> None:
    assert read(number).iban == with_key("FR", number)


@given(st.one_of(ibans, ribs), st.data())
def test_one_changed_digit_or_letter_is_refused(number: str, data: st.DataObject) -> None:
    """A RIB's key takes a letter for another of the same value, such as A for J: nothing there can tell."""
    place = data.draw(st.integers(0, len(number) - 1))
    alike = RIB_VALUES[number[place]] if len(number) == 23 else number[place]
    others = [c for c in kind(number[place]) if c != number[place] and RIB_VALUES[c] != alike]
    if others:
        assert refusal(number[:place] + data.draw(st.sampled_from(others)) + number[place + 1 :])


@given(ibans, st.data())
def test_a_digit_for_a_letter_of_another_value_or_the_reverse_is_refused(number: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(number) - 1))
    others = [c for c in RIB_VALUES if kind(c) != kind(number[place]) and RIB_VALUES[c] != RIB_VALUES[number[place]]]
    assert refusal(number[:place] + data.draw(st.sampled_from(others)) + number[place + 1 :])


@given(st.one_of(ibans, ribs), st.data())
def test_two_neighbours_swapped_are_refused(number: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(number) - 2))
    first, second = number[place : place + 2]
    if RIB_VALUES[first] != RIB_VALUES[second]:
        assert refusal(number[:place] + second + first + number[place + 2 :])


@given(st.one_of(ibans, ribs), st.data())
def test_two_digits_swapped_anywhere_are_refused(number: str, data: st.DataObject) -> None:
    places = [place for place, character in enumerate(number) if character in DIGITS]
    first, second = sorted(data.draw(st.lists(st.sampled_from(places), min_size=2, max_size=2, unique=True)))
    if number[first] != number[second]:
        swapped = number[:first] + number[second] + number[first + 1 : second] + number[first] + number[second + 1 :]
        assert refusal(swapped)


def test_the_ribs_key_catches_what_the_ibans_key_lets_through() -> None:
    """2M and M2 are both 222 to the IBAN's key."""
    number = iban("20041", account="0000002M000")
    swapped = number.replace("2M", "M2")
    assert with_key("FR", swapped[4:]) == swapped
    assert "clé RIB" in refusal(swapped)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Saisissez l’IBAN"),
        (" IBAN : ", "Saisissez l’IBAN"),
        (PRINTED[:-1], "27 caractères, celui-ci en a 26"),
        (PRINTED + "1", "27 caractères, celui-ci en a 28"),
        ("20041 01005 0500013M026 0", "23 caractères, celui-ci en a 22"),
        (PRINTED[2:], "Un IBAN commence par FR ou MC"),
        (PRINTED.replace("2004", "2OO4"), "Le 6e caractère (« O »), espaces non compris, doit être un chiffre"),
        (PRINTED.replace("2004", "2OO4"), "du code banque"),
        (PRINTED.replace("1010", "101O"), "du code guichet"),
        (PRINTED.replace("FR14", "FRI4"), "Le 3e caractère (« I »)"),
        (PRINTED[:-1] + "G", "Le 27e caractère (« G »), espaces non compris, doit être un chiffre"),
        ("20041 01005 0500013M026 O6", "Le 22e caractère (« O »)"),
        (PRINTED.replace("3M", "3É"), "Le 22e caractère (« É »), espaces non compris, n’est"),
        (PRINTED.replace("3M", "3ß"), "(« ß »), espaces non compris, n’est ni une lettre ni un chiffre"),
        (PRINTED.replace("3M", "3\0"), "(« U+0000 »)"),
        (PRINTED.replace("FR14", "FR15"), "sa clé (les 3e et 4e caractères)"),
        (with_key("FR", "20041010050500013M02607"), "sa clé RIB (les deux derniers chiffres)"),
        ("20041010050500013M02607", "Ce RIB comporte une erreur : sa clé (les deux derniers chiffres)"),
        ("DE89 3704 0044 0532 0130 00", "celui-ci par DE"),
        ("BE68 5390 0754 7034", "en France ou à Monaco (article 5.3.1)"),
        ("?" * 201, "trop long"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_where(text: str, says: str) -> None:
    assert says in refusal(text)


@given(st.text(max_size=60))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    with suppress(AccountRefused):
        assert read(text)


@pytest.mark.parametrize("text", [f"{PRINTED[:-1]}7", PRINTED[:-1], f"{PRINTED}é", iban("12149"), rib("12149") + "0"])
def test_a_refusal_never_quotes_the_number(text: str) -> None:
    assert not re.search("[0-9]{5}", refusal(text)) and text[-8:] not in refusal(text)


@pytest.mark.parametrize("alias", ["00", "01", "99"])
def test_an_ibans_key_has_one_writing(alias: str) -> None:
    """Modulo 97 alone would take 01 for 98, 00 for 97 and 99 for 02."""
    genuine = {"00": "97", "01": "98", "99": "02"}[alias]
    number = next(n for n in (iban("20041", f"{b:05}") for b in range(2000)) if n[2:4] == genuine)
    assert read(number).iban == number
    assert "sa clé (les 3e et 4e caractères)" in refusal(f"FR{alias}{number[4:]}")


@pytest.mark.parametrize("bank", POLYNESIAN)
def test_polynesian_banks_are_refused_by_iban_and_by_rib(bank: str) -> None:
    assert {registered.bic[4:6] for registered in registry.get_banks_by_code("FR", bank)} == {"PF"}
    for number in (iban(bank), rib(bank), iban(bank, country="MC")):
        assert "Polynésie française" in refusal(number)


def test_no_polynesian_bank_of_the_registry_is_forgotten() -> None:
    banks = registry.get_banks_by_country("FR")
    assert sorted({bank.bank_code for bank in banks if bank.bic[4:6] == "PF"}) == POLYNESIAN


@pytest.mark.parametrize(
    ("bank", "bic"),
    [
        ("14158", "CEFNNCN1"),
        ("17499", "BCADNCNN"),
        ("18319", "SOGENCNN"),
        ("14889", "CEPANCNM"),
        ("17939", "BNPANCNX"),
        ("11408", "WAFTWF21"),
    ],
)
def test_caledonian_and_wallisian_banks_go_with_their_bic_into_the_pacifics_file(bank: str, bic: str) -> None:
    account = read(iban(bank))
    assert (account.zone, account.bic, account.review) == (Zone.PACIFIC, bic, False)
    assert account.bank and zone_of(account.bic) is Zone.PACIFIC


def test_the_banks_added_to_the_registry_are_not_in_it() -> None:
    """Once it has them, our list can go."""
    assert not [code for code in ("11408", "14889", "17939") if registry.get_banks_by_code("FR", code)]


@pytest.mark.parametrize("bank", OVERSEAS)
def test_overseas_departments_are_in_sepa(bank: str) -> None:
    assert {registered.bic[4:6] for registered in registry.get_banks_by_code("FR", bank)} <= {"GP", "MQ", "RE", "YT"}
    account = read(iban(bank))
    assert (account.zone, account.review) == (Zone.SEPA, False)


@pytest.mark.parametrize("code", ["BL", "GF", "GP", "MF", "MQ", "NC", "PM", "RE", "TF", "WF", "YT"])
def test_an_iban_that_begins_with_a_territory_is_refused_with_what_to_type(code: str) -> None:
    assert f"commencent par FR, jamais par {code}" in refusal(iban("20041", country=code))


def test_an_iban_that_begins_with_pf_is_refused_as_polynesian() -> None:
    assert "Polynésie française" in refusal(iban("12149", country="PF"))


@pytest.mark.parametrize("country", ["FR", "MC"])
def test_an_unknown_bank_is_reviewed_never_refused(country: str) -> None:
    account = read(iban("99999", country=country))
    assert (account.review, account.zone, account.bic, account.bank) == (True, Zone.SEPA, None, None)


def test_a_bank_is_named_and_its_bic_given_only_when_it_has_a_single_one() -> None:
    single, several = read(iban("30002")), read(iban("20041"))
    assert (single.bank, single.bic) == ("CREDIT LYONNAIS", "CRLYFRPP")
    assert (several.bank, several.bic, several.review) == ("LA BANQUE POSTALE", None, False)


def test_monaco_shares_frances_bank_codes_but_not_their_bics() -> None:
    registered, shared = read(iban("30003", country="MC")), read(iban("30002", country="MC"))
    assert (registered.bic, registered.review) == ("SOGEMCM1", False)
    assert (shared.bic, shared.bank, shared.review) == (None, "CREDIT LYONNAIS", False)


def test_an_iban_is_shown_in_fours_and_masked_in_pages_and_logs() -> None:
    number = PRINTED.replace(" ", "")
    assert shown(number) == PRINTED and masked(number) == "FR14 … 2606"
    assert "2004" not in repr(read(number))
