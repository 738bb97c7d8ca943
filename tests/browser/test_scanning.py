"""The camera fills the field and starts nothing; without one, or refused, the code is typed."""

import pytest
from playwright.sync_api import Browser, Page, expect

from games.models import Play
from tests.games import stock

pytestmark = pytest.mark.browser
# A browser that reads QR codes: this Chromium has no reader of its own. What it reads is set by each test.
READER = """
window.BarcodeDetector = class {
  static getSupportedFormats() { return Promise.resolve(["qr_code"]); }
  detect() { return Promise.resolve(window.seen ? [{rawValue: window.seen}] : []); }
};
navigator.mediaDevices ??= {};
navigator.mediaDevices.getUserMedia = async () => {
  if (window.refused) throw new DOMException("no", "NotAllowedError");
  return document.createElement("canvas").captureStream();
};
HTMLMediaElement.prototype.play = () => Promise.resolve();
"""


@pytest.fixture
def page(site: str, browser: Browser) -> Page:
    page = browser.new_context(viewport={"width": 360, "height": 640}).new_page()
    page.add_init_script(READER)
    page.goto(site)
    return page


def test_a_scanned_ticket_fills_the_field_and_starts_nothing(page: Page, site: str) -> None:
    code = stock.make_ticket(stock.make_emission("as_capone"))
    page.get_by_role("button", name="Scanner le QR").click()
    page.evaluate("address => { window.seen = address; }", f"{site}/t#{code}")
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_label("Code de votre ticket")).to_have_value(f"{code[:6]}-{code[6:12]}-{code[12:]}")
    expect(page.get_by_label("18 ans ou plus")).to_be_focused()
    assert not Play.objects.exists()


def test_another_qr_is_told_and_looked_past(page: Page) -> None:
    page.evaluate("window.seen = 'https://example.org/menu'")
    page.get_by_role("button", name="Scanner le QR").click()
    expect(page.get_by_role("dialog")).to_contain_text("n’est pas celui d’un ticket")
    expect(page.get_by_label("Code de votre ticket")).to_have_value("")


def test_a_refused_camera_is_no_dead_end(page: Page) -> None:
    page.evaluate("window.refused = true")
    page.get_by_role("button", name="Scanner le QR").click()
    expect(page.get_by_role("dialog")).to_contain_text("taper le code")
    page.get_by_role("button", name="Fermer et taper le code").click()
    page.get_by_label("Code de votre ticket").fill("4F7K2M")
    expect(page.get_by_label("Code de votre ticket")).to_have_value("4F7K2M")


def test_the_camera_is_let_go_when_the_scanner_is_closed(page: Page) -> None:
    page.get_by_role("button", name="Scanner le QR").click()
    page.wait_for_function("document.querySelector('#scanner video').srcObject")
    page.evaluate("window.track = document.querySelector('#scanner video').srcObject.getTracks()[0]")
    page.keyboard.press("Escape")
    page.wait_for_function("window.track.readyState === 'ended'")


def test_without_a_reader_there_is_no_button(site: str, browser: Browser) -> None:
    page = browser.new_context().new_page()
    page.add_init_script("delete window.BarcodeDetector;")
    page.goto(site)
    expect(page.get_by_label("Code de votre ticket")).to_be_visible()
    assert page.get_by_role("button", name="Scanner le QR").count() == 0
