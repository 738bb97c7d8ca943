"""Back, Forward, reload, lost networks: whatever happens to the page, it ends in the play's one true state."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests import forms
from tests.browser import playing, states
from tests.games import stock

pytestmark = pytest.mark.browser


@pytest.fixture
def page(site: str, browser: Browser) -> Page:
    """As Capone's first board."""
    return show_board(site, browser.new_context().new_page(), "as_capone")


@pytest.fixture
def deaf_page(site: str, browser: Browser) -> Page:
    """The same without a socket: nothing but its own requests tells it anything."""
    page = browser.new_context().new_page()
    page.add_init_script("window.WebSocket = class { constructor() { throw new Error('none'); } };")
    return show_board(site, page, "as_capone")


def show_board(site: str, page: Page, slug: str) -> Page:
    play = stock.start(slug)
    states.hold(page.context, site, play)
    page.goto(f"{site}/partie/{play.id}/")
    return page


def steps_recorded() -> int:
    return playing.only_play().step


def test_a_step_whose_answer_is_lost_stands_and_another_choice_does_not_replace_it(deaf_page: Page) -> None:
    page = deaf_page

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/etape", lose_the_answer, times=1)
    page.locator("button[name=carte][value='7']").click()
    expect(page.locator("#trouble")).to_be_visible()
    first = playing.only_play().load()
    page.locator("button[name=carte][value='A']").click()
    expect(page.get_by_role("alert").first).to_contain_text("premier choix est gardé")
    assert steps_recorded() == 1
    assert playing.only_play().load() == first
    expect(page.locator("#board")).to_have_attribute("data-step", "1")


def test_a_step_that_never_left_is_told_and_can_be_made_again(page: Page) -> None:
    page.context.set_offline(True)
    page.locator("button[name=carte][value='A']").click()
    expect(page.locator("#trouble p:visible")).to_contain_text(["Aucun choix n’est jamais compté deux fois"])
    page.context.set_offline(False)
    page.locator("button[name=carte][value='A']").click()
    expect(page.locator("#board")).to_have_attribute("data-step", "1")
    expect(page.locator("#trouble")).to_be_hidden()
    assert steps_recorded() == 1


def test_back_and_forward_show_the_current_board_and_repeat_nothing(site: str, browser: Browser) -> None:
    page = browser.new_context().new_page()
    playing.enter(page, site, stock.make_ticket(stock.make_emission("as_capone")))
    for _ in range(2):
        playing.STEPS["as_capone"](page)
    played = steps_recorded()
    page.goto(site)
    page.go_back()
    expect(page.locator("#board")).to_have_attribute("data-step", str(played))
    page.go_back()  # the first page of the play: it leads on to the board
    expect(page.locator("#board")).to_have_attribute("data-step", str(played))
    page.go_forward()
    page.reload()
    expect(page.locator("#board")).to_have_attribute("data-step", str(played))
    assert steps_recorded() == played


def test_a_page_shown_again_from_the_browsers_memory_catches_up(page: Page) -> None:
    """What a page restored from the back-forward cache is told, with a step made elsewhere meanwhile."""
    page.route("**/direct", lambda route: route.abort())
    play = playing.only_play()
    stock.step(play, {"carte": "A"}, "7")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))")
    expect(page.locator("#board")).to_have_attribute("data-step", "1")


def test_a_page_that_wakes_up_catches_up(page: Page) -> None:
    play = playing.only_play()
    stock.step(play, {"carte": "A"}, "7")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#board")).to_have_attribute("data-step", "1")


def leave_in_another_tab(page: Page) -> None:
    other = page.context.new_page()
    other.goto(page.url)
    other.get_by_text("Quitter", exact=True).click()
    other.get_by_role("button", name="Quitter la partie").click()
    expect(other.get_by_label("Code de votre ticket")).to_be_visible()


