"""A practice play in a browser: the same board, pressed by keyboard, which fits a phone and which anyone can use."""

import pytest
from playwright.sync_api import Browser, Page, expect

from games.models import Play
from tests import forms
from tests.browser import looking, playing
from tests.browser.test_reading import reach
from tests.public import offer

pytestmark = pytest.mark.browser
PHONE, DESKTOP = {"width": 360, "height": 640}, {"width": 1440, "height": 900}
FAULTS: tuple[looking.Find, ...] = (
    looking.axe_faults,
    looking.small_controls,
    looking.too_wide,
    looking.behind_the_curtain,
    looking.written_over,
)
CHOICES = "#board :is(button[name=carte], button[name=paquet], button[name=poule], button[name=paille])"
READY = "#board .go:not([aria-disabled])"  # "Valider" once all are hidden, and the next step
HIDING = "#board button[name=plus]:not([aria-disabled])"


def faults(page: Page) -> list[str]:
    """What is wrong with the board on a phone and a desktop, in forced colours and zoomed."""
    found = [fault for find in FAULTS for fault in find(page)]
    found += [*looking.lost_in_forced_colours(page), *looking.overflows_when_zoomed(page)]
    page.set_viewport_size(DESKTOP)
    found += [f"on a desktop: {fault}" for find in FAULTS for fault in find(page)]
    page.set_viewport_size(PHONE)
    return found


def press_next(page: Page) -> None:
    """Press what comes next, which is on the screen, and wait for the board that answers."""
    control = next(found for found in map(page.locator, (CHOICES, READY, HIDING)) if found.count()).last
    page.evaluate("scrollTo(0, 0)")
    box = control.bounding_box()
    assert box and box["y"] + 44 <= PHONE["height"]
    board = page.locator("#board").element_handle()
    reach(page, control)
    page.wait_for_function("board => !board.isConnected", arg=board)
    page.wait_for_selector("#board")


@pytest.mark.parametrize("slug", ["sauve_souris", *forms.in_soak("poule_aux_oeufs_d_or", "as_capone")])
def test_a_practice_play_is_begun_played_and_begun_again(site: str, browser: Browser, slug: str) -> None:
    offer.made()
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    complaints, page = playing.watch(context), context.new_page()
    page.goto(f"{site}/jeux/{slug.replace('_', '-')}/essai")
    reach(page, page.get_by_role("button", name="Commencer la partie d’essai"))
    expect(page.locator("#board")).to_have_attribute("data-step", "0")
    found = faults(page)
    address, end = page.url, page.get_by_role("region", name="Fin de la partie d’essai")
    while not end.count():
        press_next(page)
    expect(page.get_by_text("Partie d’essai – sans ticket, sans gain")).to_be_visible()
    expect(end).to_be_focused()
    expect(page.get_by_role("status")).to_contain_text("La partie d’essai est terminée")
    assert page.url == address  # each board took the place of another one
    found += [f"at the end: {fault}" for fault in faults(page)]
    reach(page, page.get_by_role("button", name="Recommencer"))
    expect(page.locator("#board")).to_have_attribute("data-step", "0")
    assert (found, complaints, Play.objects.count()) == ([], [], 0)
