"""Anyone can use every page and every state of every board: WCAG 2.2 AA by axe, sizes, zoom, contrast modes, motion."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone
from playwright.sync_api import Browser, Page

from games.models import Play
from games.registry import GAMES
from tests.browser import looking, states
from tests.games import stock

pytestmark = pytest.mark.browser
SMALL, LARGE = {"width": 360, "height": 640}, {"width": 1440, "height": 900}
Find = Callable[[Page], list[str]]
Shown = tuple[str, dict[str, str], list[Play]]  # the site, addresses by name, and the plays a browser must hold


@pytest.fixture(params=[*GAMES, "other pages"])
def shown(request: pytest.FixtureRequest, site: str) -> Shown:
    """Every state of a game's board, or every page that is no board."""
    made = states.addresses(request.param) if request.param in GAMES else other_pages()
    return site, *made


def other_pages() -> tuple[dict[str, str], list[Play]]:
    with time_machine.travel(timezone.now() - timedelta(days=40)):
        expired = stock.start("as_capone")
    won, lost = states.STATES["sauve_souris"]["won 8"].play(), states.STATES["as_capone"]["lost"].play()
    ended = {"won": won, "lost": lost, "expired": expired}
    started = {slug: stock.start(slug) for slug in GAMES}
    addresses = {
        "home": "/",
        "QR": "/t",
        "offline": "/hors-connexion",
        "accessibility": "/accessibilite",
        "not found": "/rien",
        **{f"result {name}": f"/partie/{play.id}/resultat" for name, play in ended.items()},
        **{f"welcome {slug}": f"/partie/{play.id}/bienvenue" for slug, play in started.items()},
    }
    return addresses, [*ended.values(), *started.values()]


def faults(browser: Browser, shown: Shown, viewport: dict[str, int], *finds: Find) -> dict[str, list[str]]:
    """What is found wrong with each page, for those where something is.

    Motion is reduced, so that what fades in is judged as it stays.
    """
    site, addresses, plays = shown
    context = browser.new_context(viewport=viewport, reduced_motion="reduce")
    states.hold(context, site, *plays)
    page = context.new_page()
    found = {}
    for name, address in addresses.items():
        answer = page.goto(site + address)
        assert answer is not None and answer.status == (404 if name == "not found" else 200)
        found[name] = [fault for find in finds for fault in find(page)]
    return {name: told for name, told in found.items() if told}


def test_on_a_phone_anyone_can_use_every_page_and_state(browser: Browser, shown: Shown) -> None:
    """By axe and target size; with motion reduced, in forced colours, and at 400 % without scrolling aside."""
    finds = (
        looking.moving,
        looking.axe_faults,
        looking.small_controls,
        looking.lost_in_forced_colours,
        looking.overflows_when_zoomed,
    )
    assert faults(browser, shown, SMALL, *finds) == {}


def test_on_a_desktop_anyone_can_use_every_page_and_state(browser: Browser, shown: Shown) -> None:
    assert faults(browser, shown, LARGE, looking.axe_faults, looking.small_controls) == {}


@pytest.mark.parametrize("viewport", [SMALL, LARGE], ids=["phone", "desktop"])
def test_a_refused_code_and_a_stale_form_are_told_on_pages_that_anyone_can_use(
    site: str, browser: Browser, viewport: dict[str, int]
) -> None:
    page = browser.new_context(viewport=viewport).new_page()
    page.goto(site)
    validate(page, "4F7K2U9RTB3XW6HNQ8")
    page.wait_for_selector("[role=alert]")
    assert looking.axe_faults(page) + looking.small_controls(page) == []
    page.context.clear_cookies(name="csrftoken")
    validate(page, "4F7K2U9RTB3XW6HNQ8")
    page.wait_for_selector("h1:has-text('trop attendu')")
    assert looking.axe_faults(page) + looking.small_controls(page) == []


def validate(page: Page, code: str) -> None:
    page.get_by_label("Code de votre ticket").fill(code)
    page.get_by_label("18 ans ou plus").check()
    page.get_by_role("button", name="Valider mon code").click()


@pytest.mark.parametrize(
    ("find", "broken"),
    [
        (looking.moving, "<style>@keyframes to {to {opacity: 0}} p {animation: to 9s}</style><p>Un chat</p>"),
        (looking.axe_faults, "<main><h1>Jeu</h1><input></main>"),
        (looking.small_controls, "<button style='width: 60px; height: 40px; padding: 0'>+</button>"),
        (looking.lost_in_forced_colours, "<p style='forced-color-adjust: none; color: #eee'>Un chat</p>"),
        (looking.lost_in_forced_colours, "<button style='border: 0; width: 40px; height: 40px'></button>"),
        (looking.overflows_when_zoomed, "<main><p style='width: 340px'>Un chat</p></main>"),
        (looking.overflows_when_zoomed, "<main style='overflow: clip'><p style='width: 340px'>Un chat</p></main>"),
    ],
)
def test_a_broken_page_is_told(browser: Browser, find: Find, broken: str) -> None:
    page = browser.new_context(viewport=SMALL).new_page()
    page.set_content(broken)
    assert find(page)
