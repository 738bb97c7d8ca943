"""An issuing manager's main path: a block issued with its bar moving, then its emission closed."""

import time
from datetime import timedelta
from typing import Literal

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from office.roles import ISSUING
from payouts.working import working
from tests import forms
from tests.browser import looking, playing, states
from tests.browser.test_accessibility import LARGE, SMALL
from tests.office.staff import member
from tests.tickets import blocks
from tickets.calendar import paris_day
from tickets.models import Emission

pytestmark = pytest.mark.browser
TICKETS = 30_000
BAR = "(document.querySelector('.order progress')?.value ?? 0)"
WIDER = "document.documentElement.scrollWidth > innerWidth"  # tables scroll in a region of their own


def moved(page: Page, seen: int) -> int:
    """What the bar shows once it is beyond what was seen."""
    until = time.monotonic() + 20
    while (shown := int(page.evaluate(BAR))) <= seen:
        assert time.monotonic() < until, "the bar does not move"
        page.wait_for_timeout(20)
    return shown


@forms.quick_and_whole
def test_a_block_is_issued_with_its_bar_moving_and_its_emission_closed(
    site: str, browser: Browser, printer: str, whole: bool
) -> None:
    """Art. 3.2.1, 3.2.6. The quick form asks axe on a phone alone."""
    today = paris_day(timezone.now())
    emission = blocks.make_emission("sauve_souris", TICKETS, available_on=today - timedelta(days=1))
    context = browser.new_context(viewport=SMALL, reduced_motion="reduce")
    states.hold(context, site, user=member(ISSUING))
    complaints = playing.watch(context)
    page, other = context.new_page(), context.new_page()
    found: list[str] = []

    def look() -> None:
        for size in (SMALL, LARGE) if whole else (SMALL,):
            page.set_viewport_size(size)
            found.extend(looking.axe_faults(page))
        page.set_viewport_size(SMALL)
        found.extend([page.url] if page.evaluate(WIDER) else [])

    def go(role: Literal["link", "button"], name: str) -> None:
        with page.expect_navigation():
            page.get_by_role(role, name=name).click()

    page.goto(site + reverse("office:emission", args=[emission.pk]))
    look()
    page.get_by_role("button", name="Faire émettre le bloc suivant").click()
    expect(page.get_by_text("Le bloc attend son tour.")).to_be_visible()
    look()
    other.goto(page.url)
    with working():
        for open_page in (page, other):
            assert 0 < moved(open_page, 0) < TICKETS
        moved(page, page.evaluate(BAR))
        for open_page in (page, other):
            expect(open_page.get_by_text("Le bloc 1 est émis.")).to_be_visible()
    go("link", "Voir le bloc 1")
    look()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Télécharger le fichier chiffré").click()
    assert taken.value.suggested_filename == "501-01-1.csv.age"
    page.goto(site + reverse("office:proofs", args=[emission.pk]))
    look()

    page.goto(site + reverse("office:emission", args=[emission.pk]))
    page.get_by_role("link", name="Enregistrer un avis de clôture").click()
    page.get_by_label("Date annoncée").fill((today + timedelta(days=30)).isoformat())
    page.get_by_label("Référence au Journal officiel").fill("JORF n° 0102, texte 41")
    page.get_by_label("Publié le").fill(today.isoformat())
    look()
    go("button", "Vérifier")
    look()
    page.get_by_role("button", name="Enregistrer l’avis").click()
    expect(page.get_by_text("En vente jusqu’à sa clôture.")).to_be_visible()
    look()
    go("link", "Texte d’un avis de clôture")
    look()
    assert Emission.objects.get().closed_on == today + timedelta(days=30)
    assert (found, complaints) == ([], [])
