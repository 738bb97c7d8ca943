"""A range of stolen booklets is flagged in a browser, and every page of it can be used by anyone (art. 4.3.4)."""

import os
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from office import roles
from payouts import flagging, paying
from tests import forms
from tests.browser import looking, playing, states
from tests.browser.test_accessibility import LARGE, SMALL
from tests.browser.test_transfers import WIDER
from tests.games import stock
from tests.office.staff import member
from tests.payouts import desk, flags
from tickets.models import Booklet
from tickets.suspending import suspend

pytestmark = pytest.mark.browser
PICTURES = os.environ.get("FLAGGING_PICTURES")  # a folder, for who looks at the pages while changing them


def look(page: Page, name: str, complaints: list[str], whole: bool) -> list[str]:
    """What is wrong with a page on a phone, and on a desktop in the whole form."""
    found = complaints.copy()
    for size in (LARGE, SMALL) if whole else (SMALL,):
        page.set_viewport_size(size)
        found += looking.axe_faults(page)
        found += [f"{page.url} is wider than {size}"] if page.evaluate(WIDER) else []
    for width in (360, 768, 1440) if PICTURES else ():
        page.set_viewport_size({"width": width, "height": 900})
        page.screenshot(path=Path(PICTURES or "") / f"{name}-{width}.png", full_page=True)
    complaints.clear()  # of axe, which puts what style sheets import into the page, and the policy lets it not
    return found


@forms.quick_and_whole
def test_a_range_is_flagged_after_what_it_touches_was_seen(site: str, browser: Browser, whole: bool) -> None:
    flags.many(desk.emission(), 20, 2)
    paid, marked = desk.won(), flags.unstarted()
    paying.pay(request=desk.request(paid), teller=desk.teller())
    flagging.flag_misprint(keys=[marked // 10_000], reason="codes pâles", by=flags.user("flag_booklets"))
    lead = member(roles.SERVICE_LEAD)
    lead.groups.add(*member(roles.ISSUING).groups.all())
    context = browser.new_context(viewport=SMALL, reduced_motion="reduce")
    complaints = playing.watch(context)
    states.hold(context, site, user=lead)
    page = context.new_page()
    page.goto(site + reverse("admin:payouts_flagging_changelist"))
    with page.expect_navigation():
        page.get_by_role("link", name="Déclarer des livrets volés").click()
    found = look(page, "ask", complaints, whole)
    page.get_by_label("Référence").fill("PV 2026/00123")
    page.get_by_label("Date").fill("2026-01-05")
    page.get_by_label("Autorité").fill("Commissariat de Lyon 3e")
    page.get_by_label("Livrets").fill(f"502 01 100005 à 502 01 100024\n{paid.number_shown} 12345")
    page.get_by_role("button", name="Voir ce qui sera touché").click()
    expect(page.get_by_text("502 01 100020 à 502 01 100024")).to_be_visible()
    found += look(page, "preview", complaints, whole)
    page.get_by_role("button", name="Déclarer volés : 16 livrets").click()
    expect(page.get_by_text("16 livrets maintenant déclarés volés.")).to_be_visible()
    found += look(page, "one", complaints, whole)
    page.go_back()
    expect(page.get_by_label("Référence")).to_have_value("")  # the form again, and nothing to send twice
    assert Booklet.objects.filter(stolen=True).count() == 16
    suspend(game=None, message="Travaux jusqu’à 18 h.", by=stock.manager())
    for name, query in (("lift_flag", ""), ("returned", f"?numero={marked}"), ("suspend", ""), ("mass_refund", "")):
        page.goto(site + reverse(f"office:{name}") + query)
        found += look(page, name, complaints, whole)
    assert found == [], "\n".join(found)
