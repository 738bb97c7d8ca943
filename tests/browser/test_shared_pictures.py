"""`make pictures`: what a shared link shows of the site and of each game, in static/shared/, 1200 by 630."""

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from playwright.sync_api import Browser

from games.registry import GAMES
from public.pages import every_page

pytestmark = [pytest.mark.browser, pytest.mark.pictures]


@pytest.mark.parametrize("picture", sorted({page.picture for page in every_page()}))
def test_a_shared_picture_is_drawn(site: str, browser: Browser, picture: str) -> None:
    game = next((game for game in GAMES.values() if game.slug in picture), None)
    page = browser.new_page(viewport={"width": 1200, "height": 630})
    drawn = render_to_string("public/shared_picture.html", {"game": game})
    page.route(f"{site}/picture", lambda route: route.fulfill(body=drawn, content_type="text/html; charset=utf-8"))
    page.goto(f"{site}/picture")
    page.screenshot(path=settings.BASE_DIR / "static" / picture)
