"""Prize tables as files: what is written is read back the same, each bad line is named, nothing is half done."""

import json
from contextlib import suppress

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from hypothesis import given
from hypothesis import strategies as st

from games.contents import Content
from games.registry import GAMES
from office.tables import files, typed
from office.tables.files import FileRefused
from tests.games import stock
from tests.office.tables import address, signed_in
from tests.office.test_tables_page import text
from tickets.models import PrizeTable

EMPTY = Content("sauve_souris", 3_00, 100, 70_00, 50, ())
HEADER = "une souris sauvée;les huit souris;tickets par bloc\n"


def upload(table: PrizeTable, name: str, body: str | bytes) -> HttpResponse:
    raw = body.encode() if isinstance(body, str) else body
    return signed_in().post(address(table, "table_import"), {"fichier": SimpleUploadedFile(name, raw)})


@pytest.mark.django_db
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("form", ["csv", "json"])
def test_a_table_written_is_read_back_the_same(slug: str, form: str) -> None:
    table = stock.make_emission(slug).prize_table
    content = Content.of(table)
    answer = signed_in().get(address(table, "table_export", form))
    assert answer["Content-Disposition"] == f'attachment; filename="{slug}-1.{form}"'
    onto = Content(slug, content.price, 1, 69_00, 2_00, ()) if form == "json" else Content.of(table)
    assert files.read(f"table.{form}", answer.content, onto) == content


@pytest.mark.django_db
def test_a_file_has_figures_in_euros(client: object) -> None:
    table = stock.make_emission("sauve_souris").prize_table
    browser = signed_in()
    lines = browser.get(address(table, "table_export", "csv")).content.decode("utf-8-sig").splitlines()
    assert lines[:2] == [HEADER.strip(), "6250,00;50000,00;2"]
    told = json.loads(browser.get(address(table, "table_export", "json")).content)
    assert (told["share"], told["tolerance"], told["lines"][0]) == ("69.00", "2.00", ["6250.00", "50000.00", 2])
    assert browser.get(address(table, "table_export", "xls")).status_code == 404


@pytest.mark.django_db
def test_a_file_fills_the_form_with_its_figures_and_is_not_kept() -> None:
    table = stock.make_emission("sauve_souris").prize_table
    before = Content.of(table)
    answer = upload(table, "table.csv", HEADER + "5;40;60\n2,00;16;40\n")
    page = answer.content.decode()
    assert answer.status_code == 200 and "Rien n’est encore enregistré" in page and "95,0000" in page
    assert 'value="5,00"' in page and f'value="{before.fingerprint}"' in page
    assert Content.of(table) == before


@pytest.mark.django_db
def test_every_bad_line_of_a_file_is_named_and_nothing_is_taken() -> None:
    table = stock.make_emission("sauve_souris").prize_table
    before = Content.of(table)
    answer = upload(table, "table.csv", HEADER + "5;40;60\ncinq;40;6\n\n2;16\n2;16;-4\n")
    told = text(answer)
    assert answer.status_code == 422 and "Rien n’est enregistré" in told
    assert "Ligne 3 du fichier : « cinq » n’est pas un montant" in told
    assert "Ligne 5 du fichier : il y a 2 valeurs au lieu de 3" in told
    assert "Ligne 6 du fichier : « -4 » n’est pas un nombre de tickets" in told
    assert Content.of(table) == before


@pytest.mark.parametrize(
    ("name", "body", "why"),
    [
        ("t.csv", "", "première ligne"),
        ("t.csv", "a;b;c\n1;2;3\n", "première ligne"),
        ("t.csv", HEADER + '"5;40;60\n', "guillemet"),
        ("t.csv", HEADER.encode() + b"5;40;\xe9", "UTF-8"),
        ("t.csv", HEADER + "5;40;60\n5;40;1\n", "Les lignes 1, 2 portent les mêmes lots"),
        ("t.csv", HEADER + "1;1;1\n" * 300_000, "trop grand"),
        ("t.csv", HEADER + "x;1;1\n" * 200, "Et 50 autres lignes"),
        ("t.json", "{", "n’est pas du JSON"),
        ("t.json", "[" * 100_000, "n’est pas du JSON"),
        ("t.json", "[]", "lines"),
        ("t.json", '{"lines": 3}', "lines"),
        ("t.json", '{"game": "as_capone", "lines": []}', "n’est pas d’un tableau de Sauve Souris"),
        ("t.json", '{"game": "sauve_souris", "lines": [3, ["5", "40"]]}', r"Ligne 1.*Ligne 2"),
        ("t.json", '{"game": "sauve_souris", "lines": [["5", null, 3]]}', "« None »"),
        ("t.json", '{"game": "sauve_souris", "share": "700", "lines": [["5"]]}', r"share.*Ligne 1"),
        ("t.json", '{"game": "sauve_souris", "block_size": {}, "lines": []}', "block_size"),
        ("t.json", '{"game": "sauve_souris", "lines": [["5", 1e400, 3]]}', "1e400"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_what_is_not_a_table_is_refused_with_why(name: str, body: str | bytes, why: str) -> None:
    with pytest.raises(FileRefused, match=why.replace(" ", r"\s")):
        files.read(name, body.encode() if isinstance(body, str) else body, EMPTY)


def test_commas_and_points_are_read_as_well() -> None:
    header = HEADER.replace(";", ",").upper()
    read = files.read("t.CSV", (header + "5.00,40,60\r\n").encode(), EMPTY)
    assert read.tiers == (((5_00, 40_00), 60),)


@given(st.text(max_size=80) | st.binary(max_size=80).map(lambda raw: raw.decode("latin-1")))
def test_anything_typed_is_read_or_refused_in_words(text: str) -> None:
    for read in (typed.cents, typed.tickets, typed.basis_points):
        with suppress(ValueError):
            assert read(text) >= 0


@given(st.integers(1, 99_999_999_999))
def test_an_amount_shown_is_read_back(cents: int) -> None:
    assert typed.cents(typed.shown(cents)) == cents


@given(st.binary(max_size=200), st.sampled_from(["a.csv", "a.json"]))
def test_any_file_is_read_or_refused(body: bytes, name: str) -> None:
    for raw in (body, HEADER.encode() + body, b'{"game":"sauve_souris","lines":[[' + body + b"]]}"):
        with suppress(FileRefused):
            files.read(name, raw, EMPTY)
