"""The admin's first page in a browser: the policy refuses nothing of it, axe finds nothing, it fits a phone."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, expect

from games.registry import GAMES
from tests.browser import looking, playing, states
from tests.games import stock
from tests.payouts import bank

pytestmark = pytest.mark.browser


def test_the_first_page_can_be_used_by_anyone_and_leads_to_the_work(site: str, browser: Browser) -> None:
    for slug in GAMES:
        stock.to_the_end(stock.start(slug))
    bank.transfer(iban=bank.UNKNOWN)
    context = browser.new_context(reduced_motion="reduce", color_scheme="dark")
    complaints = playing.watch(context)
    states.hold(context, site, user=User.objects.create_superuser("administration"))
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{site}/admin/")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")  # tables scroll by themselves
    found = looking.axe_faults(page)
    found += [one for one in looking.lost_in_forced_colours(page) if "skip-to-content" not in one]  # Django's, hidden
    page.emulate_media(color_scheme="light")
    # Django's links take a moment to change colour.
    page.evaluate("Promise.all(document.getAnimations().map(one => one.finished))")
    page.set_viewport_size({"width": 1440, "height": 900})
    found += looking.axe_faults(page)
    expect(page.get_by_role("img", name="Parties commencées et parties gagnées")).to_be_visible()
    page.get_by_role("link", name="Banques à vérifier 1").click()
    expect(page.get_by_role("heading", name="Banque à vérifier")).to_be_in_viewport()
    assert (found, complaints) == ([], [])
