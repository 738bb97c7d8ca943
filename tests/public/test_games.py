"""A game's page tells its rules, prizes and exact chances, which are those of the tables on offer and of the odds."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games import ranges
from games.contents import Content
from games.registry import GAMES
from public import chances
from public.pages import game_page
from public.practising import tiers
from public.templatetags.chances import as_percent, in_words
from tests.games import stock
from tests.public import offer
from tickets.calendar import last_start_day, paris_day
from tickets.models import Emission, PrizeTable, PrizeTier

pytestmark = pytest.mark.django_db
RETURNS = {"sauve_souris": "7 / 10", "poule_aux_oeufs_d_or": "6 895 193 / 10 140 000"}
RETURNS["as_capone"] = "1 258 388 455 987 / 1 796 492 925 000"
WINS = {"sauve_souris": ["3 / 32", "5 / 12", "3 / 4"], "poule_aux_oeufs_d_or": ["45 / 169", "1 / 26", "77 / 338"]}
WINS["as_capone"] = ["1 / 7 984 413", "728 / 887 157", "331 612 / 7 984 413", "2 485 288 / 7 984 413"]
ARTICLES = Path(settings.BASE_DIR, "docs/reglement.md")


def page(slug: str) -> str:
    """What is read on the game's page, with plain spaces."""
    answer = Client().get(game_page(GAMES[slug]).address)
    assert answer.status_code == 200
    return read(answer.content.decode())


