"""Where to be paid: found however the place is written, by what may be paid there, and never a dead end."""

import csv
import io
import re
import time

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from payouts import gains
from payouts.models import Desk
from tests.public.shops import centre, shop
from tests.public.test_every_page import STATEMENTS
from tickets import codes

pytestmark = pytest.mark.django_db
PAGE = "/points-de-vente/"


@pytest.fixture
def ask(client: Client):
    def asked(**query: object) -> str:
        with CaptureQueriesContext(connection) as made:
            answer = client.get(PAGE, query)
        assert answer.status_code == 200
        assert len(made) <= STATEMENTS, [one["sql"] for one in made]
        return answer.content.decode()

    return asked


def names(page: str) -> list[str]:
    """The desks told, in their order."""
    return re.findall(r'class="place">.*?<h[34]>(.*?)</h[34]>', page, re.DOTALL)


@pytest.mark.parametrize(
    ("town", "typed"),
    [
        ("Saint-Étienne", "st etienne"),
        ("Saint-Étienne", "SAINT ÉTIENNE"),
        ("Saint-Étienne", "Saint-Etienne Cedex 2"),
        ("ST ETIENNE", "Saint-Étienne"),
        ("Sainte-Foy", "ste foy"),
        ("L’Haÿ-les-Roses", "l'hay les roses"),
        ("Œuilly", "oeuilly"),
        ("Villeneuve-d’Ascq", "villeneuve d'"),
        ("Bordeaux", "  bord "),
    ],
)
def test_a_town_is_found_however_it_is_written(ask, town: str, typed: str) -> None:
    shop("42000", town, name="Le bon")
    shop("42000", "Roanne", name="Un autre")
    assert names(ask(q=typed))[0] == "Le bon"


def test_the_arrondissements_of_a_city_are_the_city_and_no_other_towns_alike(ask) -> None:
    shop("69003", "Lyon 3e", name="Troisième")
    shop("69002", "Lyon", name="Lyon")
    shop("69390", "Lyonne", name="Ailleurs")
    here, alike = ask(q="lyon").split("Communes dont le nom commence pareil")
    assert sorted(names(here)) == ["Lyon", "Troisième"] and names(alike) == ["Ailleurs"]


@pytest.mark.parametrize(
    ("postcode", "town", "typed"),
    [
        ("75012", "Paris", "Paris 12e"),
        ("75012", "Paris", "paris 12"),
        ("75001", "Paris", "Paris 1er arrondissement"),
        ("75116", "Paris", "Paris 16ème"),
        ("69002", "Lyon 2e", "69002"),
        ("13008", "Marseille", "Marseille 8"),
        ("33000", "Bordeaux", "33"),
        ("33000", "Bordeaux", "330"),
        ("33000", "Bordeaux", "33 000"),
        ("33000", "Bordeaux", "33000 Bordeaux"),
        ("33000", "Bordeaux", "gironde"),
        ("33000", "Bordeaux", "Nouvelle Aquitaine"),
        ("01000", "Bourg-en-Bresse", "1"),
        ("20200", "Bastia", "2b"),
        ("20000", "Ajaccio", "20"),
        ("97400", "Saint-Denis", "974"),
    ],
)
def test_a_postcode_its_beginning_an_arrondissement_a_department_or_a_region_is_found(
    ask, postcode: str, town: str, typed: str
) -> None:
    shop(postcode, town, name="Le bon")
    shop("62000", "Arras", name="Un autre")
    assert names(ask(q=typed)) == ["Le bon"]


def test_the_nearest_come_first_the_postcode_then_the_town_then_the_department(ask) -> None:
    shop("33500", "Libourne", name="D")
    shop("33800", "Bordeaux", name="C")
    shop("33000", "Bordeaux", name="A", street="")
    shop("33000", "BORDEAUX CEDEX", name="B")
    shop("75001", "Paris", name="Loin")
    page = ask(q="33000")
    assert names(page) == ["A", "B", "C", "D"]
    assert "Code postal 33000" in page and "Dans la même commune" in page and "Gironde (33)" in page


