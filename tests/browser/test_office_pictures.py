"""`make pictures`: what docs/back-office.md shows, drawn in docs/pictures/ on one invented morning."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Browser, Locator, Page

from tests.browser import offices, states
from tests.browser.offices import Offer
from tests.browser.test_pictures import FOLDER
from tickets import numbers

pytestmark = [pytest.mark.browser, pytest.mark.pictures]
SIZE = {"width": 1280, "height": 900}
MARGIN, COLOURS = 16, 128


@pytest.fixture
def offer(site: str, settings: Any, tmp_path: Path) -> Iterator[Offer]:
    settings.ANCHOR_FOLDER = tmp_path
    with time_machine.travel(offices.BEGAN, tick=False) as clock:
        yield offices.made(clock)


def opened(browser: Browser, site: str, user: User) -> Page:
    context = browser.new_context(
        viewport=SIZE, reduced_motion="reduce", locale="fr-FR", timezone_id="Europe/Paris", base_url=site
    )
    states.hold(context, site, user=user)
    return context.new_page()


def go(page: Page, name: str, *keys: object, query: str = "") -> None:
    page.goto(reverse(name, args=keys) + query)


def draw(page: Page, name: str, first: Locator | None = None, last: Locator | None = None) -> None:
    """The page from the top of `first` to the bottom of `last`, from its head to its end if they are not told."""
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    top = _box(first)["y"] - MARGIN if first else 0
    end = _box(last or page.locator("#content"))
    bottom = min(end["y"] + end["height"] + MARGIN, page.evaluate("document.documentElement.scrollHeight"))
    clip = {"x": 0, "y": top, "width": SIZE["width"], "height": bottom - top}
    keep(page.screenshot(clip=clip, full_page=True), name)


def keep(picture: bytes, name: str) -> None:
    """A PNG, with few colours."""
    drawn = Image.open(io.BytesIO(picture)).convert("RGB")
    few = drawn.quantize(COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    few.save(FOLDER / f"administration-{name}.png", optimize=True)


def _box(found: Locator) -> dict[str, float]:
    box = found.bounding_box()
    assert box is not None
    return dict(box)


def test_a_day_of_customer_service_is_drawn(site: str, browser: Browser, offer: Offer) -> None:
    page = opened(browser, site, offer.service)
    page.goto("/admin/")
    draw(page, "accueil-clients", last=page.get_by_role("region", name="À faire"))
    number = f"{offer.won.ticket_id:015}"
    go(page, "office:ticket", number)
    draw(page, "ticket", last=page.locator(".cards"))
    go(page, "office:replay", number, 2)
    draw(page, "revoir", last=page.locator(".replay"))
    go(page, "office:flag_stolen")
    page.get_by_label("Référence").fill(offices.COMPLAINT.reference)
    page.get_by_label("Date").fill(offices.COMPLAINT.on.isoformat())
    page.get_by_label("Autorité").fill(offices.COMPLAINT.authority)
    page.get_by_label("Livrets").fill(f"502 01 100000 à 502 01 100024\n{numbers.shown(offer.paid.ticket_id)}")
    page.get_by_role("button", name="Voir ce qui sera touché").click()
    draw(page, "livrets", page.locator("h1"))
    go(page, "office:decide", f"{offer.damaged:015}", "confirmer")
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.get_by_label("Raison").fill("recollé : le numéro et le code se lisent")
    draw(page, "deteriore", page.locator("h1"))
    go(page, "office:claim", offer.claims[1].number)
    page.locator("summary", has_text="Décider").click()
    page.get_by_label("Acceptée").check()
    page.get_by_label("Raison, qui sera écrite au joueur").fill("Le code de votre ticket est bien illisible.")
    page.get_by_label("Rembourser le prix du ticket").check()
    draw(page, "reclamation", page.get_by_role("heading", name="Que faire"), page.locator("details[open]"))
    go(page, "office:claim_letter", offer.claims[4].number, offer.letter)
    page.set_viewport_size({"width": 800, "height": 900})
    keep(page.locator("body").screenshot(), "lettre")
    page.set_viewport_size(SIZE)
    go(page, "office:claims", query="?file=open")
    draw(page, "file", page.locator("h1"), page.locator(".scroll"))


def test_a_day_of_an_issuing_manager_is_drawn(site: str, browser: Browser, offer: Offer) -> None:
    page = opened(browser, site, offer.issuing)
    page.goto("/admin/")
    draw(page, "accueil-emissions", last=page.get_by_role("region", name="Émissions", exact=True))
    go(page, "office:table", offer.draft.pk)
    draw(page, "tableau", page.locator("h1"), page.locator("#calcul"))
    go(page, "office:emission", offer.emission.pk)
    draw(page, "emission", page.locator("h1"), page.locator(".order"))
    go(page, "office:notice", offer.emission.pk, "cloture")
    page.get_by_label("Date annoncée").fill("2027-06-30")
    page.get_by_label("Référence au Journal officiel").fill("JORF n° 0057, texte 41")
    page.get_by_label("Publié le").fill(offices.TODAY.isoformat())
    page.get_by_role("button", name="Vérifier").click()
    draw(page, "avis", page.locator("h1"), page.locator(".submit-row"))
    go(page, "office:proofs", offer.emission.pk)
    draw(page, "epreuves", page.locator("h1"), page.locator(".proof").first)
    offices.suspend(offer)
    go(page, "office:suspend")
    draw(page, "suspendre", page.locator("h1"))
    go(page, "office:mass_refund")
    page.get_by_label("Panne du").fill(offices.OUTAGE[0])
    page.get_by_label("au :").fill(offices.OUTAGE[1])
    page.get_by_label("Raison").fill("panne du 4 mars")
    page.get_by_role("button", name="Compter les parties").click()
    draw(page, "panne", page.locator("h1"), page.locator(".submit-row"))


def test_what_an_approver_approves_is_drawn(site: str, browser: Browser, offer: Offer) -> None:
    page = opened(browser, site, offer.approver)
    go(page, "admin:tickets_addendum_change", offer.addendum)
    draw(page, "additif", page.locator("h1"), page.locator(".submit-row").last)
