"""Boards and steps over HTTP: who may see them, what bad input gets, what is drawn once."""

import re
import uuid
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from icalendar import Calendar

from games.models import Play
from games.registry import GAMES
from tests.games import stock
from tests.games.addenda import addendum
from tickets import record
from tickets.journal.chain import Subject
from tickets.suspending import suspend

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def held_play(client: Client, slug: str, *, tier: int = 1) -> Play:
    """A play started and held by this client."""
    play = stock.start(slug, tier=tier)
    session = client.session
    session["plays"] = [str(play.id)]
    session.save()
    return play


def url(play: Play, name: str = "games:step") -> str:
    return reverse(name, args=[play.id])


def post(client: Client, play: Play, step: Any, data: dict[str, Any], **more: Any):
    return client.post(url(play), {"step": str(step), **data}, **more)


def drawn(play: Play) -> int:
    """Entries of the ticket's chain after its start."""
    return record.head(Subject.TICKET, play.ticket_id).number - 1


@pytest.mark.parametrize("slug", GAMES)
def test_a_board_shows_what_is_at_stake_and_the_deadline(client: Client, slug: str) -> None:
    play = held_play(client, slug)
    page = client.get(url(play, "games:play")).content.decode()
    assert page.startswith("<!doctype html>")
    assert f"{play.tier.lots[0] // 100 // 1000}" in page
    assert str((play.deadline - timedelta(hours=3)).year) in page


@pytest.mark.parametrize("slug", GAMES)
def test_a_step_by_htmx_answers_with_the_board_alone(client: Client, slug: str) -> None:
    play = held_play(client, slug)
    answer = post(client, play, 0, stock.first_choice(play), headers=HTMX)
    assert answer.status_code == 200
    assert 'id="board"' in answer.content.decode()
    assert "<html" not in answer.content.decode()
    assert drawn(play) == 1


@pytest.mark.parametrize("slug", GAMES)
def test_a_step_without_javascript_is_redirected_to_its_board(client: Client, slug: str) -> None:
    play = held_play(client, slug)
    answer = client.post(url(play), {"step": "0", **stock.first_choice(play)}, follow=True)
    assert answer.redirect_chain[0][0].startswith(url(play, "games:play"))
    assert answer.status_code == 200 and drawn(play) == 1


@pytest.mark.parametrize("slug", GAMES)
def test_every_page_of_a_whole_play_renders(client: Client, slug: str) -> None:
    """Art. 3.3.7: at each step the board is the same again when it is asked for again."""
    play = held_play(client, slug)
    while play.ended_at is None:
        assert post(client, play, play.step, stock.first_choice(play), headers=HTMX).status_code == 200
        play = Play.objects.get(pk=play.pk)
        boards = [client.get(url(play, "games:play")).content.decode() for _ in range(2)]
        assert without_token(boards[0]) == without_token(boards[1])
    assert client.get(url(play, "payouts:result")).status_code == 200


def without_token(page: str) -> str:
    """Django masks the token anew in each page."""
    return re.sub(r"[A-Za-z0-9]{64}", "", page)


@pytest.mark.parametrize("name", ["games:play", "games:welcome", "payouts:result"])
def test_a_stranger_gets_404(client: Client, name: str) -> None:
    play = stock.start("as_capone")
    assert client.get(url(play, name)).status_code == 404
    assert client.get(reverse(name, args=[uuid.uuid4()])).status_code == 404


@pytest.mark.parametrize("name", ["games:step", "games:placement", "games:leave"])
def test_a_stranger_cannot_post(client: Client, name: str) -> None:
    held_play(client, "as_capone")
    other = stock.start("as_capone")
    assert client.post(url(other, name), {"step": "0", "carte": "A"}).status_code == 404
    assert drawn(other) == 0


@pytest.mark.parametrize("step", ["", "-1", "x", "1.0", "０", "99999999999999999999", "\x00", "0 ", None])
def test_a_step_number_that_is_none_gets_the_current_board(client: Client, step: str | None) -> None:
    play = held_play(client, "as_capone")
    data = {"carte": "A"} | ({} if step is None else {"step": step})
    answer = client.post(url(play), data, headers=HTMX)
    assert answer.status_code == 422 and 'id="board"' in answer.content.decode()
    assert drawn(play) == 0