def test_a_town_of_several_departments_leads_to_each(ask) -> None:
    shop("93200", "Saint-Denis", name="A")
    shop("97400", "Saint-Denis", name="B")
    page = ask(q="st denis")
    assert names(page) == ["A", "B"] and "departement=93" in page and "departement=974" in page
    assert names(ask(q="st denis", departement="974")) == ["B"]


@pytest.mark.parametrize(
    ("gain", "found"),
    [
        ("especes", ["Centre", "Tabac", "Tabac à virements"]),
        ("virement", ["Centre", "Tabac à virements"]),
        ("centre", ["Centre"]),
        ("cheque", ["Centre"]),
        ("plusieurs", ["Centre"]),
        ("", ["Centre", "Tabac", "Tabac à virements"]),
    ],
)
def test_only_desks_that_pay_the_gain_are_found_art_5_2_to_5_4(ask, gain: str, found: list[str]) -> None:
    shop("69002", "Lyon", name="Tabac")
    shop("69002", "Lyon", name="Tabac à virements", transfers=True)
    centre("69002", "Lyon", name="Centre")
    shop("69002", "Lyon", name="Plus agréé", agreed=False)
    shop("69002", "Lyon", name="Service", kind=Desk.Kind.SERVICE)
    assert sorted(names(ask(q="Lyon", gain=gain))) == found


def test_each_says_in_words_what_it_pays(ask) -> None:
    centre("69002", "Lyon")
    page = ask(q="Lyon").replace("\u00a0", " ")
    assert "<b>Espèces</b>, jusqu’à 200 €" in page
    assert "<b>Virement ou chèque</b>, de 200,01 € à 49 999,99 €" in page
    assert "<b>Chèque</b>, 50 000 € et plus" in page
    assert "<b>Virement ou chèque</b>, de 30 000,01 € à 49 999,99 €" in ask(q="Lyon", gain="centre").replace(
        "\u00a0", " "
    )


def test_where_nothing_is_paid_the_department_then_the_region_then_every_centre_are_shown(ask) -> None:
    shop("33400", "Talence", name="Tabac")
    centre("75001", "Paris", name="Centre de Paris")
    page = ask(q="Talence", gain="centre")
    assert names(page) == ["Centre de Paris"] and "tous les centres de paiement" in page
    centre("87000", "Limoges", name="Centre de Limoges")
    page = ask(q="Talence", gain="centre")
    assert names(page) == ["Centre de Limoges"] and "Nouvelle-Aquitaine" in page
    centre("33000", "Bordeaux", name="Centre de Bordeaux")
    assert names(ask(q="33400", gain="centre")) == ["Centre de Bordeaux"]
    assert names(ask(departement="24", gain="centre")) == ["Centre de Limoges", "Centre de Bordeaux"][::-1]


@pytest.mark.parametrize("typed", ["Nulle-Part", "99999", "1234567", "?!", "＊", "x" * 500, "\x00", "96"])
def test_an_unknown_place_still_leads_somewhere(ask, typed: str) -> None:
    centre("75001", "Paris", name="Centre de Paris")
    page = ask(q=typed)
    assert names(page) == ["Centre de Paris"] or 'id="departements"' in page


def test_a_town_mistyped_or_told_by_one_of_its_words_is_suggested(ask) -> None:
    shop("33000", "Bordeaux")
    shop("93200", "Saint-Denis")
    assert "?q=Bordeaux" in ask(q="Bordaux")
    assert "?q=Saint-Denis" in ask(q="Denis")


def test_a_place_where_nothing_at_all_is_known_tells_where_to_write(ask) -> None:
    for query in ({}, {"q": "Lyon"}, {"departement": "69"}, {"gain": "centre"}):
        assert "Service Clients" in ask(**query)


def test_gains_that_centres_alone_pay_list_them_without_any_place(ask) -> None:
    shop("33000", "Bordeaux")
    centre("75001", "Paris", name="Centre de Paris")
    assert names(ask(gain="cheque")) == ["Centre de Paris"]
    assert names(ask(gain="especes")) == []


