"""Customer service in a browser: a damaged ticket found, its play stepped by the keyboard, the ticket held."""

import re

import pytest
from django.contrib.auth.models import Group, User
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from games.starting import enter_code
from office import roles
from payouts import presenting
from payouts.standing import Standing
from tests.browser import looking, playing, states
from tests.payouts import desk
from tickets import numbers

pytestmark = pytest.mark.browser


def fits(page: Page) -> bool:
    page.set_viewport_size({"width": 360, "height": 640})
    fitting: bool = page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 1440, "height": 900})
    return fitting


def test_a_damaged_ticket_is_found_looked_at_and_held(site: str, browser: Browser) -> None:
    """Art. 4.3.1, 11."""
    code = desk.bearing(45_00)
    play = desk.golden(enter_code(text=code))
    user = User.objects.create_user("service", is_staff=True)
    user.groups.set([Group.objects.get(name=roles.SERVICE)])
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 1440, "height": 900})
    complaints = playing.watch(context)
    states.hold(context, site, user=user)
    page = context.new_page()
    page.goto(f"{site}/admin/recherche/")
    page.locator("#cherche").fill(f"7{code[:4]}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("trop court")
    expect(page.locator("#cherche")).to_have_value(f"7{code[:4]}")
    page.locator("#cherche").fill(f"?{code[1:9]}?{code[10:]}")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=re.compile("Gagnant"), level=2)).to_be_visible()
    assert code not in page.content() and page.url.endswith(f"/admin/tickets/{play.ticket_id:015}/")
    assert fits(page)
    page.get_by_role("link", name="Revoir la partie").click()
    expect(page.locator("#board button[name=poule]")).to_have_count(30)
    page.wait_for_load_state()  # the keys are listened to from then on
    page.keyboard.press("ArrowRight")
    expect(page.locator("#board")).to_contain_text("L’œuf d’or")
    expect(page.get_by_text("Sous la poule")).to_have_count(2)
    assert fits(page)
    page.wait_for_load_state()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#board button[name=poule]")).to_have_count(30)
    page.get_by_role("link", name=numbers.shown(play.ticket_id)).click()
    page.get_by_role("link", name="Retenir ce ticket").click()
    page.get_by_label("Raison").fill("deux joueurs le réclament")
    page.get_by_role("button", name="Retenir ce ticket").click()
    expect(page.get_by_role("heading", name=re.compile("Ticket retenu"), level=2)).to_be_visible()
    assert presenting.of_number(play.ticket_id, at=timezone.now()).standing is Standing.HELD
    assert [one for one in complaints if "status of 422" not in one] == []
    assert axe_faults(browser, site, user, play.ticket_id) == []


def axe_faults(browser: Browser, site: str, user: User, number: int) -> list[str]:
    """In a browser that is not watched: axe itself breaks the policy where the admin's styles import others."""
    context = browser.new_context(reduced_motion="reduce", viewport={"width": 360, "height": 640})
    states.hold(context, site, user=user)
    page, found = context.new_page(), []
    for path in ("recherche/", *(f"tickets/{number:015}/{more}" for more in ("", "partie/1/", "decider/recu/"))):
        page.goto(f"{site}/admin/{path}")
        found += [f"{path}: {fault}" for fault in looking.axe_faults(page)]
    return found
