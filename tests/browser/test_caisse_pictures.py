"""`make pictures`: what docs/caisse.md shows, drawn in docs/pictures/."""

import base64
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from payouts.models import Desk, Teller
from tests.browser import desks, states
from tests.browser.test_caisse import fill, look_up, press, tick, won
from tests.browser.test_pictures import FOLDER, STYLE

pytestmark = [pytest.mark.browser, pytest.mark.pictures]
SIZE = {"width": 768, "height": 620}


@pytest.fixture
def context(browser: Browser) -> BrowserContext:
    return browser.new_context(viewport=SIZE, reduced_motion="reduce", locale="fr-FR")


def centre() -> Teller:
    teller = desks.supervisor()
    Desk.objects.update(name="Centre de paiement", street="1 rue de la République", postcode="69002")
    teller.desk.refresh_from_db()
    return teller


def draw(page: Page, name: str, *, whole: bool = False) -> None:
    page.screenshot(path=_path(name), type="jpeg", quality=70, full_page=whole)


def _path(name: str) -> Path:
    return FOLDER / f"caisse-{name}.jpg"


def test_the_guide_of_the_caisse_is_drawn(site: str, context: BrowserContext) -> None:
    page = context.new_page()
    page.goto(f"{site}/caisse/")
    draw(page, "connexion")
    states.hold(context, site, user=centre().user)
    page.goto(f"{site}/caisse/")
    number, code = won(45_00)
    page.get_by_label("Numéro du ticket").fill(number)
    draw(page, "chercher")
    look_up(page, number, code)
    tick(page)
    draw(page, "payer", whole=True)
    press(page, "Payer 45,00 € en espèces")
    draw(page, "paye")
    page.goto(f"{site}/caisse/")
    look_up(page, *won(5_000_00))
    page.get_by_role("link", name="Payer par virement").click()
    tick(page)
    fill(page)
    draw(page, "gagnant", whole=True)
    press(page, "Faire relire au gagnant")
    draw(page, "recapitulatif", whole=True)
    press(page, "Le gagnant a validé")
    draw(page, "attestation", whole=True)
    page.goto(f"{site}/caisse/journee/")
    page.evaluate("document.querySelector('.choose').remove()")  # a date in the browser's own language
    draw(page, "journee")


def test_every_answer_of_the_caisse_is_drawn(site: str, browser: Browser, context: BrowserContext) -> None:
    teller = centre()
    numbers = desks.standings(teller)
    states.hold(context, site, user=teller.user, shown=numbers.values())
    page = context.new_page()
    page.set_viewport_size({"width": 620, "height": 700})
    figures = [_answer(page, f"{site}/caisse/ticket/{number}/") for number in numbers.values()]
    sheet = browser.new_page(viewport={"width": 1500, "height": 100})
    sheet.set_content(f"<style>{STYLE % 3}</style>{''.join(figures)}")
    sheet.wait_for_function("[...document.images].every(image => image.complete)")
    sheet.screenshot(path=_path("reponses"), type="jpeg", quality=70, full_page=True)
    sheet.close()


def _answer(page: Page, address: str) -> str:
    page.goto(address)
    picture = base64.b64encode(page.locator(".answer").screenshot(type="jpeg", quality=80)).decode()
    return f"<figure><img src='data:image/jpeg;base64,{picture}' alt=''></figure>"