def test_a_press_after_the_play_was_left_says_only_that(deaf_page: Page) -> None:
    page = deaf_page
    leave_in_another_tab(page)
    page.locator("button[name=carte][value='A']").click()
    expect(page.locator("#trouble p:visible")).to_contain_text(["Cette partie a été quittée dans ce navigateur"])
    assert steps_recorded() == 0


def test_a_page_that_wakes_up_after_its_play_was_left_says_so(deaf_page: Page) -> None:
    page = deaf_page
    leave_in_another_tab(page)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.get_by_role("heading", level=1)).to_have_text("Page introuvable")
    expect(page.get_by_role("link", name="Entrer mon code")).to_be_visible()


def test_catching_up_does_not_keep_a_page_that_leaves(site: str, page: Page) -> None:
    """The board asked for just before "Quitter" may come after it, when this browser no longer holds the play."""
    asked: dict[str, Route] = {}
    page.route("**/partie/*/", lambda route: asked.setdefault("board", route))
    page.route("**/quitter", lambda route: asked.setdefault("leaving", route))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_text("Quitter", exact=True).click()
    page.get_by_role("button", name="Quitter la partie").click(no_wait_after=True)
    while len(asked) < 2:
        page.wait_for_timeout(20)
    asked["board"].fulfill(status=404)
    page.wait_for_timeout(300)
    asked["leaving"].continue_()
    page.wait_for_url(f"{site}/")


def test_the_quit_panel_is_closed_again_by_its_button_and_by_escape(page: Page) -> None:
    word, panel = page.locator(".quit summary"), page.locator(".quit form")
    stay = page.get_by_role("button", name="Continuer la partie")
    for close in (stay.click, lambda: page.keyboard.press("Escape")):
        word.click()
        expect(panel).to_be_visible()
        page.keyboard.press("Tab")
        close()
        expect(panel).to_be_hidden()
        expect(word).to_be_focused()
    assert steps_recorded() == 0


def test_without_javascript_the_quit_panel_is_closed_by_its_word(site: str, browser: Browser) -> None:
    page = show_board(site, browser.new_context(java_script_enabled=False).new_page(), "as_capone")
    word, panel = page.locator(".quit summary"), page.locator(".quit form")
    word.click()
    expect(panel.get_by_role("button")).to_have_text(["Quitter la partie"])
    word.click()
    expect(panel).to_be_hidden()


def test_waking_up_to_an_unchanged_play_keeps_what_was_being_placed(site: str, browser: Browser) -> None:
    page = show_board(site, browser.new_context().new_page(), "sauve_souris")
    page.locator("#plus-3").click()
    expect(page.locator("#f3")).to_have_value("1")
    expect(page.locator(".mouse")).to_have_count(7)  # it is answered: nothing keeps the page from looking
    with page.expect_request_finished(lambda request: request.url == page.url):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.evaluate("new Promise(requestAnimationFrame)")
    expect(page.locator("#f3")).to_have_value("1")


def test_a_double_press_plays_one_step_and_shows_its_result(page: Page) -> None:
    page.locator("button[name=carte][value='A']").dblclick()
    expect(page.locator("#board")).to_have_attribute("data-step", "1")
    page.wait_for_timeout(300)
    assert steps_recorded() == 1
    assert page.locator("#board [role=alert]").count() == 0


def test_the_first_page_is_light(site: str, browser: Browser) -> None:
    """Bytes on the wire of a first visit, with all that the page loads."""
    assert 5_000 < weigh(browser.new_context().new_page(), site) < 100_000


@pytest.mark.parametrize("slug", ["as_capone", *forms.in_soak("sauve_souris", "poule_aux_oeufs_d_or")])
def test_a_play_page_is_light(site: str, browser: Browser, slug: str) -> None:
    play, context = stock.start(slug), browser.new_context()
    states.hold(context, site, play)
    assert 5_000 < weigh(context.new_page(), f"{site}/partie/{play.id}/") < 150_000


def weigh(page: Page, address: str) -> int:
    received: list[float] = []
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    network.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    page.goto(address, wait_until="networkidle")
    return int(sum(received))
