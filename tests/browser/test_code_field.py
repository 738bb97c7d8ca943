"""The field of the code in a real browser: grouped 6-6-6 while it is typed, pasted, filled in, corrected and undone."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, Page, expect

from tests.browser import playing

pytestmark = pytest.mark.browser
CODE, GROUPED = "4F7K2M9RTB3XW6HNQ8", "4F7K2M-9RTB3X-W6HNQ8"


@pytest.fixture
def page(browser: Browser, site: str) -> Iterator[Page]:
    """The home page with the caret in the field; whatever it complains of fails the test."""
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    complaints = playing.watch(context)
    page = context.new_page()
    page.goto(site)
    page.get_by_label("Code de votre ticket").focus()
    yield page
    assert complaints == []


@pytest.fixture
def field(page: Page) -> Locator:
    return page.get_by_label("Code de votre ticket")


def paste(page: Page, text: str) -> None:
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("ControlOrMeta+V")


def place(field: Locator, start: int, end: int | None = None) -> None:
    """Put the caret there, or select up to `end`."""
    field.evaluate("(one, [start, end]) => one.setSelectionRange(start, end)", [start, start if end is None else end])


def undo(page: Page, field: Locator, until: str) -> None:
    """Undo until the field holds this, in a few presses at most."""
    for _ in range(4):
        if field.input_value() == until:
            return
        page.keyboard.press("ControlOrMeta+Z")
    expect(field).to_have_value(until)


def compose(page: Page, word: str) -> CDPSession:
    """Compose a word as Android's keyboards do: each key sends all of it so far in place of what the last one sent."""
    keyboard = page.context.new_cdp_session(page)
    for end in range(1, len(word) + 1):
        keyboard.send("Input.imeSetComposition", {"text": word[:end], "selectionStart": end, "selectionEnd": end})
    return keyboard


def caret(field: Locator) -> int:
    return field.evaluate("one => one.selectionStart")


def test_the_keyboard_of_a_phone_is_told_what_a_code_is(field: Locator) -> None:
    told = {"autocapitalize": "characters", "autocomplete": "off", "autocorrect": "off", "spellcheck": "false"}
    for name, value in told.items():
        expect(field).to_have_attribute(name, value)
    assert field.get_attribute("inputmode") in (None, "text")  # letters and figures: no other keyboard has both


def test_a_code_is_grouped_while_it_is_typed_and_stops_at_eighteen_characters(page: Page, field: Locator) -> None:
    page.keyboard.type("4f7k2m")
    expect(field).to_have_value("4f7k2m")
    expect(field).to_have_css("text-transform", "uppercase")
    page.keyboard.type("9")
    expect(field).to_have_value("4F7K2M-9")
    page.keyboard.type("RTB3X-W6H NQ8ZZ")  # dashes and spaces typed by hand change nothing
    expect(field).to_have_value(GROUPED)


def test_all_there_is_to_fill_in_shows_without_scrolling_on_a_small_phone(browser: Browser, site: str) -> None:
    page = browser.new_page()
    for address in ("/t", "/", f"/t#{CODE}"):
        page.goto(f"{site}{address}")
        button = page.get_by_role("button", name="Valider mon code")
        for width, height in ((320, 568), (360, 640)):
            page.set_viewport_size({"width": width, "height": height})
            for control in (page.get_by_label("Code de votre ticket"), page.get_by_label("18 ans ou plus"), button):
                expect(control).to_be_in_viewport(ratio=1)


def test_a_code_is_pasted_however_it_is_written(page: Page, field: Locator) -> None:
    for text in (
        CODE,
        GROUPED.lower(),
        f"  {GROUPED.replace('-', ' ')} ",
        GROUPED.replace("-", "\u00a0–\u200b"),
        f"https://jeux.exemple.fr/t#{CODE}",
        f"https://un-nom-de-site-bien-long.exemple.fr/t?suivi=une-lettre-d-information#{GROUPED}",
    ):
        field.fill("")
        paste(page, text)
        expect(field).to_have_value(re.compile(f"^{GROUPED}$", re.IGNORECASE))
        assert caret(field) == len(GROUPED)


