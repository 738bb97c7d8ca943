"""Each game is played in a real browser from its code to its result: desktop, phone, and without JavaScript."""

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from games.models import Play
from games.registry import GAMES
from games.starting import enter_code
from tests import forms
from tests.browser import playing, states
from tests.games import stock

pytestmark = pytest.mark.browser
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}


def named(one: str | dict[str, object]) -> str:
    """What a test's game and device are called."""
    return one if isinstance(one, str) else "phone" if "is_mobile" in one else "desktop"


@pytest.mark.parametrize(
    ("slug", "device"),
    [
        ("as_capone", PHONE),
        *forms.in_soak(("sauve_souris", PHONE), ("poule_aux_oeufs_d_or", PHONE), *((slug, DESKTOP) for slug in GAMES)),
    ],
    ids=named,
)
def test_a_ticket_is_played_from_its_code_to_its_result(
    site: str, browser: Browser, slug: str, device: dict[str, object]
) -> None:
    code = stock.make_ticket(stock.make_emission(slug), tier=3)
    context = browser.new_context(**device)
    complaints = playing.watch(context)
    page = context.new_page()
    playing.enter(page, site, code)
    playing.play_to_the_end(page, slug)
    playing.check_result(page)
    assert complaints == []


@pytest.mark.parametrize(
    ("slug", "device"),
    [
        ("sauve_souris", PHONE),
        ("poule_aux_oeufs_d_or", DESKTOP),
        *forms.in_soak(("sauve_souris", DESKTOP), ("poule_aux_oeufs_d_or", PHONE), ("as_capone", DESKTOP)),
    ],
    ids=named,
)
def test_a_play_is_ended(site: str, browser: Browser, slug: str, device: dict[str, object]) -> None:
    """By touch or the mouse, each game somewhere: `make soak` plays all from the code on both; see test_reading too."""
    page = near_the_end(site, browser.new_context(**device), slug)
    playing.play_to_the_end(page, slug)
    playing.check_result(page)


@pytest.mark.parametrize("slug", ["poule_aux_oeufs_d_or", *forms.in_soak("sauve_souris", "as_capone")])
def test_a_ticket_is_played_without_javascript(site: str, browser: Browser, slug: str) -> None:
    code = stock.make_ticket(stock.make_emission(slug), tier=3)
    page = browser.new_context(java_script_enabled=False, **PHONE).new_page()
    playing.enter(page, site, code)
    play_without_javascript(page, slug)
    playing.check_result(page)


@pytest.mark.parametrize("slug", ["sauve_souris", *forms.in_soak("as_capone")])
def test_a_play_is_ended_without_javascript(site: str, browser: Browser, slug: str) -> None:
    page = near_the_end(site, browser.new_context(java_script_enabled=False, **PHONE), slug)
    play_without_javascript(page, slug)
    playing.check_result(page)


def near_the_end(site: str, context: BrowserContext, slug: str) -> Page:
    """A board with a few steps left to play, in a browser that holds it."""
    state = states.NEAR_THE_END[slug]
    play = state.play()
    states.hold(context, site, play)
    page = context.new_page()
    page.goto(site + state.address(play))
    return page


def play_without_javascript(page: Page, slug: str) -> None:
    """The same controls, each answered by a whole new page."""
    for _ in range(400):
        if page.locator(playing.ENDED).count():
            return
        control = next_control(page, slug)
        with page.expect_navigation():
            control.click(position=playing.CORNER)


def next_control(page: Page, slug: str):
    if slug == "poule_aux_oeufs_d_or":
        return page.locator("button[name=poule], button[name=paille]").first
    if slug == "as_capone":
        return page.locator("button[name=paquet], button[name=carte]").first
    if page.get_by_role("link", name="Étape").count():
        return page.get_by_role("link", name="Étape")
    if page.locator(".mouse input").count():
        return page.locator("#plus-2")
    return page.get_by_role("button", name="Valider")


def test_leaving_and_coming_back_with_the_ticket_shows_the_board_as_it_was(site: str, browser: Browser) -> None:
    """Art. 3.3.7."""
    code = stock.make_ticket(stock.make_emission("as_capone"))
    play = stock.step(enter_code(text=code), {"carte": "A"}, "7")
    context = browser.new_context(**PHONE)
    states.hold(context, site, play)
    page = context.new_page()
    page.goto(f"{site}/partie/{play.id}/")
    before = page.locator("#board").inner_text()
    page.locator("form[action$='/quitter'] button:not([type])").evaluate("button => button.click()")
    page.wait_for_url(f"{site}/")
    other = browser.new_context(**DESKTOP).new_page()
    other.goto(site)
    playing.validate(other, code)
    assert other.locator("#board").inner_text().split() == before.split()


def test_the_qr_address_fills_the_form_and_leaves_no_code_in_the_address_bar(site: str, browser: Browser) -> None:
    code = stock.make_ticket(stock.make_emission("as_capone"))
    page = browser.new_context(**PHONE).new_page()
    page.goto(f"{site}/t#{code}")
    expect(page.get_by_label("Code de votre ticket")).to_have_value(f"{code[:6]}-{code[6:12]}-{code[12:]}")
    assert code not in page.url
    assert not Play.objects.exists()


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("ABCDEFGHJKMNPQRSTV", "Code lu"),
        ("ABCDEF-GHJKMN-PQRSTV", "Code lu"),
        ("short", "Tapez le code"),
        ("ABCDEFGHJKMNPQRSTVX", "Tapez le code"),
    ],
)
def test_only_a_whole_code_is_said_to_be_read(site: str, browser: Browser, code: str, said: str) -> None:
    page = browser.new_page()
    page.goto(f"{site}/t#{code}")
    expect(page.get_by_label("Code de votre ticket")).not_to_have_value("")
    expect(page.locator("[role=status] p:visible")).to_contain_text([said])
    assert "#" not in page.url


def test_a_mistyped_code_is_told_and_the_field_keeps_it(site: str, browser: Browser) -> None:
    page = browser.new_context(**PHONE).new_page()
    page.goto(site)
    playing.validate(page, "4F7K2U9RTB3XW6HNQ8")
    expect(page.get_by_role("alert")).to_contain_text("6e")
    expect(page.get_by_label("Code de votre ticket")).to_have_value("4F7K2U-9RTB3X-W6HNQ8")
