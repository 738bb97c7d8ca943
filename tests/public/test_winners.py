"""The page of the winners: first names and departments, counts, and nothing else about anyone (art. 6.3)."""

import html
import re
import secrets
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from payouts import publishing
from payouts.models import Publication, PublishedCount, PublishedName
from payouts.places import DEPARTMENTS
from public.counted import FEW, Counted
from public.tiles import PLACES
from tests.payouts.personal.test_publishing import AMOUNT, APRIL, OVER, manager, won
from tests.public import offer
from tickets import numbers
from tickets.models import Game

pytestmark = pytest.mark.django_db


def page(client: Client, asked: str = "") -> str:
    answer = client.get(f"/gagnants{asked}")
    assert answer.status_code == 200
    return html.unescape(answer.content.decode())


def published(amount: int | None = AMOUNT, **names: str) -> Publication:
    """First names by department, under an amount in force."""
    publishing.set_amount(cents=amount, by=manager())
    made = Publication.objects.create(amount=amount, until=date(2026, 3, 31))
    PublishedName.objects.bulk_create(
        PublishedName(publication=made, department=place.strip("d"), first_name=name, link=secrets.token_hex(32))
        for place, told in names.items()
        for name in told.split()
    )
    return made


def test_nothing_but_first_name_and_department_is_told_of_a_winner(client: Client) -> None:
    made = won(OVER)
    publishing.set_amount(cents=AMOUNT, by=manager())
    publishing.publish(APRIL)
    told = page(client)
    assert "<dt>Lozère (48)</dt><dd>Łukasz</dd>" in told
    winner, payment = made.person(), made.payment
    for text in (
        *(winner.last_name, winner.birth_place, winner.address, winner.telephone, winner.iban, "24AZ81350", "1980"),
        *("10 000,01", "10\u00a0000,01", "1000001", "14 mars", "2026-03-14", "14/03", "Lyon"),
        *(numbers.shown(payment.ticket_id), str(payment.ticket_id), str(payment.pk), str(made.pk)),
    ):
        assert text not in told, text
    assert PublishedName.objects.get().link not in told


def test_names_stand_by_department_in_the_order_of_the_alphabet(client: Client) -> None:
    published(d69="Zoé Fanny", d01="Anna", d2A="Eddy", d48="Fanny Élodie Eddy Fanny")
    told = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page(client))
    assert told == [
        ("Ain (01)", "Anna"),
        ("Corse-du-Sud (2A)", "Eddy"),
        ("Lozère (48)", "Eddy, Élodie, Fanny, Fanny"),
        ("Rhône (69)", "Fanny, Zoé"),
    ]
    assert "plus de 10\u00a0000\u00a0€" in page(client)


@pytest.mark.parametrize("amount", [20_000_00, None])
def test_another_amount_hides_at_once_what_was_published_under_the_one_before(
    client: Client, amount: int | None
) -> None:
    made = published(d48="Łukasz")
    PublishedCount.objects.create(publication=made, department="48", players=7)
    assert "Łukasz" in page(client) and "Plus de 10\u00a0000\u00a0€" in page(client)
    publishing.set_amount(cents=amount, by=manager())
    told = page(client, "?jeu=montant")
    assert "Łukasz" not in told and "10\u00a0000" not in told and "Aucun prénom" in told


def test_before_anything_is_published_the_page_says_so(client: Client) -> None:
    assert "Rien n’est encore publié" in page(client)
    published()
    assert "Aucun prénom pour le moment" in page(client) and "Aucun joueur pour le moment" in page(client)


def test_a_figure_is_asked_for_by_game_and_told_by_region_and_department(client: Client) -> None:
    offer.made()
    PublishedCount.objects.filter(game__slug="as_capone").delete()
    PublishedCount.objects.bulk_create(
        PublishedCount(publication=Publication.objects.get(), department=place, game=game, players=players)
        for game in Game.objects.filter(slug="as_capone")
        for place, players in (("29", 1_234), ("35", 4), ("974", 5))
    )
    told = page(client, "?jeu=as_capone")
    rows = re.findall(r'<th scope="row">(?:<details><summary>)?([^<]+).*?</th><td class="n">(.*?)</td>', told)
    assert rows == [("Bretagne", "au moins 1\u00a0234"), ("La Réunion", "5")]
    assert '<li><span>Ille-et-Vilaine (35)</span> <span class="n">moins de 5</span></li>' in told
    assert "<title>Finistère (29)\u00a0: 1\u00a0234</title>" in told
    assert '<option value="as_capone" selected>' in told
    assert page(client, "?jeu=rien") == page(client)


def test_few_players_are_told_exactly_above_the_amount_alone() -> None:
    """There every first name shows anyway; at a game, one player might be the one whose name is beside."""
    players = {"48": 1, "59": 4, "75": 5}
    names = {line.name: line.told for line in Counted(players, exact=True).regions}
    assert names == {"Hauts-de-France": "4", "Île-de-France": "5", "Occitanie": "1"}
    names = {line.name: line.told for line in Counted(players, exact=False).regions}
    assert names == {"Île-de-France": "au moins 5"}


def test_at_a_game_nobody_and_few_look_alike_and_no_total_tells_them_apart() -> None:
    """A first name beside them would tell what was played, where one game alone has winners."""

    def told(few: int) -> tuple[object, ...]:
        counted = Counted({"2A": few, "48": few, "35": few, "29": 9, "971": 8}, exact=False)
        return list(counted.regions), [tile.told for tile in counted.tiles], list(counted.legend)

    assert told(0) == told(1) == told(4) != told(5)


@pytest.mark.parametrize(
    ("players", "exact", "legend"),
    [
        ([], True, ["0"]),
        ([3], False, ["moins de 5"]),
        ([3], True, ["0", "jusqu’à 3"]),
        ([1, 1, 2, 1], True, ["0", "1", "2"]),
        ([1, 50, 60, 70], False, ["moins de 5", "de 5 à 50", "de 51 à 60", "de 61 à 70"]),
        ([10, 20, 30, 40, 50, 60, 70, 80], True, ["0", "jusqu’à 20", "de 21 à 40", "de 41 à 60", "de 61 à 80"]),
    ],
)
def test_the_map_has_steps_that_its_legend_tells(players: list[int], exact: bool, legend: list[str]) -> None:
    counted = Counted(dict(zip(DEPARTMENTS, players, strict=False)), exact)
    assert [meaning for _, meaning in counted.legend] == legend
    steps = [tile.step for tile in counted.tiles]
    few = [number for number in players if number < FEW and not exact]
    assert max(steps) == len(legend) - 1 and steps.count(0) == len(DEPARTMENTS) - len(players) + len(few)
    assert all(len(tile.dots) == tile.step for tile in counted.tiles)


def test_every_department_has_a_square_of_its_own_on_the_map() -> None:
    assert PLACES.keys() == DEPARTMENTS.keys()
    assert len(set(PLACES.values())) == len(PLACES)


def test_the_page_takes_four_statements(client: Client) -> None:
    offer.made()
    page(client)
    with CaptureQueriesContext(connection) as made:
        page(client)
    assert len(made) == 4


def test_a_drawing_has_no_decimal_comma(client: Client) -> None:
    offer.made()
    assert re.findall(r'(?:x|y|cx|cy|width|height|transform|viewBox)="[^"]*,', page(client)) == []
