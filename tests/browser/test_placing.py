"""Hiding mice faster than the answers come: no press is lost, and none undoes a placement sent."""

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser import playing, states
from tests.games import stock

pytestmark = pytest.mark.browser
RUNNING = "() => document.getAnimations().filter(({effect}) => effect.target.closest('.cheese g')).length"


@pytest.fixture
def page(site: str, browser: Browser) -> Page:
    """Eight mice to hide."""
    play, context = stock.start("sauve_souris"), browser.new_context()
    states.hold(context, site, play)
    page = context.new_page()
    page.goto(f"{site}/partie/{play.id}/")
    return page


def place_all_but_one(page: Page) -> None:
    for _ in range(7):
        page.locator("#plus-1").click()
    expect(page.locator("#f1")).to_have_value("7")
    expect(page.locator(".mouse input")).to_have_count(1)


def placed() -> object:
    return playing.only_play().load().steps[0].placed


def test_valider_pressed_before_the_last_mouse_is_answered_sends_all_eight(page: Page) -> None:
    place_all_but_one(page)
    page.route("**/placement", lambda route: None)  # never answered
    page.locator("#plus-2").click()
    page.get_by_role("button", name="Valider").click(force=True)  # it still looks disabled
    expect(page.locator("#board")).to_have_attribute("data-step", "1")
    assert placed() == (7, 1, 0, 0)


def test_a_hidden_mouse_runs_from_the_tray_to_its_hole_unless_motion_is_reduced(page: Page) -> None:
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 0})
    page.locator("#plus-1").click()
    page.wait_for_function(f"{RUNNING} === 1")
    page.emulate_media(reduced_motion="reduce")
    page.locator("#plus-3").click()
    expect(page.locator(".mouse input")).to_have_count(6)
    assert page.evaluate(RUNNING) == 0  # the first one left with its board


def test_a_press_after_valider_changes_nothing_and_loses_nothing(page: Page) -> None:
    place_all_but_one(page)
    page.locator("#plus-2").click()
    expect(page.locator(".mouse input")).to_have_count(0)
    awaited: list[Route] = []
    page.route("**/etape", lambda route: awaited.append(route))
    page.get_by_role("button", name="Valider").click()
    for control in (page.locator("#moins-1"), page.get_by_role("button", name="Valider")):
        control.focus()
        page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.go.htmx-request')")
    assert len(awaited) == 1
    awaited[0].continue_()
    expect(page.locator("#board")).to_have_attribute("data-step", "1")
    assert placed() == (7, 1, 0, 0)


@pytest.mark.parametrize("where", ["on the control", "away from it"])
def test_an_answer_that_comes_while_a_control_is_held_down_takes_no_press_away(page: Page, where: str) -> None:
    """The finger is on + when the board of the press before it arrives."""
    awaited: list[Route] = []
    page.route("**/placement", lambda route: awaited.append(route), times=1)
    page.locator("#plus-1").click()
    page.wait_for_function("() => document.querySelector('.htmx-request')")
    page.locator("#plus-1").hover()
    page.mouse.down()
    with page.expect_response("**/placement"):
        awaited[0].continue_()
    page.wait_for_function("() => !document.querySelector('.htmx-request')")
    if where == "away from it":
        page.mouse.move(0, 0)
    page.mouse.up()
    count = 2 if where == "on the control" else 1
    expect(page.locator("#f1")).to_have_value(str(count))
    expect(page.locator(".mouse input")).to_have_count(8 - count)