@pytest.mark.parametrize(
    ("slug", "choice"),
    [
        ("sauve_souris", {}),
        ("sauve_souris", {"f1": "8"}),
        ("sauve_souris", stock.mice(8, 1, 0, 0)),
        ("sauve_souris", stock.mice(-1, 9, 0, 0)),
        ("sauve_souris", stock.mice(0, 0, 0, 0) | {"f1": "٨"}),
        ("sauve_souris", stock.mice(0, 0, 0, 0) | {"f1": "8\x00"}),
        ("sauve_souris", stock.mice(0, 0, 0, 0) | {"f1": "9" * 10_000}),
        ("sauve_souris", {"carte": "A"}),
        ("poule_aux_oeufs_d_or", {}),
        ("poule_aux_oeufs_d_or", {"poule": "31"}),
        ("poule_aux_oeufs_d_or", {"poule": "0"}),
        ("poule_aux_oeufs_d_or", {"poule": "01"}),
        ("poule_aux_oeufs_d_or", {"poule": "３"}),
        ("poule_aux_oeufs_d_or", {"paille": "1"}),
        ("poule_aux_oeufs_d_or", {"poule": "1e1"}),
        ("as_capone", {}),
        ("as_capone", {"carte": "B"}),
        ("as_capone", {"carte": "sA"}),
        ("as_capone", {"carte": "a"}),
        ("as_capone", {"paquet": "1"}),
        ("as_capone", {"carte": "\x00"}),
        ("as_capone", {"poule": "1"}),
    ],
)
def test_a_choice_the_rules_refuse_gets_a_message_and_draws_nothing(
    client: Client, slug: str, choice: dict[str, str]
) -> None:
    play = held_play(client, slug)
    answer = post(client, play, 0, choice, headers=HTMX)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode()
    assert drawn(play) == 0


def test_the_same_step_sent_twice_draws_once_and_says_that_the_first_choice_stands(client: Client) -> None:
    play = held_play(client, "as_capone")
    post(client, play, 0, {"carte": "A"}, headers=HTMX)
    answer = post(client, play, 0, {"carte": "R"}, headers=HTMX)
    assert answer.status_code == 409
    assert "premier choix est gardé" in answer.content.decode()
    assert drawn(play) == 1


def test_a_refused_placement_keeps_the_mice_where_they_were_put(client: Client) -> None:
    play = held_play(client, "sauve_souris")
    page = post(client, play, 0, stock.mice(3, 2, 1, 1), headers=HTMX).content.decode()
    assert re.search(r'name="f1"[^>]*value="3"', page) or re.search(r'value="3"[^>]*name="f1"', page)


@pytest.mark.parametrize("name", ["games:step", "games:placement"])
def test_too_many_mice_are_refused_and_stay_where_they_were_typed(client: Client, name: str) -> None:
    play = held_play(client, "sauve_souris")
    answer = client.post(url(play, name), {"step": "0", **stock.mice(6, 0, 5, 0)}, headers=HTMX)
    assert answer.status_code == 422 and "que 8 souris" in answer.content.decode()
    assert [len(cheese["mice"]) for cheese in answer.context["view"]["cheeses"]] == [6, 0, 5, 0]


def test_placing_mice_stores_nothing_and_is_no_step(client: Client) -> None:
    """Annex 1, art. 3.3.1, decision 12."""
    play = held_play(client, "sauve_souris")
    page = client.post(
        url(play, "games:placement"), stock.mice(1, 0, 0, 0) | {"plus": "2"}, headers=HTMX
    ).content.decode()
    assert re.search(r'name="f2"[^>]*value="1"', page) or re.search(r'value="1"[^>]*name="f2"', page)
    assert drawn(play) == 0 and Play.objects.get().step == 0


