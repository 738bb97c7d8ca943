"""Every open page of a play shows its steps as they are committed, once each, and nobody else's page does."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.models import Play
from games.playing import play_step
from tests.browser import playing, states
from tests.games import stock

pytestmark = pytest.mark.browser


DEAF = "window.WebSocket = class { constructor() { throw new Error('none'); } };"
TELL_OPEN = "document.addEventListener('htmx:wsOpen', () => { window.open = true; })"


@pytest.fixture
def two_pages(site: str, browser: Browser) -> tuple[Page, Page]:
    """The same play open in two browsers that hold it."""
    play = stock.start("as_capone")
    return open_board(site, browser.new_context(), play), open_board(site, browser.new_context(), play)


def open_board(site: str, context: BrowserContext, play: Play) -> Page:
    """The play's board in a browser that did not hold it, with its socket open."""
    states.hold(context, site, play)
    context.add_init_script(TELL_OPEN)
    page = context.new_page()
    page.goto(f"{site}/partie/{play.id}/")
    wait_open(page)
    return page


def wait_open(page: Page) -> None:
    """The server opens a socket once it is among those that are told."""
    page.wait_for_function("() => window.open === true")


def step_shown(page: Page) -> int:
    return int(page.locator("#board").get_attribute("data-step") or -1)


def test_another_open_page_shows_a_step_within_a_quarter_of_a_second_of_its_commit(
    two_pages: tuple[Page, Page],
) -> None:
    acting, watching = two_pages
    watching.evaluate(
        "() => { window.seen = null; new MutationObserver(() => { window.seen ??= Date.now(); })"
        ".observe(document.getElementById('contenu'), {childList: true}); }"
    )
    acting.evaluate(
        "() => document.body.addEventListener('htmx:afterRequest', () => { window.answered = Date.now(); })"
    )
    playing.STEPS["as_capone"](acting)
    expect(watching.locator("#board")).to_have_attribute("data-step", "1")
    assert watching.evaluate("window.seen") - acting.evaluate("window.answered") < 250


def test_the_page_that_acted_shows_its_result_once(two_pages: tuple[Page, Page]) -> None:
    acting, watching = two_pages
    acting.evaluate(
        "() => { window.swaps = window.told = 0;"
        "const count = name => () => { window[name] += 1; }, listen = (event, name) => "
        "document.body.addEventListener(`htmx:${event}`, count(name));"
        "listen('afterSwap', 'swaps'); listen('wsAfterMessage', 'swaps'); listen('wsBeforeMessage', 'told'); }"
    )
    playing.STEPS["as_capone"](acting)
    expect(watching.locator("#board")).to_have_attribute("data-step", "1")
    acting.wait_for_function("() => window.told === 1")
    assert acting.evaluate("window.swaps") == 1


def test_a_page_that_received_a_board_can_go_on_playing(two_pages: tuple[Page, Page]) -> None:
    """The board it received bears no CSRF token of another page; its own goes in a header."""
    acting, watching = two_pages
    playing.STEPS["as_capone"](acting)
    expect(watching.locator("#board")).to_have_attribute("data-step", "1")
    assert watching.locator("#board input[name=csrfmiddlewaretoken]").count() == 0
    playing.STEPS["as_capone"](watching)
    expect(acting.locator("#board")).to_have_attribute("data-step", "2")


def test_steps_missed_offline_are_shown_once_online_again(two_pages: tuple[Page, Page]) -> None:
    acting, sleeping = two_pages
    sleeping.context.set_offline(True)
    for _ in range(2):
        playing.STEPS["as_capone"](acting)
    assert step_shown(sleeping) == 0
    sleeping.context.set_offline(False)
    expect(sleeping.locator("#board")).to_have_attribute("data-step", "2")


def test_a_step_played_without_any_page_reaches_them_at_the_next_one(two_pages: tuple[Page, Page]) -> None:
    """A gap in the steps told ends in the current board, fetched from the database."""
    acting, watching = two_pages
    play = playing.only_play()
    play_step(play_id=play.id, step=0, data={"carte": "A"})  # as by a process whose announcement was lost
    acting.reload()
    wait_open(acting)
    playing.STEPS["as_capone"](acting)
    expect(watching.locator("#board")).to_have_attribute("data-step", "2")


def test_when_the_play_is_left_the_socket_is_closed_and_the_browsers_other_pages_say_so(
    two_pages: tuple[Page, Page], site: str
) -> None:
    acting, watching = two_pages
    second = acting.context.new_page()
    with second.expect_websocket() as opened:
        second.goto(acting.url)
    wait_open(second)
    with opened.value.expect_event("close"):
        acting.get_by_text("Quitter", exact=True).click()
        acting.get_by_role("button", name="Quitter la partie").click()
        acting.wait_for_url(f"{site}/")
    expect(second.get_by_role("heading", level=1)).to_have_text("Page introuvable")
    expect(acting.get_by_label("Code de votre ticket")).to_be_visible()
    playing.STEPS["as_capone"](watching)  # another browser's hold goes on
    expect(watching.locator("#board")).to_have_attribute("data-step", "1")


def test_without_a_websocket_the_game_is_played_all_the_same(site: str, browser: Browser) -> None:
    play = states.NEAR_THE_END["as_capone"].play()
    context = browser.new_context()
    states.hold(context, site, play)
    page = context.new_page()
    page.add_init_script(DEAF)
    page.goto(f"{site}/partie/{play.id}/")
    playing.play_to_the_end(page, "as_capone")
    playing.check_result(page)
