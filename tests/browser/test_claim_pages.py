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
    page.get_by_role("button", name="Enregistrer la réclamation").click()


def test_a_claim_is_settled_from_the_call_to_the_letter(site: str, browser: Browser) -> None:
    agent = User.objects.create_user("agente", is_staff=True)
    agent.groups.add(Group.objects.get(name=roles.SERVICE))
    ticket = desk.won().ticket_id
    context = browser.new_context(viewport={"width": 360, "height": 740})
    complaints = playing.watch(context)
    states.hold(context, site, user=agent)
    page = context.new_page()
    page.goto(f"{site}{reverse('office:claims')}")
    faults = looking.axe_faults(page)
    page.get_by_role("link", name="Nouvelle réclamation").click()
    faults += looking.axe_faults(page)
    _fill(page, ticket)
    expect(page.get_by_text("dites ce numéro au joueur")).to_be_visible()
    page.get_by_role("button", name="Prendre cette réclamation").click()
    page.locator("summary", has_text="Décider").click()
    page.get_by_label("Acceptée").check()
    page.get_by_label("Raison, qui sera écrite au joueur").fill("Le code est bien illisible.")
    page.get_by_label("Rembourser le prix du ticket").check()
    page.get_by_role("button", name="Décider").click()
    expect(page.get_by_text("par cette réclamation")).to_be_visible()
    faults += looking.axe_faults(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_text("Faire une lettre").click()
    page.get_by_role("button", name="Faire la lettre").click()
    page.get_by_role("link", name="Lire et imprimer la lettre").click()
    expect(page.get_by_text("Le code est bien illisible.")).to_be_visible()
    faults += looking.axe_faults(page)
    page.goto(f"{site}{reverse('office:claim_figures')}")
    faults += looking.axe_faults(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    claim = Claim.objects.get()
    assert (claim.status, claim.refund, claim.ticket_id) == ("decided", Refund.objects.get(), ticket)
    assert faults == [], "\n".join(faults[:5])
    assert complaints == []
