"""The caisse in a browser: a ticket paid by each means, every answer, the printed pages; with and without scripts."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from games.starting import enter_code
from payouts import printing
from payouts.models import Desk, Payment, Teller, Winner
from tests import forms
from tests.browser import desks, looking, playing, states
from tests.payouts import desk
from tickets.verifying import verify

pytestmark = pytest.mark.browser
PHONE = {"width": 360, "height": 640}
ON_A_PHONE = (looking.axe_faults, looking.small_controls, looking.too_wide)
STATES = {
    "payable": ("win", "check", "Gagnant : 45,00 € à payer en espèces."),
    "refund": ("win", "euro", "À rembourser : 2,00 €, en espèces."),
    "paid": ("lose", "hand", "Déjà payé : 45,00 € le"),
    "void": ("lose", "cross", "Ticket nul"),
    "held": ("lose", "hand", "Ticket retenu pour vérification"),
    "stolen": ("lose", "hand", "livret déclaré volé"),
    "misprint": ("warn", "warning", "Anomalie d’impression"),
    "unstarted": ("info", "clock", "Partie pas encore commencée"),
    "late": ("warn", "past", "Partie jamais commencée"),
    "open": ("info", "clock", "Partie pas encore terminée"),
    "expired": ("warn", "past", "Partie expirée"),
    "lost": ("info", "none", "Partie terminée sans gain"),
    "barred": ("warn", "past", "Trop tard"),
    "unsure": ("warn", "warning", "Ce ticket demande une vérification"),
}


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A phone; what any of its pages complains of fails the test, but for the browser's own line on a refusal."""
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    context.add_init_script("delete Navigator.prototype.serviceWorker")
    complaints = playing.watch(context)
    yield context
    assert [one for one in complaints if "status of 422 " not in one] == []


def at(context: BrowserContext, site: str, teller: Teller) -> Page:
    """The look-up page of this desk."""
    states.hold(context, site, user=teller.user)
    page = context.new_page()
    page.goto(f"{site}/caisse/")
    return page


def won(cents: int) -> tuple[str, str]:
    """Number and code of a ticket that won, as a scanner types them."""
    code = desk.bearing(cents)
    return f"{desk.golden(enter_code(text=code)).ticket_id:015d}", code


def look_up(page: Page, number: str, code: str) -> None:
    page.get_by_label("Numéro du ticket").fill(number)
    page.get_by_label("Code ou QR").fill(code)
    page.get_by_role("button", name="Vérifier").click()


def tick(page: Page) -> None:
    for box in page.locator("input[name=controle]").all():
        box.check()


def press(page: Page, name: str) -> None:
    page.locator("main").get_by_role("button", name=name).click()


def fill(page: Page, position: int = 1, share: str = "") -> None:
    """Type what is asked of a winner."""
    for name, value in (desks.PERSON | {"share": share}).items():
        field = page.locator(f"[name='{position}-{name}']")
        if field.count():
            field.select_option(value) if name == "document_kind" else field.fill(value)


def verdict(page: Page) -> Locator:
    return page.locator(".answer .verdict")


def inside(page: Page, element: Locator) -> bool:
    """True when all of it shows without scrolling."""
    box = element.bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= page.viewport_size["height"]


def faults(page: Page) -> list[str]:
    return [f"{page.title()}: {fault}" for find in ON_A_PHONE for fault in find(page)]


def printed(page: Page) -> list[str]:
    """What of the page's chrome would still be on paper, and what is cut there."""
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 660, "height": 1000})  # A4 between its margins
    chrome = page.locator("header, nav, .btn, summary, .answer, [role=alert]")
    found = [one.evaluate("one => one.outerHTML") for one in chrome.all() if one.is_visible()]
    found += looking.too_wide(page)
    ink, paper = page.evaluate(
        "[getComputedStyle(document.body).color, getComputedStyle(document.body).backgroundColor]"
    )
    found += [] if (ink, paper) == ("rgb(0, 0, 0)", "rgb(255, 255, 255)") else [ink, paper]
    page.emulate_media(media="screen")
    page.set_viewport_size(PHONE)
    return found


