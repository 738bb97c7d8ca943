"""A restart of Valkey: steps are played meanwhile, and every open page ends in the current board."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from pytest_django import Settings

from tests.browser import playing, states
from tests.games import stock
from tools.places import Places, server_user
from tools.valkey import Valkey

pytestmark = pytest.mark.browser


@pytest.fixture
def valkey(settings: Settings) -> Iterator[Valkey]:
    """A server of this test's own, which the site uses: it must be asked for before `site`."""
    folder = Path(tempfile.mkdtemp(prefix="illiko-valkey-"))
    places = Places(folder, "restart", server_user())
    places.make()
    server = Valkey(places)
    settings.REDIS_URL = server.ensure()
    settings.CHANNEL_LAYERS = {
        "default": {**settings.CHANNEL_LAYERS["default"], "CONFIG": {"hosts": [settings.REDIS_URL]}}
    }
    yield server
    server.stop()
    for made in (folder, places.data, places.sockets):
        shutil.rmtree(made, ignore_errors=True)


def test_a_restart_of_valkey_ends_in_the_current_board(valkey: Valkey, site: str, browser: Browser) -> None:
    """The step announced to nobody reaches the page that watches, and the next one comes by itself again."""
    play = stock.start("as_capone")
    acting, watching = (browser.new_context().new_page() for _ in range(2))
    for page in (acting, watching):
        states.hold(page.context, site, play)
        with page.expect_websocket():
            page.goto(f"{site}/partie/{play.id}/")
    playing.STEPS["as_capone"](acting)
    expect(watching.locator("#board")).to_have_attribute("data-step", "1")
    valkey.stop()
    playing.STEPS["as_capone"](acting)
    expect(acting.locator("#board")).to_have_attribute("data-step", "2")
    expect(watching.locator("#board")).to_have_attribute("data-step", "1")
    valkey.ensure()
    expect(watching.locator("#board")).to_have_attribute("data-step", "2", timeout=15_000)
    playing.STEPS["as_capone"](acting)
    expect(watching.locator("#board")).to_have_attribute("data-step", "3")
