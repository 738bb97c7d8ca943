"""CSV that a spreadsheet in French opens as it stands, and takes nothing of for a formula."""

import csv
import io

import pytest

from tickets import spreadsheets


@pytest.mark.parametrize(
    "cell", ['=HYPERLINK("x")', "+33a", "-a", "@a", "＝HYPERLINK(1)", "＋a", "=1;2\"'a", " =1", "\t=1", "\n=1"]
)
def test_a_cell_is_never_a_formula(cell: str) -> None:
    file = spreadsheets.to_csv([["nom", cell]])
    assert list(csv.reader(io.StringIO(file, newline=""), delimiter=";")) == [["\ufeffnom", f"'{cell}"]]


@pytest.mark.parametrize("cell", ["", "N'Guessan", "Łukasz", "12,34", "a;b", 'dit "le Roi"', "1-2", "deux\nlignes"])
def test_everything_else_is_left_as_it_is(cell: str) -> None:
    file = spreadsheets.to_csv([[cell]])
    assert list(csv.reader(io.StringIO(file.removeprefix("\ufeff"), newline=""), delimiter=";")) == [[cell]]


@pytest.mark.parametrize(("cents", "shown"), [(1, "0,01"), (123456, "1234,56"), (20000, "200,00")])
def test_an_amount_has_a_decimal_comma(cents: int, shown: str) -> None:
    assert spreadsheets.euros(cents) == shown
