"""What is read of a winner: what art. 5.3-5.4 ask for and no more, and only what can be true."""

import unicodedata
from datetime import date
from typing import Any

import pytest

from payouts import persons
from payouts.persons import Needs, Person, PersonRefused
from tests.payouts.personal.people import DAYS, TYPED, person

ALL = Needs(iban=True, cheque_order=True, identity=True)


def refused(needs: Needs = ALL, **typed: str) -> dict[str, str]:
    with pytest.raises(PersonRefused) as raised:
        persons.read(TYPED | typed, needs, **DAYS)
    return raised.value.errors


@pytest.mark.parametrize("name", ["N'Guessan", "Łukasz", '=HYPERLINK("x")', "d’Œ-Ÿ", "O", "李", "É" * 200])
def test_a_name_is_kept_as_it_is_typed(name: str) -> None:
    assert person(last_name=name).last_name == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("Ame\u0301lie", "Amélie"), ("  de \u00a0 la\u202fTour ", "de la Tour"), ("e\u0301" * 200, "é" * 200)],
)
def test_a_name_is_composed_and_its_spaces_are_single(typed: str, kept: str) -> None:
    assert person(first_name=typed).first_name == kept and unicodedata.is_normalized("NFC", kept)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("", "demandé"),
        (" \u00a0 ", "demandé"),
        ("A" * 400, "200 caractères au plus\xa0: il y en a 400"),
        ("A" * 201, "201"),
        ("-'.", "aucune lettre"),
        ("0612", "aucune lettre"),
        ("Jean\tPaul", "5e caractère est invisible (U+0009)"),
        ("\x00Jean", "1er caractère est invisible (U+0000)"),
        ("Jean\u202e", "U+202E"),
        ("Jean\u200b", "U+200B"),
        ("Jean\ud800", "U+D800"),
    ],
)
def test_a_name_that_is_none_is_refused_with_what_is_wrong(name: str, said: str) -> None:
    assert said in refused(last_name=name)["last_name"]


def test_every_fault_is_told_at_once() -> None:
    assert refused(last_name="", birth_date="31/02/1980", telephone="12").keys() == {
        "last_name",
        "birth_date",
        "telephone",
    }


@pytest.mark.parametrize(
    ("means", "amount", "more"),
    [
        ("transfer", 200_01, {"iban", "telephone"}),
        ("transfer", 3_000_00, {"iban", "telephone"}),
        ("transfer", 3_000_01, {"iban", "telephone", "address", "document"}),
        ("cheque", 3_000_00, {"cheque_order"}),
        ("cheque", 50_000_00, {"cheque_order", "address", "document"}),
    ],
)
def test_only_what_the_rule_asks_for_is_kept_whatever_was_typed_art_5_3(
    means: str, amount: int, more: set[str]
) -> None:
    always = {"last_name", "first_name", "birth_date", "birth_place"}
    assert set(person(means, amount).known()) == always | more


def test_the_telephone_alone_is_optional_art_5_3_1() -> None:
    assert person(telephone="").telephone is None
    asked = TYPED.keys() - {"telephone"}
    assert refused(**dict.fromkeys(asked, "")).keys() == asked


@pytest.mark.parametrize(
    ("born", "started_on", "adult"),
    [
        ("01/03/2008", date(2026, 3, 1), True),
        ("02/03/2008", date(2026, 3, 1), False),
        ("29/02/2008", date(2026, 2, 28), False),
        ("29/02/2008", date(2026, 3, 1), True),
    ],
)
def test_a_winner_is_eighteen_on_the_day_the_play_was_started(born: str, started_on: date, adult: bool) -> None:
    days: dict[str, Any] = {"started_on": started_on, "on": date(2026, 3, 20)}
    if adult:
        assert persons.read(TYPED | {"birth_date": born}, ALL, **days).birth_date
        return
    with pytest.raises(PersonRefused) as raised:
        persons.read(TYPED | {"birth_date": born}, ALL, **days)
    assert f"18\xa0ans au début de la partie, le {started_on:%d/%m/%Y}" in raised.value.errors["birth_date"]