def test_placing_mice_without_javascript_survives_a_reload(client: Client) -> None:
    play = held_play(client, "sauve_souris")
    answer = client.post(url(play, "games:placement"), stock.mice(1, 0, 0, 0) | {"dans": "4"}, follow=True)
    page = answer.content.decode()
    assert answer.redirect_chain[0][0].endswith("?f1=1&f2=0&f3=0&f4=1")
    assert re.search(r'name="f4"[^>]*value="1"', page) or re.search(r'value="1"[^>]*name="f4"', page)


def test_a_placement_of_another_game_does_nothing(client: Client) -> None:
    play = held_play(client, "as_capone")
    assert client.post(url(play, "games:placement"), {"plus": "1"}).status_code == 302
    assert drawn(play) == 0


def test_leaving_ends_this_browsers_hold_and_the_ticket_brings_everything_back(client: Client) -> None:
    """Art. 3.3.7."""
    code = stock.make_ticket(stock.make_emission("as_capone"))
    client.post(reverse("games:start"), {"code": code, "majeur": "on"})
    play = Play.objects.get()
    post(client, play, 0, {"carte": "A"})
    before = without_token(client.get(url(play, "games:play")).content.decode())
    client.post(url(play, "games:leave"))
    assert client.get(url(play, "games:play")).status_code == 404
    assert client.post(reverse("games:start"), {"code": code, "majeur": "on"}).url == url(play, "games:play")
    assert without_token(client.get(url(play, "games:play")).content.decode()) == before


def test_a_suspended_game_shows_its_message_and_draws_nothing(client: Client) -> None:
    """Art. 8.2."""
    play = held_play(client, "as_capone")
    suspend(game=play.tier.table.game, message="Travaux jusqu’à 18 h.", by=stock.manager())
    answer = post(client, play, 0, {"carte": "A"}, headers=HTMX)
    assert answer.status_code == 422 and "Travaux jusqu’à 18 h." in answer.content.decode()
    assert drawn(play) == 0


def test_an_expired_play_leads_to_its_status_and_plays_no_step(client: Client) -> None:
    """Art. 3.3.8."""
    play = held_play(client, "as_capone")
    with time_machine.travel(play.deadline + timedelta(seconds=1)):
        assert client.get(url(play, "games:play")).url == url(play, "payouts:result")
        assert post(client, play, 0, {"carte": "A"}).status_code == 422
        page = client.get(url(play, "payouts:result")).content.decode()
    assert "expirée" in page and drawn(play) == 0


def test_an_open_plays_result_is_its_board(client: Client) -> None:
    play = held_play(client, "as_capone")
    assert client.get(url(play, "payouts:result")).url == url(play, "games:play")


def test_a_won_play_says_the_amount_and_how_to_be_paid(client: Client) -> None:
    """Art. 5.3.2, 4.3.1, 4.3.3: 50 000 euros are paid by cheque at a payment centre, against the whole ticket."""
    play = held_play(client, "sauve_souris")
    for cats in ((1,), (1, 2), (1, 2, 3)):
        play = stock.step(play, stock.mice(0, 0, 0, 8), cats)
    page = client.get(url(play, "payouts:result")).content.decode()
    assert "50\u00a0000\u00a0€" in page
    assert "chèque" in page and "centre de paiement" in page.lower() and "identité" in page
    assert "NUL SI D" in page
    assert "/points-de-vente/?gain=cheque" in page


def test_pages_of_a_play_are_never_stored(client: Client) -> None:
    play = held_play(client, "as_capone")
    assert "no-store" in client.get(url(play, "games:play"))["Cache-Control"]


@pytest.mark.parametrize("name", ["games:step", "games:placement", "games:leave"])
def test_an_address_that_is_posted_leads_back_to_the_board_when_it_is_opened(client: Client, name: str) -> None:
    play = held_play(client, "sauve_souris")
    assert client.get(url(play, name)).url == url(play, "games:play")
    assert client.delete(url(play, name)).status_code == 405
    assert drawn(play) == 0 and client.session["plays"] == [str(play.id)]


def test_the_address_of_the_code_form_leads_home_when_it_is_opened(client: Client) -> None:
    assert client.get(reverse("games:start")).url == "/"