def test_a_qr_address_takes_the_place_of_what_was_begun(page: Page, field: Locator) -> None:
    page.keyboard.type("4F7")
    paste(page, f"https://jeux.exemple.fr/t#{CODE}")
    expect(field).to_have_value(GROUPED)


def test_a_paste_in_the_middle_keeps_the_rest_and_the_caret(page: Page, field: Locator) -> None:
    page.keyboard.type("4F7KXW6HNQ8")
    place(field, 4)
    paste(page, "2M-9RTB3")
    expect(field).to_have_value(GROUPED)
    assert caret(field) == len("4F7K2M-9RTB3")


def test_what_the_browser_fills_in_is_grouped(page: Page, field: Locator) -> None:
    """A form filler sets the whole value and tells it by a bare event, whether or not the field has the focus."""
    for leave in (False, True):
        if leave:
            field.blur()
        field.evaluate("(one, code) => { one.value = code; one.dispatchEvent(new Event('input')); }", CODE)
        expect(field).to_have_value(GROUPED)


def test_a_character_is_replaced_and_inserted_in_the_middle(page: Page, field: Locator) -> None:
    paste(page, CODE)
    place(field, 8, 9)
    page.keyboard.type("Z")
    expect(field).to_have_value("4F7K2M-9ZTB3X-W6HNQ8")
    assert caret(field) == 9
    page.keyboard.press("Backspace")
    expect(field).to_have_value("4F7K2M-9TB3XW-6HNQ8")
    page.keyboard.type("R")
    expect(field).to_have_value(GROUPED)
    assert caret(field) == 9


def test_a_dash_is_no_obstacle_to_erasing(page: Page, field: Locator) -> None:
    page.keyboard.type("4F7K2M9R")
    place(field, 7)
    page.keyboard.press("Backspace")
    expect(field).to_have_value("4F7K29-R")
    place(field, 6)
    page.keyboard.press("Delete")
    expect(field).to_have_value("4F7K29")
    paste(page, "RTB3X")
    for _ in range(3):  # a group at a time
        page.keyboard.press("ControlOrMeta+Backspace")
    expect(field).to_have_value("")


def test_undoing_goes_back_to_what_was_typed_and_redoing_forth(page: Page, field: Locator) -> None:
    page.keyboard.type("4F7K")
    paste(page, "2M9RTB3XW6HNQ8")
    expect(field).to_have_value(GROUPED)
    undo(page, field, "4F7K")
    for _ in range(3):
        page.keyboard.press("ControlOrMeta+Shift+Z")
    expect(field).to_have_value(GROUPED)


def test_after_undoing_typing_goes_on_as_before(page: Page, field: Locator) -> None:
    paste(page, "4F7K2M9RT")
    page.keyboard.press("Delete")
    page.keyboard.type("ZZ")
    undo(page, field, "4F7K2M-9RT")
    page.keyboard.type("B3XW6HNQ8")
    expect(field).to_have_value(GROUPED)


def test_a_keyboard_that_composes_words_is_not_disturbed_until_it_is_done(page: Page, field: Locator) -> None:
    three_boxes = field.evaluate("one => getComputedStyle(one).backgroundImage")
    keyboard = compose(page, CODE)
    expect(field).to_have_value(CODE)
    expect(field).to_have_css("background-image", "none")  # a single box, or letters would stand on the edges of three
    keyboard.send("Input.insertText", {"text": CODE})
    expect(field).to_have_value(GROUPED)
    expect(field).to_have_css("background-image", three_boxes)


def test_a_composed_word_is_added_to_what_is_there(page: Page, field: Locator) -> None:
    page.keyboard.type("4F7K2M")
    compose(page, "9RT").send("Input.insertText", {"text": "9RT"})
    expect(field).to_have_value("4F7K2M-9RT")
    assert caret(field) == len("4F7K2M-9RT")


def test_what_was_composed_is_grouped_when_the_field_is_left(page: Page, field: Locator) -> None:
    compose(page, CODE[:8])
    page.get_by_label("18 ans ou plus").focus()
    expect(field).to_have_value("4F7K2M-9R")