@pytest.mark.parametrize("born", ["15/03/2026", "01/01/1905", "1/1/80", "1980", "30/02/1980", "١/١/١٩٨٠"])
def test_a_birth_date_that_cannot_be_is_refused(born: str) -> None:
    assert "birth_date" in refused(birth_date=born)


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"document_kind": "library_card"}, "document_kind", "choix"),
        ({"document_number": "—"}, "document_number", "numéro"),
        ({"document_issued_on": "15/03/2026"}, "document_issued_on", "à venir"),
        ({"document_issued_on": "01/01/1970"}, "document_issued_on", "avant la naissance"),
        ({"document_expires_on": "13/03/2026"}, "document_expires_on", "plus valable depuis le 13/03/2026"),
        (
            {"document_issued_on": "14/03/2026", "document_expires_on": "14/03/2026"},
            "document_expires_on",
            "pas après celle de délivrance",
        ),
    ],
)
def test_a_document_that_proves_nothing_is_refused_art_5_3_3(typed: dict[str, str], field: str, said: str) -> None:
    errors = refused(**typed)
    assert list(errors) == [field] and said in errors[field]


@pytest.mark.parametrize("typed", ["1/2/1980", "01.02.1980", "01 02 1980", "01-02-1980", "01021980", "1980-02-01"])
def test_a_day_is_read_however_it_is_typed(typed: str) -> None:
    assert person(birth_date=typed).birth_date == date(1980, 2, 1)


@pytest.mark.parametrize("typed", ["010280", "1/2/80", "1021980", "01//1980", "1980/02/01", "١/٢/١٩٨٠"])
def test_a_day_that_could_mean_another_is_not_guessed(typed: str) -> None:
    assert list(refused(birth_date=typed)) == ["birth_date"]


def test_a_document_is_valid_on_its_last_day() -> None:
    document = person(document_expires_on="14/03/2026").document
    assert document and document.expires_on == DAYS["on"]


CARD = {"document_kind": "identity_card", "document_issued_on": "02/01/2012", "document_expires_on": "01/01/2022"}


def test_a_french_identity_card_issued_to_an_adult_is_valid_fifteen_years() -> None:
    """Of those issued from 2 January 2004 to 31 December 2013, ten years are printed."""
    document = person(**CARD).document
    assert document and document.expires_on == date(2022, 1, 1)


@pytest.mark.parametrize(
    "other",
    [
        {"document_expires_on": "13/03/2021"},  # five years and a day before it is seen
        {"document_kind": "passport"},
        {"document_issued_on": "01/01/2014"},
        {"document_issued_on": "01/01/2004"},
        {"birth_date": "03/01/1994"},  # a minor then
    ],
)
def test_no_other_document_is_valid_past_its_date(other: dict[str, str]) -> None:
    assert list(refused(**CARD | other)) == ["document_expires_on"]


def test_a_person_is_read_back_from_their_text_and_shown_nowhere() -> None:
    whole = person()
    assert persons.of_text(whole.text()) == whole
    shown = f"{whole!r} {whole} {whole.document!r} {PersonRefused({'last_name': 'N’Guessan'})!r}"
    assert "Guessan" not in shown and "24AZ" not in shown


def test_what_five_years_keep_is_name_and_address() -> None:
    whole = person()
    assert whole.reduced() == Person(whole.last_name, whole.first_name, address=whole.address)


def test_a_correction_changes_what_is_typed_alone() -> None:
    whole = person()
    right = persons.corrected(whole, {"first_name": "Lucas", "address": "  "}, **DAYS)
    assert (right.first_name, right.address, right.document) == ("Lucas", whole.address, whole.document)


@pytest.mark.parametrize("typed", [{"birth_date": "01/04/2008"}, {"document_number": "1"}, {"last_name": "!"}])
def test_a_correction_is_judged_like_what_was_typed_first(typed: dict[str, str]) -> None:
    with pytest.raises(PersonRefused):
        persons.corrected(person(), typed, **DAYS)


@pytest.mark.parametrize("typed", [{"birth_place": "Lyon"}, {"document_number": "12"}, {"telephone": "0639980000"}])
def test_a_correction_brings_back_nothing_that_was_erased(typed: dict[str, str]) -> None:
    with pytest.raises(PersonRefused, match=next(iter(typed))):
        persons.corrected(person().reduced(), typed, **DAYS)


def test_a_correction_never_says_where_the_money_goes() -> None:
    whole = person()
    right = persons.corrected(whole, {"iban": "MC5811222000010123456789030", "cheque_order": "X"}, **DAYS)
    assert right == whole
