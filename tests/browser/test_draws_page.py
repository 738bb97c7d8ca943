"""The admin's page of draws in a browser: the policy refuses nothing of it, axe finds nothing, it fits a phone."""

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Browser, Page

from games.registry import GAMES
from tests.browser import looking, playing
from tests.games import stock

pytestmark = pytest.mark.browser


def log_in(page: Page, site: str) -> None:
    User.objects.create_superuser("auditrice", password="mot de passe")
    page.goto(f"{site}{reverse('draws')}")
    page.fill("[name=username]", "auditrice")
    page.fill("[name=password]", "mot de passe")
    page.click("[type=submit]")
    page.wait_for_url(f"{site}{reverse('draws')}")


def test_the_page_of_draws_can_be_used_by_anyone_before_and_after_a_report(site: str, browser: Browser) -> None:
    context = browser.new_context(reduced_motion="reduce")
    complaints = playing.watch(context)
    page = context.new_page()
    log_in(page, site)
    assert looking.axe_faults(page) == []
    for slug in GAMES:
        for _ in range(6):
            stock.to_the_end(stock.start(slug))
    call_command("draws")
    page.reload()
    assert page.locator("svg[role=img]").count() >= 7
    found = looking.axe_faults(page)
    page.emulate_media(color_scheme="dark")
    page.reload()
    found += looking.axe_faults(page)
    page.set_viewport_size({"width": 360, "height": 640})
    found += looking.axe_faults(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")  # tables scroll by themselves
    assert found == [], "\n".join(found[:5])
    assert complaints == []
