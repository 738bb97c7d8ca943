"""The admin's page of draws in a browser: the policy refuses nothing of it, axe finds nothing, it fits a phone."""

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse
from playwright.sync_api import Browser

from games.registry import GAMES
from tests import forms
from tests.browser import looking, playing, states
from tests.games import stock

pytestmark = pytest.mark.browser


@forms.quick_and_whole
def test_the_page_of_draws_can_be_used_by_anyone_before_and_after_a_report(
    site: str, browser: Browser, whole: bool
) -> None:
    """The quick form asks axe once of each, and of the dark page on a phone."""
    context = browser.new_context(reduced_motion="reduce")
    complaints = playing.watch(context)
    states.hold(context, site, user=User.objects.create_superuser("auditrice"))
    page = context.new_page()
    page.goto(f"{site}{reverse('draws')}")
    assert looking.axe_faults(page) == []
    for slug in GAMES:
        for _ in range(6 if whole else 2):
            stock.to_the_end(stock.start(slug))
    call_command("draws")
    page.reload()
    assert page.locator("svg[role=img]").count() >= 7
    found = looking.axe_faults(page) if whole else []
    page.emulate_media(color_scheme="dark")
    page.reload()
    found += looking.axe_faults(page) if whole else []
    page.set_viewport_size({"width": 360, "height": 640})
    found += looking.axe_faults(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")  # tables scroll by themselves
    assert found == [], "\n".join(found[:5])
    assert complaints == []