def test_departments_are_counted_by_region_and_lead_to_their_own_list(ask) -> None:
    shop("33000", "Bordeaux")
    shop("33400", "Talence", transfers=True)
    shop("20200", "Bastia")
    page = ask()
    assert re.search(r'<h3>Corse</h3>.*?\?departement=2B">Haute-Corse \(2B\)</a> <span class="hint">1 endroit<', page)
    assert re.search(r'departement=33">Gironde \(33\)</a> <span class="hint">2 endroits<', page)
    assert re.search(
        r'departement=33&amp;gain=virement">Gironde \(33\)</a> <span class="hint">1 endroit<', ask(gain="virement")
    )


def test_long_lists_are_turned_page_by_page_and_keep_the_question(ask) -> None:
    for number in range(60):
        shop("33000", "Bordeaux", name=f"Tabac {number:02}")
    first, last = ask(q="bordeaux", gain="especes"), ask(q="bordeaux", gain="especes", page=3)
    assert len(names(first)) == 25 and len(names(last)) == 10
    assert "?q=bordeaux&amp;gain=especes&amp;page=2" in first
    assert set(names(first)).isdisjoint(names(last))
    assert names(ask(q="bordeaux", page="999")) == names(last) and names(ask(q="bordeaux", page="x")) == names(first)


def test_the_same_statements_serve_few_and_many(client: Client) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as made:
            client.get(PAGE, {"q": "Bordeaux"})
        return len(made)

    shop("33000", "Bordeaux")
    few = statements()
    for _ in range(30):
        shop("33000", "Bordeaux")
    assert statements() == few


def test_a_code_is_neither_searched_nor_shown_nor_kept_in_the_address(client: Client) -> None:
    code = codes.shown(codes.new_codes(1)[0])
    answer = client.get(PAGE, {"q": code, "gain": "virement", "departement": "33"})
    assert answer.status_code == 302 and answer["Location"] == f"{PAGE}?departement=33&gain=virement&refus=code"
    page = client.get(answer["Location"]).content.decode()
    assert "on ne demande pas de code" in page and code not in page


def test_the_longest_address_is_answered_at_once(client: Client) -> None:
    started = time.process_time()
    assert client.get(PAGE, {"q": "1 a " * 15_000}).status_code == 200
    assert time.process_time() - started < 0.5


def test_what_is_typed_is_shown_again_as_text_alone(ask) -> None:
    assert "<script>alert" not in ask(q="<script>alert(1)</script>")


TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=90)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=TEXTS | st.from_regex(r"[a-z0-9 ]{1,8}", fullmatch=True), other=TEXTS)
def test_whatever_is_asked_is_answered_by_a_page(client: Client, text: str, other: str) -> None:
    shop("33000", "Bordeaux")
    asked = {"q": text, "departement": other, "gain": other, "page": other}
    assert client.get(PAGE, asked, follow=True).status_code == 200
    assert client.get("/points-de-vente.csv", asked).status_code == 200


def lines(client: Client, **query: str) -> list[list[str]]:
    answer = client.get("/points-de-vente.csv", query)
    assert answer.status_code == 200 and "public" in answer["Cache-Control"]
    assert re.search(r'filename="points-de-vente(-33)?-\d{4}-\d\d-\d\d\.csv"', answer["Content-Disposition"])
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")), delimiter=";"))


def test_the_list_is_downloaded_whole_by_department_and_by_gain_art_2_1(client: Client) -> None:
    shop("33000", "Bordeaux", name="=Tabac")
    shop("69002", "Lyon", transfers=True)
    shop("69002", "Lyon", agreed=False)
    assert [line[4] for line in lines(client)] == ["Commune", "Bordeaux", "Lyon"]
    assert [line[4] for line in lines(client, departement="33")] == ["Commune", "Bordeaux"]
    assert [line[4] for line in lines(client, gain="virement")] == ["Commune", "Lyon"]
    assert lines(client)[1][1] == "'=Tabac"


@pytest.mark.parametrize(
    ("cents", "slug"),
    [(1, "especes"), (200_00, "especes"), (200_01, "virement"), (30_000_00, "virement"), (30_000_01, "centre"),
     (49_999_99, "centre"), (50_000_00, "cheque"), (1_000_000_00, "cheque")],
)  # fmt: skip
def test_each_amount_is_of_one_gain(cents: int, slug: str) -> None:
    assert gains.of(cents).slug == slug
