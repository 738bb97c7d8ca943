"""How long one has been playing is told on the board, with a word for a pause, and is kept by the browser alone."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from playwright.sync_api import Browser, expect

from games import sitting
from tests.browser import states
from tests.games import stock
from tests.games.test_playing_pages import HTMX, held_play, post, url

START = datetime(2026, 3, 2, 10, tzinfo=UTC)
PAUSE = "Une pause fait du bien"


def told(client: Client, address: str) -> str:
    """What the page says of it, without marks."""
    line = re.search('<p class="sitting".*?</p>', client.get(address).content.decode(), re.S)
    assert line is not None
    return re.sub(r"<span hidden>.*?</span>|<[^>]+>", "", line[0]).replace("\xa0", " ").strip()


@pytest.mark.django_db
def test_the_board_tells_for_how_long_one_has_been_playing_and_suggests_a_pause_after_an_hour(client: Client) -> None:
    with time_machine.travel(START, tick=False) as clock:
        play = held_play(client, "as_capone")
        assert told(client, url(play, "games:welcome")) == "Vous jouez depuis moins d’une minute."
        for minutes, words in ((12, "12 min."), (40, "40 min."), (65, f"1 h 05. {PAUSE}, et rien ne se perd.")):
            clock.move_to(START + timedelta(minutes=minutes))
            post(client, play, 99, stock.first_choice(play))
            assert told(client, url(play, "games:play")).startswith(f"Vous jouez depuis {words}")


@pytest.mark.django_db
def test_one_begins_anew_after_a_pause_and_a_page_left_open_is_no_play(client: Client) -> None:
    with time_machine.travel(START, tick=False) as clock:
        play = held_play(client, "as_capone")
        client.get(url(play, "games:play"))
        clock.shift(timedelta(minutes=20))
        assert sitting.COOKIE not in client.get(url(play, "games:play"), headers=HTMX).cookies
        clock.shift(timedelta(minutes=sitting.PAUSE - 19))
        assert told(client, url(play, "games:play")) == "Vous jouez depuis moins d’une minute."


@pytest.mark.django_db
def test_what_was_altered_counts_for_nothing_and_no_script_reads_it(client: Client) -> None:
    play = held_play(client, "as_capone")
    client.cookies[sitting.COOKIE] = "0:forged"
    answer = client.get(url(play, "games:play"))
    kept = answer.cookies[sitting.COOKIE]
    assert (kept["httponly"], kept["samesite"], kept["max-age"]) == (True, "Lax", sitting.PAUSE * 60)
    assert "moins d’une minute" in answer.content.decode()


@pytest.mark.django_db
def test_nothing_is_counted_where_nobody_plays(client: Client) -> None:
    assert sitting.COOKIE not in client.get("/").cookies
    stranger = client.get(url(stock.start("as_capone"), "games:play"))
    assert stranger.status_code == 404 and sitting.COOKIE not in stranger.cookies


@pytest.mark.browser
def test_an_open_board_counts_on_without_telling_screen_readers(browser: Browser, site: str) -> None:
    play, context = stock.start("as_capone"), browser.new_context()
    states.hold(context, site, play)
    page = context.new_page()
    page.clock.install()
    page.goto(f"{site}{url(play, 'games:play')}")
    line = page.locator(".sitting")
    expect(line).to_contain_text("moins d’une minute")
    page.clock.run_for("03:00")
    expect(line).to_contain_text("3\u00a0min")
    expect(line.get_by_role("link")).to_be_hidden()
    page.clock.run_for("01:00:00")
    expect(line).to_contain_text("1\u00a0h\u00a003")
    expect(line.get_by_role("link", name="Jouer responsable")).to_be_visible()
    assert page.locator(":is([role=status], [role=alert], [aria-live]) .sitting, .sitting[role]").count() == 0
