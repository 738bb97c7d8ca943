"""The main path of a prize table: copied, typed with its figures moving, saved, approved by another person, locked."""

import pytest
from playwright.sync_api import Browser, Page, expect

from games.contents import Content
from office import roles
from tests import forms
from tests.browser import looking, playing, states
from tests.games import stock
from tests.office import tables
from tickets.models import PrizeTable

pytestmark = pytest.mark.browser


def faults(page: Page, complaints: list[str], whole: bool) -> list[str]:
    """What is wrong with the page on a phone, and in the whole form on a desk's screen.

    Axe reads stylesheets again, with those they import, by ways that the policy refuses: no fault of the page.
    """
    found, before = [], len(complaints)
    for width in (360, 1440) if whole else (360,):
        page.set_viewport_size({"width": width, "height": 800})
        found += looking.axe_faults(page)
        found += [f"wider than {width}"] if page.evaluate("document.documentElement.scrollWidth > innerWidth") else []
    del complaints[before:]
    return found


@forms.quick_and_whole
def test_a_table_is_copied_changed_with_its_figures_and_approved_by_a_second_person(
    site: str, browser: Browser, whole: bool
) -> None:
    """Art. 2.3, 3.2.1, 3.2.2."""
    first = stock.make_emission("sauve_souris").prize_table
    context = browser.new_context(reduced_motion="reduce")
    complaints = playing.watch(context)
    states.hold(context, site, user=tables.staff(roles.ISSUING))
    page = context.new_page()
    page.goto(site + tables.address(first))
    page.get_by_role("button", name="Nouvelle version").click()
    figures = page.get_by_role("region", name="Ce que paie un bloc")
    expect(figures).to_contain_text("le compte y est")
    tickets = page.get_by_label("Ligne 7, Tickets par bloc")
    tickets.fill("182 367")
    expect(figures).to_contain_text("il en manque 1 pour un bloc de 300\u00a0000")
    page.get_by_label("Tolérance, en %").fill("0,5")
    tickets.fill("182 368")
    expect(figures).to_contain_text("hors tolérance")
    page.get_by_label("Part fixée par l’arrêté, en %").fill("70")
    expect(figures).to_contain_text("dans la tolérance")
    found = faults(page, complaints, whole)
    page.get_by_label("Tolérance, en %").press("Enter")
    expect(page.get_by_text("Ce tableau est enregistré.")).to_be_visible()
    copy = PrizeTable.objects.get(version=2)
    assert (copy.share, copy.tolerance, Content.of(copy).tiers) == (70_00, 50, Content.of(first).tiers)
    states.hold(context, site, user=tables.staff(roles.APPROVER))
    page.reload()
    found += faults(page, complaints, whole)
    page.get_by_role("button", name="Approuver ce tableau").click()
    expect(page.get_by_text("Ce tableau est approuvé. Il ne change plus.")).to_be_visible()
    found += faults(page, complaints, whole)
    assert page.locator("input:not([type=hidden])").count() == 0
    assert (found, complaints) == ([], [])