def test_cash_is_paid_by_keyboard_alone_with_what_a_scanner_types(site: str, context: BrowserContext) -> None:
    """Art. 4.3, 5.2: the answer shows without scrolling at each look-up."""
    page = at(context, site, desk.teller())
    number, code = won(45_00)
    page.keyboard.type(f"{number}\n")
    expect(verdict(page)).to_have_text("Gagnant : 45,00 € à payer en espèces.")
    assert inside(page, page.locator(".answer"))
    expect(page.get_by_role("checkbox")).to_have_count(0)
    page.keyboard.type(f"{code}\n")
    expect(page.get_by_role("checkbox")).to_have_count(4)
    assert inside(page, page.locator(".answer"))
    for _ in range(3):
        page.keyboard.press("Space")
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(verdict(page)).to_have_text("Payé : 45,00 €, espèces")
    page.keyboard.press("Enter")  # one too many
    page.wait_for_load_state("networkidle")
    expect(verdict(page)).to_have_text("Payé : 45,00 €, espèces")
    page.keyboard.type(f"{number}\n")
    expect(verdict(page)).to_contain_text("Déjà payé : 45,00 €")
    page.keyboard.type("12\n")
    expect(page.get_by_role("alert")).to_contain_text("15 chiffres")
    page.keyboard.type(f"{number}\n")
    expect(verdict(page)).to_contain_text("Déjà payé : 45,00 €")
    verify(blocks=False)


def test_a_transfer_is_asked_read_back_printed_and_attested_without_scripts(site: str, browser: Browser) -> None:
    """Art. 5.3.1."""
    context = browser.new_context(java_script_enabled=False, viewport=PHONE)
    page = at(context, site, desk.teller(Desk.Kind.POINT_OF_SALE, transfers=True))
    look_up(page, *won(5_000_00))
    page.get_by_role("link", name="Payer par virement").click()
    tick(page)
    fill(page)
    press(page, "Faire relire au gagnant")
    expect(page.get_by_role("heading", level=1)).to_have_text("Récapitulatif à faire valider par le gagnant")
    assert not Payment.objects.exists()
    press(page, "Le gagnant a validé")
    expect(verdict(page)).to_have_text("Payé : 5 000,00 €, virement")
    expect(page.get_by_role("button", name="Imprimer")).to_have_count(0)
    assert Payment.objects.get().means == "transfer"


@pytest.mark.parametrize("shares", [["2000", "1 500,50", "1499,50"], *forms.in_soak([""])], ids=["three", "one"])
def test_cheques_are_paid_and_their_pages_print(site: str, context: BrowserContext, shares: list[str]) -> None:
    """Art. 5.3.2, 5.4."""
    page = at(context, site, desk.teller(Desk.Kind.PAYMENT_CENTRE))
    look_up(page, *won(5_000_00))
    if len(shares) == 1:
        page.get_by_role("link", name="Payer par chèque").click()
    else:
        page.get_by_text("Plusieurs gagnants se partagent").click()
        page.get_by_label("Combien sont-ils").fill(str(len(shares)))
        press(page, "Un chèque chacun")
    tick(page)
    for position, share in enumerate(shares, 1):
        fill(page, position, share)
    press(page, "Faire relire aux gagnants" if len(shares) > 1 else "Faire relire au gagnant")
    expect(page.get_by_role("button", name="Imprimer")).to_be_focused()
    found = faults(page) + printed(page)
    page.emulate_media(media="print")
    expect(page.locator(".signing")).to_have_count(len(shares))
    expect(page.locator(".signing").first).to_be_visible()
    page.emulate_media(media="screen")
    press(page, "Les gagnants ont validé" if len(shares) > 1 else "Le gagnant a validé")
    expect(verdict(page)).to_have_text("Payé : 5 000,00 €, chèque")
    expect(page.get_by_role("button", name="Imprimer")).to_be_focused()
    found += faults(page) + printed(page)
    page.get_by_role("link", name="Journée").click()
    expect(page.get_by_role("cell", name="5 000,00 €")).to_be_visible()
    assert found + faults(page) + printed(page) == []
    assert Winner.objects.count() == len(shares)


def test_a_field_to_correct_is_in_sight_and_kept_as_typed_on_a_phone(site: str, context: BrowserContext) -> None:
    page = at(context, site, desk.teller(Desk.Kind.PAYMENT_CENTRE))
    look_up(page, *won(5_000_00))
    page.get_by_role("link", name="Payer par virement").click()
    tick(page)
    fill(page)
    field = page.get_by_label("IBAN ou RIB")
    field.fill("FR76 3000 6000 0112 3456 7890 188")
    press(page, "Faire relire au gagnant")
    expect(field).to_be_focused()
    assert inside(page, field) and faults(page) == []
    page.keyboard.press("End")
    page.keyboard.press("Backspace")
    page.keyboard.type("9")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Récapitulatif")


