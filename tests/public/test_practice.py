"""A practice play: a ticket's rules and board, without prize, and nothing of it kept anywhere."""

import re
from collections import Counter
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest
import redis
import time_machine
from django.core import signing
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from psycopg import sql

from games.playing import play_step
from games.registry import GAMES
from games.rules.dealer import Live, Scripted
from public.practising import LASTS, Practice, drawn, tiers
from tests.browser import states
from tests.games import stock
from tickets.models import PrizeTable, PrizeTier

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
BAND = "Partie d’essai – sans ticket, sans gain"
OF_A_TICKET = re.compile(r"Gagné|[Vv]ous gagnez|être payé|[Cc]e ticket|[Vv]otre ticket|/partie/|/resultat")


def url(slug: str, name: str = "practice") -> str:
    return reverse(f"public:{name}", args=[GAMES[slug]])


def carried(answer: HttpResponse) -> str:
    """What the forms of a board carry."""
    found = set(re.findall(r'name="partie" value="([^"]+)"', answer.content.decode()))
    assert len(found) == 1
    return found.pop()


def begun(slug: str, *steps: states.Step) -> Practice:
    """A practice play after steps with scripted draws."""
    practice = Practice.begun(GAMES[slug])
    for data, results in steps:
        practice = practice.played(dict(data), Scripted(*results))
    return practice


def choice(practice: Practice) -> dict[str, str]:
    """The form fields of a choice that the rules let make."""
    return stock.fields(practice.game.slug, practice.game.rules.legal(practice.state)[-1])


def played(client: Client, slug: str) -> list[HttpResponse]:
    """The pages of a whole play, each step posted from the form of the page before."""
    pages = [client.post(url(slug))]
    while pages[-1].context["play"].amount is None:
        practice = pages[-1].context["play"]
        page = client.post(url(slug, "practice_board"), {"partie": carried(pages[-1])})
        assert f'action="{url(slug, "practice_step")}"' in page.content.decode()
        pages.append(client.post(url(slug, "practice_step"), {"partie": carried(page), **choice(practice)}))
    return pages


@pytest.mark.parametrize("slug", GAMES)
def test_whole_plays_are_won_and_lost_without_a_word_of_a_real_win(client: Client, slug: str) -> None:
    ends = set()
    while len(ends) < 2:
        pages = played(client, slug)
        for page in pages:
            told = page.content.decode()
            assert page.status_code == 200 and told.startswith("<!doctype html>")
            assert BAND in told and "<title>Partie d’essai" in told
            assert not OF_A_TICKET.search(told), OF_A_TICKET.search(told)
        won = bool(pages[-1].context["play"].amount)
        ends.add(won)
        last = pages[-1].content.decode()
        assert f"Cette partie d’essai est {'gagnante' if won else 'perdante'}" in last
        assert ("aurait rapporté" if won else "n’aurait rien rapporté") in last
        assert all(f'href="{to}"' in last for to in (f"{url(slug, 'game')}#chances", f"{url(slug, 'game')}#jouer", "/"))
        assert f'action="{url(slug)}"' in last


@pytest.mark.parametrize("slug", GAMES)
def test_no_state_of_a_board_is_told_as_a_tickets(client: Client, slug: str) -> None:
    for name, state in states.STATES[slug].items():
        page = client.post(url(slug, "practice_board"), {"partie": begun(slug, *state.steps).carried})
        told = page.content.decode()
        assert page.status_code == 200 and BAND in told
        assert not OF_A_TICKET.search(told), (name, OF_A_TICKET.search(told))


def rows() -> Counter[str]:
    """The rows of every table of the database."""
    found = Counter[str]()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(table)))
            found[table] = cursor.fetchone()[0]
    return found


@pytest.mark.parametrize("slug", GAMES)
def test_a_practice_play_leaves_nothing_behind(client: Client, redis_client: redis.Redis, slug: str) -> None:
    stock.make_emission(slug)
    before = rows()
    client.get(url(slug))
    played(client, slug)
    client.post(url(slug, "practice_placement"), {"partie": begun(slug).carried, **stock.mice(1, 0, 0, 0), "plus": "1"})
    client.post(url(slug, "practice_step"), {"partie": "x"})
    assert rows() == before and before["django_session"] == 0 < before["tickets_emission"]
    assert redis_client.dbsize() == 0
    assert set(client.cookies) <= {"csrftoken"}


