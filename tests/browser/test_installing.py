"""The installed site in a real browser: without network it says so, and it never shows a board it kept."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser import playing, states
from tests.games import stock

pytestmark = pytest.mark.browser
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
NO_NETWORK = "net::ERR_INTERNET_DISCONNECTED"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone's page; whatever it complains of, but for the network a test cut, fails the test."""
    context = browser.new_context(**PHONE)
    complaints = playing.watch(context)
    yield context.new_page()
    assert [one for one in complaints if NO_NETWORK not in one] == []


def install(page: Page, address: str) -> None:
    """Open a page and wait for the worker to be ready to answer the next ones."""
    page.goto(address)
    page.evaluate(
        "navigator.serviceWorker.ready.then(ready => ready.active.state === 'activated' || new Promise("
        "done => ready.active.addEventListener('statechange', done)))"
    )


def kept(page: Page) -> list[str]:
    """The paths of everything in every cache of the site."""
    return page.evaluate(
        "async () => { const paths = []; for (const name of await caches.keys())"
        " for (const request of await (await caches.open(name)).keys()) paths.push(new URL(request.url).pathname);"
        " return paths; }"
    )


def heading(page: Page):
    return page.get_by_role("heading", level=1)


def test_without_network_a_page_says_so_in_the_look_of_the_site(page: Page, site: str) -> None:
    install(page, site)
    page.context.set_offline(True)
    page.goto(f"{site}/accessibilite")
    expect(heading(page)).to_have_text("Pas de connexion")
    expect(page.locator("main")).to_contain_text("Votre partie est gardée, rien n’est perdu.")
    assert page.locator(".btn-primary").evaluate("one => getComputedStyle(one).backgroundColor") == "rgb(242, 107, 29)"
    assert page.locator(".bill-stage").evaluate("one => one.complete && one.naturalWidth > 0")
    assert page.locator(".wordmark").bounding_box()["width"] > 100
    assert page.url == f"{site}/accessibilite"


def test_trying_again_opens_the_wanted_page_and_keeps_the_code_of_a_qr(page: Page, site: str) -> None:
    code = stock.make_ticket(stock.make_emission("as_capone"))
    install(page, site)
    page.context.set_offline(True)
    page.goto(f"{site}/t#{code}")
    with page.expect_navigation():
        page.get_by_role("link", name="Réessayer").click()
    expect(heading(page)).to_have_text("Pas de connexion")
    page.context.set_offline(False)
    page.get_by_role("link", name="Réessayer").click()
    expect(page.get_by_label("Code de votre ticket")).to_have_value(f"{code[:6]}-{code[6:12]}-{code[12:]}")


def test_the_page_comes_by_itself_when_the_network_is_back(page: Page, site: str) -> None:
    install(page, site)
    page.context.set_offline(True)
    page.goto(f"{site}/accessibilite")
    expect(heading(page)).to_have_text("Pas de connexion")
    page.context.set_offline(False)
    expect(heading(page)).to_have_text("Déclaration d’accessibilité")


def test_a_board_is_never_shown_from_a_cache(page: Page, site: str) -> None:
    play = stock.start("as_capone")
    states.hold(page.context, site, play)
    install(page, site)
    page.goto(f"{site}/partie/{play.id}/")
    playing.STEPS["as_capone"](page)
    page.reload()
    page.context.set_offline(True)
    page.reload()
    expect(heading(page)).to_have_text("Pas de connexion")
    assert page.locator("#board").count() == 0
    paths = kept(page)
    assert "/hors-connexion" in paths
    assert [path for path in paths if not path.startswith("/static/") and path != "/hors-connexion"] == []
    page.context.set_offline(False)
    expect(page.locator("#board")).to_have_attribute("data-step", "1")


def test_a_play_goes_on_to_its_end_under_the_worker(page: Page, site: str) -> None:
    """Forms, swaps, reloads and Back are what they are without it."""
    play = states.NEAR_THE_END["as_capone"].play()
    states.hold(page.context, site, play)
    install(page, site)
    page.goto(f"{site}/partie/{play.id}/")
    playing.STEPS["as_capone"](page)
    page.goto(f"{site}/accessibilite")
    page.go_back()
    expect(page.locator("#board")).to_have_attribute("data-step", str(play.step + 1))
    playing.play_to_the_end(page, "as_capone")
    page.locator(playing.ENDED).click()
    expect(page).to_have_url(re.compile(r"/resultat$"))


def test_caches_of_older_versions_are_deleted(browser: Browser, site: str) -> None:
    context: BrowserContext = browser.new_context()
    page = context.new_page()
    page.goto(f"{site}/hors-connexion")
    page.evaluate("caches.open('hors-connexion-avant')")
    install(page, site)
    page.wait_for_function("caches.keys().then(names => names.length === 1)")
    assert "hors-connexion-avant" not in page.evaluate("caches.keys()")
