"""The camera fills the field and starts nothing; without one, or refused, the code is typed."""

import re

import pytest
import segno
from playwright.sync_api import Browser, Page, expect

from games.models import Play
from tests import forms
from tests.browser import playing
from tests.games import stock

pytestmark = pytest.mark.browser
# A browser that reads QR codes by itself, which this Chromium does not. What it reads is set by each test.
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


def told(page: Page, text: str) -> None:
    expect(page.get_by_role("dialog").get_by_text(text)).to_be_visible()


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
    told(page, "n’est pas celui d’un ticket")
    expect(page.get_by_label("Code de votre ticket")).to_have_value("")


def test_a_refused_camera_is_no_dead_end(page: Page) -> None:
    page.evaluate("window.refused = true")
    page.get_by_role("button", name="Scanner le QR").click()
    told(page, "La caméra n’est pas accessible")
    page.get_by_role("button", name="Fermer et taper le code").click()
    page.get_by_label("Code de votre ticket").fill("4F7K2M")
    expect(page.get_by_label("Code de votre ticket")).to_have_value("4F7K2M")


def test_the_camera_is_let_go_when_the_scanner_is_closed(page: Page) -> None:
    page.get_by_role("button", name="Scanner le QR").click()
    page.wait_for_function("() => document.querySelector('#scanner video').srcObject")
    page.evaluate("window.track = document.querySelector('#scanner video').srcObject.getTracks()[0]")
    page.keyboard.press("Escape")
    page.wait_for_function("() => window.track.readyState === 'ended'")


# A camera that sees a QR drawn by the test: turned by so many degrees, so many pixels a module.
CAMERA = """
window.show = (rows, turned, module) => {
  const pen = window.scene.getContext("2d");
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.fillStyle = "#ddd";
  pen.fillRect(0, 0, 1280, 720);
  pen.translate(640, 360);
  pen.rotate(turned * Math.PI / 180);
  const half = rows.length * module / 2;
  pen.fillStyle = "#fff";
  pen.fillRect(-half - 4 * module, -half - 4 * module, 2 * half + 8 * module, 2 * half + 8 * module);
  pen.fillStyle = "#222";
  rows.forEach((row, y) => row.forEach((dark, x) => {
    if (dark) pen.fillRect(x * module - half, y * module - half, module, module);
  }));
};
window.scene = document.createElement("canvas");
Object.assign(window.scene, {width: 1280, height: 720});
window.scene.getContext("2d");
navigator.mediaDevices ??= {};
window.lent = [];
navigator.mediaDevices.getUserMedia = async () => {
  await window.asked;
  window.lent.push(window.scene.captureStream(10));
  return window.lent.at(-1);
};
"""
DIGEST = re.compile(r"\.[0-9a-f]{12}\.js$")


@pytest.fixture
def camera(site: str, browser: Browser) -> Page:
    """A browser without a reader of its own, and with a camera."""
    page = browser.new_context(viewport={"width": 360, "height": 640}).new_page()
    page.add_init_script(f"delete window.BarcodeDetector; delete Navigator.prototype.serviceWorker; {CAMERA}")
    return page


def shown(page: Page, text: str, turned: int, module: int) -> None:
    rows = [list(row) for row in segno.make(text, micro=False, error="m").matrix]
    page.evaluate("seen => window.show(...seen)", [rows, turned, module])


@pytest.mark.parametrize(("turned", "module"), [(17, 6), *forms.in_soak((0, 8), (180, 4))])
def test_without_a_reader_in_the_browser_a_package_reads_what_the_camera_sees(
    camera: Page, site: str, turned: int, module: int
) -> None:
    complaints = playing.watch(camera.context)
    code = stock.make_ticket(stock.make_emission("as_capone"))
    loaded: list[str] = []
    camera.on("request", lambda request: loaded.append(request.url))
    camera.goto(site)
    assert not any("/qr/" in address for address in loaded)
    camera.get_by_role("button", name="Scanner le QR").click()
    shown(camera, f"{site}/t#{code}", turned, module)
    expect(camera.get_by_role("dialog")).to_be_hidden(timeout=15_000)
    expect(camera.get_by_label("Code de votre ticket")).to_have_value(f"{code[:6]}-{code[6:12]}-{code[12:]}")
    assert not Play.objects.exists()
    assert complaints == []
    scripts = {address for address in loaded if "/qr/" in address}
    assert len(scripts) == 2 and all(DIGEST.search(address) for address in scripts)
    camera.wait_for_function("() => window.lent.every(stream => !stream.active)")


def test_a_package_out_of_reach_is_told_then_pressing_again_works(camera: Page, site: str) -> None:
    camera.route("**/qr/index*", lambda route: route.abort())
    camera.goto(site)
    camera.get_by_role("button", name="Scanner le QR").click()
    shown(camera, f"{site}/t#ABCDEFGHJKMNPQRSTV", 0, 8)
    told(camera, "n’a pas pu être chargé")
    assert camera.evaluate("window.lent.every(stream => !stream.active)")
    camera.get_by_role("button", name="Fermer et taper le code").click()
    camera.get_by_label("Code de votre ticket").fill("4F7K2M")
    expect(camera.get_by_label("Code de votre ticket")).to_have_value("4F7K2M")
    camera.unroute("**/qr/index*")
    camera.get_by_role("button", name="Scanner le QR").click()
    shown(camera, f"{site}/t#ABCDEFGHJKMNPQRSTV", 0, 8)
    expect(camera.get_by_label("Code de votre ticket")).to_have_value("ABCDEF-GHJKMN-PQRSTV", timeout=15_000)


def test_closed_and_opened_again_before_the_camera_is_allowed_one_camera_is_used(camera: Page, site: str) -> None:
    camera.goto(site)
    camera.evaluate("() => { window.asked = new Promise(allow => { window.allow = allow; }); }")
    camera.get_by_role("button", name="Scanner le QR").click()
    camera.keyboard.press("Escape")
    expect(camera.get_by_role("dialog")).to_be_hidden()
    camera.get_by_role("button", name="Scanner le QR").click()
    camera.evaluate("window.allow()")
    camera.wait_for_function("() => window.lent.length === 2 && !document.querySelector('#scanner video').paused")
    assert camera.evaluate("window.lent.map(stream => stream.active)") == [False, True]
    camera.keyboard.press("Escape")
    camera.wait_for_function("() => window.lent.every(stream => !stream.active)")


def test_without_a_camera_there_is_no_button(site: str, browser: Browser) -> None:
    page = browser.new_context().new_page()
    page.add_init_script("Object.defineProperty(Navigator.prototype, 'mediaDevices', {get: () => undefined});")
    page.goto(site)
    expect(page.get_by_label("Code de votre ticket")).to_be_visible()
    assert page.get_by_role("button", name="Scanner le QR").count() == 0