@pytest.mark.parametrize("slug", GAMES)
def test_a_step_asks_nothing_of_the_database(client: Client, django_assert_num_queries: Any, slug: str) -> None:
    practice = begun(slug)
    with django_assert_num_queries(0):
        client.post(url(slug, "practice_step"), {"partie": practice.carried, **choice(practice)})


@pytest.mark.parametrize("slug", GAMES)
def test_a_step_draws_what_a_tickets_step_draws(slug: str) -> None:
    """Art. 3.1.2: the same draws, from the same sets, by the same dealer."""
    practice, play, dealer = begun(slug), stock.start(slug), Live()
    practice.played(choice(practice), dealer)
    recorded = Live()
    play_step(play_id=play.id, step=0, data=choice(practice), dealer=recorded)
    assert [draw[:2] for draw in dealer.draws] == [draw[:2] for draw in recorded.draws]


@pytest.mark.parametrize("name", ["practice_step", "practice_placement", "practice_board"])
@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "fragment"])
def test_a_play_that_cant_be_read_is_told_so_and_can_be_begun_again(
    client: Client, name: str, headers: dict[str, str]
) -> None:
    slug = "as_capone"
    good = begun(slug).carried
    made_up = signing.dumps(([100] * 4, {"rounds": 1}, 0), salt=f"practice.{slug}")  # of rules that were others
    forged = signing.dumps(([100] * 4, {"rounds": []}, 0), key="x", salt=f"practice.{slug}")
    other = begun("sauve_souris").carried
    for bad in ("", "x", "é:ü:\x00", good[1:], good[:-1], good[:20], f"{good}A", made_up, forged, other):
        answer = client.post(url(slug, name), {"partie": bad, "carte": "A"}, headers=headers)
        told = answer.content.decode()
        assert answer.status_code == 422 and told.startswith("<!doctype") != bool(headers)
        assert "ne peut pas continuer" in told and f'action="{url(slug)}"' in told and 'id="board"' in told
    assert client.post(url(slug, name), {"carte": "A"}, headers=headers).status_code == 422


def test_a_play_is_carried_for_some_hours(client: Client) -> None:
    data = {"partie": begun("as_capone").carried, "carte": "A"}
    with time_machine.travel(timezone.now() + LASTS - timedelta(minutes=1)):
        assert client.post(url("as_capone", "practice_step"), data).status_code == 200
    with time_machine.travel(timezone.now() + LASTS + timedelta(seconds=2)):
        assert client.post(url("as_capone", "practice_step"), data).status_code == 422


@pytest.mark.parametrize(
    ("slug", "steps", "refused", "told"),
    [
        ("sauve_souris", (), stock.mice(8, 1, 0, 0), "que 8 souris"),
        ("sauve_souris", (), {}, "Indiquez pour chaque fromage"),
        ("poule_aux_oeufs_d_or", (({"poule": "7"}, ("chick",)),), {"poule": "7"}, "déjà levée"),
        ("as_capone", (({"carte": "A"}, ("7",)),), {"carte": "A"}, "déjà joué"),
        ("as_capone", states.STATES["as_capone"]["lost"].steps, {"carte": "A"}, "terminée"),
    ],
)
def test_a_choice_the_rules_refuse_gets_its_message_and_the_same_board(
    client: Client, slug: str, steps: tuple[states.Step, ...], refused: dict[str, str], told: str
) -> None:
    practice = begun(slug, *steps)
    answer = client.post(url(slug, "practice_step"), {"partie": practice.carried, **refused}, headers=HTMX)
    assert answer.status_code == 422 and answer.context["play"] == practice
    assert told in answer.content.decode() and "<html" not in answer.content.decode()