def test_a_payment_printed_says_what_was_paid(site: str, context: BrowserContext) -> None:
    teller = desk.teller()
    page = at(context, site, teller)
    page.goto(f"{site}/caisse/paiement/{desks.paid(teller).id}/")
    page.emulate_media(media="print")
    expect(verdict(page)).to_be_visible()
    expect(page.locator("header, .lookup, .btn").filter(visible=True)).to_have_count(0)


def test_a_refund_a_void_ticket_and_a_lot_in_kind(site: str, context: BrowserContext) -> None:
    """Art. 3.2.8, 4.3.3, 7."""
    teller = desks.supervisor()
    page = at(context, site, teller)
    number, code = won(45_00)
    desk.refund(int(number))
    look_up(page, number, code)
    tick(page)
    press(page, "Rembourser 2,00 € en espèces")
    expect(verdict(page)).to_have_text("Remboursé : 2,00 €, espèces")
    page.get_by_text("Annuler ce paiement").click()
    page.get_by_label("Raison").fill("mauvais ticket")
    press(page, "Annuler le paiement")
    expect(verdict(page)).to_have_text("Paiement annulé : 2,00 €")
    number, code = won(45_00)
    desks.bearing_lots(int(number))
    look_up(page, number, code)
    page.get_by_role("link", name="Remettre Vélo de ville").click()
    tick(page)
    press(page, "Le lot est remis")
    expect(verdict(page)).to_have_text("Lot remis : Vélo de ville")
    page.get_by_role("link", name="Revenir au ticket").click()
    page.get_by_text("est grattée").click()
    press(page, "Déclarer ce ticket nul")
    expect(verdict(page)).to_contain_text("Ticket nul")
    expect(page.get_by_role("button", name="en espèces")).to_have_count(0)


def test_every_standing_is_told_by_words_icon_and_colour_together(site: str, context: BrowserContext) -> None:
    """Art. 4.3, 9; the answer shows without scrolling on a phone whose keyboard is out."""
    teller = desk.teller(Desk.Kind.PAYMENT_CENTRE)
    numbers = desks.standings(teller)
    states.hold(context, site, user=teller.user, shown=numbers.values())
    page = context.new_page()
    page.set_viewport_size({"width": 360, "height": 440})
    said = {}
    for name, number in numbers.items():
        page.goto(f"{site}/caisse/ticket/{number}/")
        answer = page.locator(".answer")
        icon = answer.locator("use").get_attribute("href").split("#")[1]
        told = STATES[name][2] if STATES[name][2] in answer.inner_text().replace("\u00a0", " ") else answer.inner_text()
        said[name] = (answer.get_attribute("data-state"), icon, told)
        assert inside(page, answer), name
    assert said == STATES


def test_a_prize_for_another_desk_says_where_it_is_paid(site: str, context: BrowserContext) -> None:
    """Art. 5.3.1."""
    page = at(context, site, desk.teller())
    look_up(page, *won(30_000_01))
    expect(page.locator(".answer")).to_contain_text("envoyez le gagnant dans un centre de paiement")
    expect(page.locator(".answer")).to_have_attribute("data-state", "warn")
    expect(page.get_by_role("link", name=re.compile("Payer par"))).to_have_count(0)
    assert inside(page, page.locator(".answer")) and faults(page) == []


def test_attestation_and_day_are_downloaded_as_pdf_where_it_can_be_made(site: str, context: BrowserContext) -> None:
    teller = desks.supervisor()
    payment = desks.attested(teller)
    page = at(context, site, teller)
    for address in (f"/caisse/paiement/{payment.id}/attestation", "/caisse/journee/"):
        page.goto(site + address)
        link = page.get_by_role("link", name="PDF")
        answer = page.request.get(f"{site}{address.rstrip('/')}.pdf")
        if printing.available():
            assert link.count() == 1 and answer.body().startswith(b"%PDF-") and len(answer.body()) > 5_000
            assert answer.headers["content-type"] == "application/pdf"
        else:
            assert link.count() == 0 and answer.status == 404
