"""`make pictures`: every state of every board at three widths, as contact sheets in docs/pictures/, to be looked at."""

import base64

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page

from games.registry import GAMES
from tests.browser import states

pytestmark = [pytest.mark.browser, pytest.mark.pictures]
FOLDER = settings.BASE_DIR / "docs" / "pictures"
SIZES = {360: (640, 10), 768: (1024, 6), 1440: (900, 5)}  # width: height, pictures in a row of the sheet
SHEET = 1500  # pixels across
STYLE = """
body { display: grid; grid-template-columns: repeat(%d, 1fr); gap: 6px; margin: 6px; font: 11px sans-serif }
figure { margin: 0 }
img { display: block; width: 100%% }
"""


@pytest.mark.parametrize("width", SIZES)
@pytest.mark.parametrize("slug", GAMES)
def test_states_are_drawn(site: str, browser: Browser, slug: str, width: int) -> None:
    height, across = SIZES[width]
    addresses, plays = states.addresses(slug)
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    states.hold(context, site, *plays)
    page = context.new_page()
    figures = [_figure(page, name, site + address) for name, address in addresses.items()]
    sheet = browser.new_page(viewport={"width": SHEET, "height": 100})
    sheet.set_content(f"<style>{STYLE % across}</style>{''.join(figures)}")
    sheet.wait_for_function("[...document.images].every(image => image.complete)")
    sheet.screenshot(path=FOLDER / f"{slug}-{width}.jpg", type="jpeg", quality=60, full_page=True)
    sheet.close()


def _figure(page: Page, name: str, address: str) -> str:
    page.goto(address)
    picture = base64.b64encode(page.screenshot(type="jpeg", quality=80)).decode()
    return f"<figure><img src='data:image/jpeg;base64,{picture}' alt=''><figcaption>{name}</figcaption></figure>"
