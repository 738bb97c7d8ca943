"""Staff sign in with a browser: by application without any script, by passkey, on pages that anyone can use."""

from collections.abc import Iterator
from urllib.parse import unquote

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests import forms
from tests.browser import looking, playing
from tests.browser.test_accessibility import LARGE, ON_A_DESKTOP, ON_A_PHONE, SMALL, Find
from tests.signing import code_of

pytestmark = pytest.mark.browser
SIZES: tuple[Find, ...] = (looking.small_controls, looking.too_wide)
QUICK: tuple[tuple[Find, ...], ...] = ((looking.axe_faults, *SIZES), SIZES)
PASSWORD, NEW = "souris grise sous la lune", "poule rousse au soleil"
KEYS_OF_A_PHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def address(site: str) -> str:
    """The site by a name: browsers make no passkey for a number."""
    User.objects.create_superuser("camille", password=PASSWORD)
    return site.replace("127.0.0.1", "localhost")


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """What any of its pages complains of fails the test."""
    context = browser.new_context(viewport=SMALL, reduced_motion="reduce")
    complaints = playing.watch(context)
    yield context
    assert complaints == []


def faults(page: Page, whole: bool) -> list[str]:
    """What is wrong with a page on a phone and on a desktop."""
    on_a_phone, on_a_desktop = (ON_A_PHONE, ON_A_DESKTOP) if whole else QUICK
    found = [fault for find in on_a_phone for fault in find(page)]
    page.set_viewport_size(LARGE)
    found += [f"on a desktop: {fault}" for find in on_a_desktop for fault in find(page)]
    page.set_viewport_size(SMALL)
    return [f"{page.url}: {fault}" for fault in found]


def sign_in(page: Page, address: str, password: str = PASSWORD) -> None:
    page.goto(f"{address}/admin/")
    page.get_by_label("Identifiant").fill("camille")
    page.get_by_label("Mot de passe").fill(password)
    send(page, "Se connecter")


def press(page: Page, name: str) -> None:
    page.locator("main").get_by_role("button", name=name).click()


def send(page: Page, name: str) -> None:
    """Press, and wait for the page that answers."""
    with page.expect_navigation():
        press(page, name)


def follow(page: Page, name: str) -> None:
    page.locator("main").get_by_role("link", name=name).click()


def test_someone_sets_an_application_up_and_signs_in_with_it_without_scripts(address: str, browser: Browser) -> None:
    page = browser.new_context(java_script_enabled=False, viewport=SMALL).new_page()
    sign_in(page, address)
    follow(page, "Ajouter une application")
    secret = page.locator("code").inner_text()
    assert secret in unquote(page.get_by_role("link", name="ouvrez l’application").get_attribute("href") or "")
    page.get_by_label("Code").fill(code_of(secret))
    press(page, "Ajouter")
    codes = page.locator(".codes li").all_inner_texts()
    follow(page, "Je les ai notés, continuer")
    expect(page).to_have_url(f"{address}/admin/")
    page.locator("#logout-form button").click()
    sign_in(page, address)
    expect(page.get_by_role("button", name="clé d’accès")).to_have_count(0)
    page.get_by_label("Code").fill(code_of(secret))
    press(page, "Confirmer")
    expect(page).to_have_url(f"{address}/admin/")
    page.goto(f"{address}/compte/")
    page.get_by_role("button", name="Se déconnecter").click()
    sign_in(page, address)
    page.get_by_label("Code").fill(codes[0])
    press(page, "Confirmer")
    expect(page).to_have_url(f"{address}/admin/")


def test_a_passkey_is_a_second_factor_and_also_signs_in_alone(address: str, context: BrowserContext) -> None:
    page = context.new_page()
    phone = context.new_cdp_session(page)
    phone.send("WebAuthn.enable")
    made = phone.send("WebAuthn.addVirtualAuthenticator", {"options": KEYS_OF_A_PHONE})
    sign_in(page, address)
    follow(page, "Ajouter une clé d’accès")
    page.get_by_label("Nom de la clé").fill("Téléphone de Camille")
    page.get_by_label("Nom de la clé").press("Enter")
    follow(page, "Je les ai notés, continuer")
    expect(page).to_have_url(f"{address}/admin/")
    page.locator("#logout-form button").click()
    sign_in(page, address)
    press(page, "Utiliser ma clé d’accès")
    expect(page).to_have_url(f"{address}/admin/")
    page.locator("#logout-form button").click()
    page.goto(f"{address}/admin/auth/user/")
    press(page, "Utiliser une clé d’accès")
    expect(page).to_have_url(f"{address}/admin/auth/user/")
    phone.send("WebAuthn.removeVirtualAuthenticator", made)
    phone.send("WebAuthn.addVirtualAuthenticator", {"options": KEYS_OF_A_PHONE})
    page.locator("#logout-form button").click()
    press(page, "Utiliser une clé d’accès")
    expect(page.get_by_role("alert")).to_contain_text("n’a pas répondu")


@forms.quick_and_whole
def test_anyone_can_use_every_page_of_sign_in_and_the_policy_refuses_nothing_of_it(
    address: str, context: BrowserContext, whole: bool
) -> None:
    """The quick form asks axe on a phone alone."""
    page = context.new_page()
    page.goto(f"{address}/admin/")
    found = faults(page, whole)
    sign_in(page, address, NEW)
    found += faults(page, whole)
    sign_in(page, address)
    found += faults(page, whole)
    follow(page, "Ajouter une application")
    secret = page.locator("code").inner_text()
    page.get_by_label("Code").fill("000000")
    send(page, "Ajouter")
    found += faults(page, whole)
    page.get_by_label("Code").fill(code_of(secret))
    send(page, "Ajouter")
    found += faults(page, whole)
    for place in ("codes", "", "mot-de-passe", "application/retirer", "codes/nouveaux", "cles/ajouter", "deconnexion"):
        page.goto(f"{address}/compte/{place}")
        found += faults(page, whole)
    send(page, "Se déconnecter")
    sign_in(page, address)
    page.get_by_label("Code").fill("000000")
    send(page, "Confirmer")
    found += faults(page, whole)
    assert found == []