def test_the_first_page_is_for_before_the_first_step(client: Client) -> None:
    play = held_play(client, "as_capone")
    assert client.get(url(play, "games:welcome")).status_code == 200
    stock.step(play, {"carte": "A"}, "7")
    assert client.get(url(play, "games:welcome")).url == url(play, "games:play")


def test_a_form_in_another_charset_is_refused_with_a_page(client: Client) -> None:
    play = held_play(client, "as_capone")
    answer = client.post(url(play), b"step=0&carte=A", content_type="application/x-www-form-urlencoded; charset=utf-16")
    assert answer.status_code == 400 and "<!doctype html>" in answer.content.decode()
    assert drawn(play) == 0


def test_a_suspended_game_says_so_on_its_board_and_on_the_home_page(client: Client) -> None:
    """Art. 8.2."""
    play = held_play(client, "as_capone")
    suspend(game=play.tier.table.game, message="Travaux jusqu’à 18 h.", by=stock.manager())
    for address in (url(play, "games:play"), "/"):
        assert "Travaux jusqu’à 18 h." in client.get(address).content.decode()


def test_a_whole_step_takes_four_statements(client: Client, django_assert_num_queries) -> None:
    """The session, the play with all that can refuse it, its update, the entry."""
    play = held_play(client, "as_capone")
    with django_assert_num_queries(6) as captured:
        post(client, play, 0, {"carte": "A"}, headers=HTMX)
    kinds = [query["sql"].split()[0] for query in captured.captured_queries]
    assert kinds == ["SELECT", "SAVEPOINT", "SELECT", "INSERT", "UPDATE", "RELEASE"]


def test_no_page_is_allowed_inline_script_or_style(client: Client) -> None:
    for slug in GAMES:
        play = held_play(client, slug)
        answer = client.get(url(play, "games:play"))
        assert "unsafe" not in answer["Content-Security-Policy"]
        assert not re.search(r"<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=", answer.content.decode())


def test_a_board_tells_what_the_play_would_pay_as_it_stands(client: Client) -> None:
    """Annex 1, art. 3.3.4.4: five mice of 5 euros."""
    play = held_play(client, "sauve_souris", tier=5)
    answer = post(client, play, 0, stock.mice(8, 0, 0, 0), headers=HTMX)
    assert answer.context["pays"] in (0, 40_00)
    other = stock.step(stock.start("sauve_souris", tier=5), stock.mice(3, 5, 0, 0), (1,))
    session = client.session
    session["plays"] = [str(other.id)]
    session.save()
    page = client.get(url(other, "games:play"))
    assert page.context["pays"] == 25_00 and "25\u00a0€" in page.content.decode()


def test_the_calendar_file_ends_with_the_play_and_names_no_code(client: Client) -> None:
    """Art. 3.3.5: the last moment is 24:00 in Paris of the thirtieth day."""
    play = held_play(client, "as_capone")
    answer = client.get(url(play, "games:reminder"))
    event = Calendar.from_ical(answer.content).walk("VEVENT")[0]
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    assert event["DTEND"].dt == play.deadline
    assert play.number_shown in str(event["DESCRIPTION"])
    assert client.get(url(stock.start("as_capone"), "games:reminder")).status_code == 404


@pytest.mark.parametrize(
    ("lot", "said"),
    [
        ({"description": "Vélo de ville"}, "Remis contre le ticket entier"),
        ({"description": "20 €", "value": 20_00, "in_kind": False}, "Payé en espèces"),
    ],
)
def test_a_lost_play_that_drew_an_additional_lot_says_so_and_how_it_is_had(
    client: Client, lot: dict[str, Any], said: str
) -> None:
    """Art. 3.2.8, 5.2: it is never told to be worth nothing."""
    addendum({"one_in": 1} | lot)
    with time_machine.travel("2026-05-10T10:00:00Z", tick=False):
        play = stock.step(held_play(client, "sauve_souris"), stock.mice(8, 0, 0, 0), (1,))
        page = client.get(url(play, "payouts:result")).content.decode()
    assert lot["description"] in page and said in page and "ne rapporte rien" not in page