def read(content: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", content)).split()).replace(" :", ":")


@pytest.fixture
def emission() -> Emission:
    offer.know_odds()
    return stock.make_emission("sauve_souris")


def another(emission: Emission, mouse_value: int, *, issued: bool = True) -> Emission:
    """One more emission of the game, whose table has one line."""
    table = PrizeTable.objects.create(game=emission.game, version=2, block_size=100)
    PrizeTier.objects.create(table=table, position=1, lots=[mouse_value, 8 * mouse_value], tickets=100)
    kept = {"game": emission.game, "game_code": emission.game_code, "available_on": emission.available_on}
    made = Emission.objects.create(prize_table=table, number=2, **kept)
    if issued:
        stock.issue(made)
    return made


@pytest.mark.parametrize("slug", GAMES)
def test_the_chances_and_the_return_are_exactly_those_of_the_odds(slug: str) -> None:
    """Art. 2.3."""
    offer.made()
    told = page(slug)
    assert RETURNS[slug] in told
    assert all(chance in told for chance in WINS[slug])


@pytest.mark.parametrize("slug", GAMES)
def test_every_line_of_the_table_is_shown(slug: str) -> None:
    """Annexes 1-3, art. 3.1."""
    offer.made()
    told = page(slug)
    for *euros, tickets in stock.annex_table(slug)["rows"]:
        assert (
            " ".join(f"{one:,}".replace(",", " ") + end for one, end in [(tickets, ""), *((e, " €") for e in euros)])
            in told
        )


def test_a_changed_table_changes_the_page(emission: Emission) -> None:
    """Art. 3.2.2: five euros a mouse on each ticket that had two."""
    before = page("sauve_souris")
    assert "182 368 2 € 16 €" in before and "70,00 %" in before and "630 000,00 €" in before
    emission.prize_table.tiers.filter(position=7).update(lots=[5_00, 40_00])
    after = page("sauve_souris")
    assert "182 368 5 € 40 €" in after and "630 000,00 €" not in after
    assert (
        "7 / 10" not in after
        and as_percent(Fraction(630_000_00 + 182_368 * 225, 900_000_00)).replace("\u00a0", " ") in after
    )


def test_two_emissions_with_two_tables_show_both(emission: Emission) -> None:
    another(emission, 4_00)
    told = page("sauve_souris")
    assert "Émission 501 01" in told and "Émission 501 02" in told
    assert "182 368 2 € 16 €" in told and "100 4 € 32 €" in told
    assert "1 / 1" in told  # four euros a mouse, three quarters of a mouse: all is paid back
    assert "de 70,00 % à 100,00 %" in told


def test_a_table_is_in_force_once_a_block_is_issued_on_the_page_and_in_practice(emission: Emission) -> None:
    """Art. 3.2.1: until then no ticket bears its lots."""
    more = another(emission, 4_00, issued=False)
    PrizeTable.objects.update(approved_at=timezone.now(), approved_by=stock.approver())
    game = GAMES["sauve_souris"]
    assert "Émission 501 02" not in page("sauve_souris") and len(tiers(game)) > 1
    stock.issue(more)
    assert "Émission 501 02" in page("sauve_souris") and tiers(game) == [((4_00, 32_00), 100)]


def test_emissions_of_one_table_share_it(emission: Emission) -> None:
    """Art. 3.2.2."""
    more = another(emission, 4_00)
    Emission.objects.filter(pk=more.pk).update(prize_table=emission.prize_table)
    told = page("sauve_souris")
    assert "Émissions 501 01 , 501 02" in told and told.count("182 368 2 € 16 €") == 1


@pytest.mark.parametrize(("days", "shown"), [(0, True), (-1, False)])
def test_a_table_is_in_force_as_long_as_its_tickets_can_be_started(emission: Emission, days: int, shown: bool) -> None:
    """Art. 3.3.4."""
    today = paris_day(timezone.now())
    closed_on = today + timedelta(days=days) - (last_start_day(date(2026, 1, 1)) - date(2026, 1, 1))
    Emission.objects.update(closed_on=closed_on)
    assert ("182 368 2 € 16 €" in page("sauve_souris")) is shown


def test_a_table_is_not_in_force_before_its_tickets_are_sold(emission: Emission) -> None:
    """Art. 3.2.6."""
    Emission.objects.update(available_on=paris_day(timezone.now()) + timedelta(days=1))
    assert "Aucun ticket de ce jeu" in page("sauve_souris")


@pytest.mark.parametrize("slug", GAMES)
def test_without_anything_on_sale_the_rules_and_the_chances_stand(client: Client, slug: str) -> None:
    offer.know_odds()
    told = page(slug)
    assert "Comment jouer" in told and all(chance in told for chance in WINS[slug])
    assert "Aucun ticket de ce jeu" in told and "Prix du ticket" not in told
    assert "pas en vente" in read(client.get("/jeux/").content.decode())


@pytest.mark.parametrize("slug", GAMES)
def test_chances_that_nobody_has_computed_yet_are_said_to_be_under_way(client: Client, slug: str) -> None:
    stock.make_emission(slug)
    told = page(slug)
    assert "en cours de calcul" in told and "%" not in told
    assert "en cours de calcul" in read(client.get("/jeux/").content.decode())


def test_the_same_return_however_one_plays_is_said_where_all_ways_were_followed(emission: Emission) -> None:
    content = Content.of(emission.prize_table)
    assert "quelle que soit la façon de jouer" not in page("sauve_souris")
    ranges.reckon([content])
    assert "Ce retour est le même quelle que soit la façon de jouer" in page("sauve_souris")


def test_a_return_that_depends_on_the_way_of_playing_is_told_by_its_bounds(emission: Emission) -> None:
    emission.prize_table.tiers.update(lots=[3_00, 25_00])
    ranges.reckon([Content.of(emission.prize_table)])
    assert "compris entre 75,00 % et 78,12 %" in page("sauve_souris")


def test_what_a_typical_block_pays(emission: Emission) -> None:
    (told,) = chances.told([GAMES["sauve_souris"]], paris_day(timezone.now()))
    spread = told.offers[0].blocks[2]
    assert spread.winners == 225_000 and spread.payout.mean == 630_000_00
    least, most = spread.usual
    assert least <= spread.payout.mean - 2 * spread.payout.deviation < least + 100
    assert most - 100 < spread.payout.mean + 2 * spread.payout.deviation <= most


def test_how_often_a_ticket_pays_more_than_its_price(emission: Emission) -> None:
    """Annex 1: one mouse, three times in four, on the 36,599 tickets where it is worth more than three euros."""
    (told,) = chances.told([GAMES["sauve_souris"]], paris_day(timezone.now()))
    assert told.offers[0].blocks[2].above == Fraction(36_599 * 3, 4 * 300_000)
    assert told.offers[0].seldom
    assert not replace(told.offers[0], blocks=(replace(told.offers[0].blocks[0], above=Fraction(2, 3)),)).seldom


@pytest.mark.parametrize(
    ("chance", "words", "share"),
    [
        (Fraction(1, 26), "1 chance sur 26", "3,85 %"),
        (Fraction(3, 32), "3 chances sur 32", "9,38 %"),
        (Fraction(77, 338), "environ 1 chance sur 4,4", "22,78 %"),
        (Fraction(124, 169), "environ 73 chances sur 100", "73,37 %"),
        (Fraction(728, 887157), "environ 1 chance sur 1 219", "0,082 %"),
        (Fraction(1, 7984413), "1 chance sur 7 984 413", "0,000013 %"),
    ],
)
def test_a_chance_in_words_and_as_a_share(chance: Fraction, words: str, share: str) -> None:
    assert in_words(chance).replace("\u00a0", " ") == words
    assert as_percent(chance).replace("\u00a0", " ") == share


def test_the_three_theatres_lead_to_the_games_pages(client: Client) -> None:
    for address in ("/", "/jeux/"):
        content = client.get(address).content.decode()
        assert all(f'href="{game_page(game).address}"' in content for game in GAMES.values())


def test_the_games_stand_side_by_side(client: Client) -> None:
    offer.made()
    told = read(client.get("/jeux/").content.decode())
    assert "Prix du ticket 3 € 2 € 3 €" in told
    assert "Plus grand lot possible 50 000 € 30 000 € 50 000 €" in told
    assert "Gagner quelque chose de 9,38 % à 75,00 % 26,63 % 35,36 %" in told
    assert "Retour aux joueurs, en moyenne 70,00 % 68,00 % 70,05 %" in told


@pytest.mark.parametrize("slug", GAMES)
def test_every_article_quoted_is_one_of_the_reglement(slug: str) -> None:
    offer.made()
    content = Client().get(game_page(GAMES[slug]).address).content.decode()
    quoted = re.findall(r'class="art">(?:Annexe (\d), art|Art)\. ([\d., ]+)<', content)
    assert len(quoted) == content.count('class="art"') > 20
    known = {part: set(_articles(part)) for part in ("", "1", "2", "3")}
    unknown = [(part, one) for part, told in quoted for one in told.split(", ") if not _stands(one, known[part])]
    assert unknown == []
    assert {part for part, _ in quoted} == {"", str([*GAMES].index(slug) + 1)}


def _articles(part: str) -> Iterator[str]:
    """The numbers that the table of the règlement, or of one of its annexes, carries out; ranges by their bounds."""
    sections = re.split(r"^## ", ARTICLES.read_text(), flags=re.MULTILINE)
    heading = f"Annex {part}," if part else "Règlement"
    (section,) = (one for one in sections if one.startswith(heading))
    for row in re.findall(r"^\| ([\d][^|]*)", section, flags=re.MULTILINE):
        for first, last in re.findall(r"(\d+(?:\.\d+)*)(?:-(\d+(?:\.\d+)*))?", row):
            yield first
            if last:
                stem, start, end = first.rpartition(".")[0], int(first.rpartition(".")[2]), int(last.rpartition(".")[2])
                yield from (f"{stem}.{number}" if stem else str(number) for number in range(start, end + 1))


def _stands(number: str, known: set[str]) -> bool:
    """Is it one of them, or a part of one, or what several are parts of?"""
    return any(number == one or number.startswith(f"{one}.") or one.startswith(f"{number}.") for one in known)