def test_mice_are_placed_press_by_press_and_nothing_is_drawn(client: Client) -> None:
    """Annex 1, art. 3.3.1."""
    practice = begun("sauve_souris")
    there = url("sauve_souris", "practice_placement")
    answer = client.post(there, {"partie": practice.carried, **stock.mice(3, 0, 0, 0), "plus": "2"})
    assert [len(cheese["mice"]) for cheese in answer.context["view"]["cheeses"]] == [3, 1, 0, 0]
    assert answer.context["play"] == practice
    refused = client.post(there, {"partie": practice.carried, **stock.mice(8, 0, 0, 0), "plus": "2"})
    assert refused.status_code == 422 and "que 8 souris" in refused.content.decode()


def test_a_form_posted_again_plays_again_from_there(client: Client) -> None:
    data = {"partie": begun("as_capone").carried, "carte": "A"}
    for _ in range(2):
        assert client.post(url("as_capone", "practice_step"), data).context["play"].step == 1


@pytest.mark.parametrize("slug", GAMES)
def test_every_page_is_hidden_from_search_engines_and_kept_by_no_cache(client: Client, slug: str) -> None:
    data = {"partie": begun(slug).carried}
    pages = (client.get(url(slug)), client.post(url(slug)), client.post(url(slug, "practice_board"), data))
    for page in (*pages, client.post(url(slug, "practice_step"))):
        assert '<meta name="robots" content="noindex">' in page.content.decode()
        assert "no-store" in page["Cache-Control"]


def test_the_first_page_says_what_it_is_and_that_it_is_for_adults(client: Client) -> None:
    """Art. 1."""
    told = client.get(url("as_capone")).content.decode()
    assert "18&nbsp;ans et plus" in told and "Commencer la partie d’essai" in told and "sans gain" in told


@pytest.mark.parametrize("name", ["practice_step", "practice_placement", "practice_board"])
def test_where_one_only_posts_leads_back_to_the_first_page(client: Client, name: str) -> None:
    answer = client.get(url("as_capone", name))
    assert (answer.status_code, answer["Location"]) == (302, url("as_capone"))
    assert client.put(url("as_capone", name)).status_code == 405


def test_a_form_that_waited_too_long_comes_back() -> None:
    client, practice = Client(enforce_csrf_checks=True), begun("sauve_souris")
    begin = client.post(url("sauve_souris"))
    assert begin.status_code == 403 and "appuyez de nouveau" in begin.content.decode()
    data = {"partie": practice.carried, **stock.mice(1, 2, 0, 0)}
    for name in ("practice_step", "practice_placement", "practice_board"):
        answer = client.post(url("sauve_souris", name), data)
        assert answer.status_code == 403 and "avait trop attendu" in answer.content.decode()
        assert answer.context["play"] == practice
        assert [len(cheese["mice"]) for cheese in answer.context["view"]["cheeses"]] == [1, 2, 0, 0]


def test_lots_are_those_of_a_ticket_each_as_likely() -> None:
    lines = [((1, 2), 2), ((3, 4), 1), ((5, 6), 3)]
    assert Counter(drawn(lines, lambda tickets, at=at: at) for at in range(6)) == dict(lines)


def test_lots_come_from_the_table_of_what_is_on_sale_or_from_the_published_one() -> None:
    game = GAMES["sauve_souris"]
    published = tiers(game)
    assert sum(tickets for _, tickets in published) == 300_000 and published[0][0][0] % 100 == 0
    emission = stock.make_emission("sauve_souris")
    PrizeTier.objects.exclude(position=1).delete()
    PrizeTier.objects.update(lots=[7_00, 56_00])
    assert tiers(game) == published  # approved by nobody
    PrizeTable.objects.update(approved_at=timezone.now(), approved_by=stock.approver())
    assert [lots for lots, _ in tiers(game)] == [(7_00, 56_00)]
    assert Practice.begun(game).lots == {"mouse_value": 7_00, "maximum": 56_00}
    emission.closed_on = date(2020, 2, 1)
    emission.save()
    assert tiers(game) == published


def test_what_is_carried_is_the_whole_play() -> None:
    practice = begun("as_capone", *states.STATES["as_capone"]["extra mid"].steps)
    assert Practice.read(practice.game, practice.carried) == practice
    assert practice.step == len(states.STATES["as_capone"]["extra mid"].steps)
    assert replace(practice, tier=(1, 2, 3, 4)).carried != practice.carried
