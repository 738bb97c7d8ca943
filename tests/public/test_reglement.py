"""The règlement's page, and the version that a play's start names, shown with the play (art. 13-14)."""

import re
from datetime import date

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from games.models import Play
from games.reglement import Version
from office import roles
from tests.games import stock
from tests.games.test_playing_pages import held_play
from tests.office.staff import signed_in
from tests.public.test_every_page import read
from tickets import numbers
from tickets.models import PrizeTable, Reglement

pytestmark = pytest.mark.django_db
PAGE = "/reglement"
FIRST = date(2016, 10, 11)
ARTICLES = [
    *("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14"),
    *("2.1", "2.2", "2.3", "3.1", "3.1.1", "3.1.2", "3.2", *(f"3.2.{n}" for n in range(1, 9))),
    *("3.3", *(f"3.3.{n}" for n in range(1, 10)), "4.1", "4.2", "4.3", *(f"4.3.{n}" for n in range(1, 7))),
    *("4.4", "4.4.1", "4.4.2", "4.4.3", "5.1", "5.2", "5.3", "5.3.1", "5.3.2", "5.3.3", "5.4"),
    *("6.1", "6.2", "6.3", "6.4", "8.1", "8.2", "8.3"),
]
ANNEXES = {
    1: ["1", "2", "3", "3.1", "3.2", "3.3", "3.3.1", "3.3.2", "3.3.3", "3.3.4"],
    2: ["1", "2", "3", "3.1", "3.2", *(f"3.2.{n}" for n in range(1, 7))],
    3: ["1", "2", "3", "3.1", "3.2", *(f"3.2.{n}" for n in range(1, 6))],
}


def text(client: Client, address: str = PAGE) -> str:
    words = re.sub(r"<[^>]+>", " ", client.get(address).content.decode()).replace("&nbsp;", " ")
    return re.sub(r"\s+", " ", words.replace("\u00a0", " "))


def pages_of(play: Play) -> list[str]:
    """Where a player reads of a play that has ended."""
    return [reverse(name, args=[play.id]) for name in ("payouts:result", "games:proof")]


def test_every_article_and_annex_has_an_anchor_of_its_own(client: Client) -> None:
    found = read(client.get(PAGE)).ids
    asked = {f"art-{one.replace('.', '-')}" for one in ARTICLES} | {f"annexe-{annex}" for annex in ANNEXES}
    asked |= {f"annexe-{annex}-{one.replace('.', '-')}" for annex, every in ANNEXES.items() for one in every}
    assert {one for one in found if re.match("(art|annexe)-", one)} == asked


def test_a_reference_that_nobody_filled_in_is_said_to_be_missing(client: Client) -> None:
    shown = text(client)
    assert "Règlement du 11 octobre 2016" in shown and "n’est pas encore indiquée ici" in shown
    assert "legifrance" not in shown.lower() and 'rel="external"' not in client.get(PAGE).content.decode()


def test_what_the_journal_officiel_says_of_the_version_in_force_is_told(client: Client) -> None:
    Reglement.objects.filter(version=FIRST).update(
        reference="JO n° 245", published_on=date(2016, 10, 20), in_force_on=date(2016, 10, 21)
    )
    shown = text(client)
    assert "le 21 octobre 2016" in shown and "JO n° 245, le 20 octobre 2016" in shown
    assert "n’est pas encore indiquée" not in shown
    Reglement.objects.update(address="https://www.example.org/jo")
    assert '<a href="https://www.example.org/jo" rel="external">' in client.get(PAGE).content.decode()


def test_other_versions_stay_with_what_they_changed(client: Client) -> None:
    Reglement.objects.create(version=date(2027, 1, 2), changes="Les délais.")
    assert "Règlement du 11 octobre 2016" in text(client).split("Les autres versions")[0]
    assert "Règlement du 2 janvier 2027" in text(client).split("Les autres versions")[1]
    assert "Les délais." in text(client).split("Les autres versions")[1]
    Reglement.objects.filter(version=FIRST).update(changes="Les trois jeux.")
    assert "Ce que cette version a changé Les trois jeux." in text(client)


def test_prices_and_blocks_come_from_the_approved_tables(client: Client) -> None:
    emission = stock.make_emission("as_capone")
    PrizeTable.objects.filter(pk=emission.prize_table_id).update(approved_at=emission.blocks.get().issued_at)
    assert "Un ticket coûte 3 € ; un bloc a 300 000 tickets." in text(client)
    emission.game.price = 5_00
    emission.game.save()
    assert "Un ticket coûte 5 € ; un bloc a 300 000 tickets." in text(client)


def test_the_version_that_a_start_names_is_shown_with_the_play_art_13(client: Client) -> None:
    play = held_play(client, "as_capone")
    welcome = client.get(reverse("games:welcome", args=[play.id])).content.decode()
    assert '<a href="/reglement">Celui du 11 octobre 2016</a>.' in welcome
    play = stock.to_the_end(play)
    for page in pages_of(play):
        assert '<a href="/reglement">Celui du 11 octobre 2016</a>' in client.get(page).content.decode()
    ticket = reverse("office:ticket", args=[numbers.shown(play.ticket_id).replace("\u00a0", "").replace(" ", "")])
    assert "Celui du 11 octobre 2016" in signed_in(roles.SERVICE).get(ticket).content.decode()


def test_a_play_of_another_version_says_which_and_which_is_in_force() -> None:
    shown = render_to_string("games/_reglement.html", {"reglement": Version(date(2015, 1, 2))})
    assert "Celui du 2 janvier 2015</a>, en vigueur quand la partie a commencé." in shown
    assert "Aujourd’hui, c’est celui du 11 octobre 2016" in shown
