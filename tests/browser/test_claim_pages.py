"""Customer service settles a claim in a browser: recorded, taken, decided with a refund, answered (art. 10)."""

import pytest
from django.contrib.auth.models import Group, User
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from office import roles
from payouts.models import Claim, Refund
from tests.browser import looking, playing, states
from tests.payouts import desk
from tickets import numbers

pytestmark = pytest.mark.browser


def _fill(page: Page, ticket: int) -> None:
    page.get_by_label("téléphone", exact=True).check()
    page.get_by_label("Objet").select_option(label="anomalie d’impression")
    page.get_by_label("Numéro du ticket").fill(numbers.shown(ticket))
    page.get_by_label("Nom du joueur").fill("Camille Guessan")
    page.get_by_label("Adresse").fill("12 rue des Lilas\n69003 Lyon")
    page.get_by_label("Ce qui s’est passé").fill("Le code sous la pellicule est illisible.")
    record = page.get_by_role("button", name="Enregistrer la réclamation")
    record.evaluate("button => { button.click(); setTimeout(() => button.click(), 25) }")  # one claim all the same


def _agent() -> User:
    agent = User.objects.create_user("agente", is_staff=True)
    agent.groups.add(Group.objects.get(name=roles.SERVICE))
    return User.objects.get(pk=agent.pk)


def _settle(page: Page, ticket: int) -> None:
    page.get_by_role("link", name="Nouvelle réclamation").click()
    _fill(page, ticket)
    expect(page.get_by_text("dites ce numéro au joueur")).to_be_visible()
    page.get_by_role("button", name="Prendre cette réclamation").click()
    page.locator("summary", has_text="Décider").click()
    page.get_by_label("Acceptée").check()
    page.get_by_label("Raison, qui sera écrite au joueur").fill("Le code est bien illisible.")
    page.get_by_label("Rembourser le prix du ticket").check()
    page.get_by_role("button", name="Décider").click()
    expect(page.get_by_text("par cette réclamation")).to_be_visible()
    page.get_by_text("Faire une lettre").click()
    page.get_by_role("button", name="Faire la lettre").click()
    page.get_by_role("link", name="Lire et imprimer la lettre").click()
    expect(page.get_by_text("Le code est bien illisible.")).to_be_visible()


def _faults(page: Page, addresses: list[str]) -> list[str]:
    """What axe and a phone's width find; on pages nobody watches, for axe reads imported styles as inline ones."""
    found = []
    for address in addresses:
        page.goto(address)
        found += looking.axe_faults(page)
        if not page.evaluate("document.documentElement.scrollWidth <= innerWidth"):
            found.append(f"too wide: {address}")
    return found


def test_a_claim_is_settled_from_the_call_to_the_letter(site: str, browser: Browser) -> None:
    agent, ticket, phone = _agent(), desk.won().ticket_id, {"width": 360, "height": 740}
    watched, other = (browser.new_context(viewport=phone) for _ in range(2))
    complaints = playing.watch(watched)
    for context in (watched, other):
        states.hold(context, site, user=agent)
    page = watched.new_page()
    page.goto(f"{site}{reverse('office:claims')}")
    _settle(page, ticket)
    page.goto(f"{site}{reverse('office:claim_figures')}")
    expect(page.get_by_role("img", name="Réclamations reçues et décidées")).to_be_visible()
    assert complaints == []
    claim = Claim.objects.get()
    assert (claim.status, claim.refund, claim.ticket_id) == ("decided", Refund.objects.get(), ticket)
    pages = [reverse(f"office:{name}") for name in ("claims", "new_claim", "claim_figures")]
    pages += [reverse("office:claim", args=[claim.number]), reverse("office:claim_letter", args=[claim.number, 4])]
    assert _faults(other.new_page(), [site + address for address in pages]) == []
