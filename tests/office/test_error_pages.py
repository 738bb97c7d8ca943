"""Where a page can't be, staff are told so at work, and an expired form gives back what they wrote."""

import pytest
from django.test import Client
from django.urls import reverse

from office import roles
from payouts.models import Claim
from tests.office.staff import member, signed_in
from tests.signing import sign_in
from tests.tickets.test_code_within import CODE

pytestmark = pytest.mark.django_db
PLAYERS = ("18+", "Joueurs Info Service", "code de votre ticket", "Entrer mon code", 'href="/"')


def shown(answer: object, status: int, *said: str) -> str:
    page = answer.content.decode()
    assert answer.status_code == status and all(text in page for text in said)
    assert not any(words in page for words in PLAYERS)
    return page


@pytest.mark.parametrize(("place", "back"), [("/admin/", "l’administration"), ("/caisse/", "la caisse")])
def test_a_missing_page_of_staff_leads_back_to_work(place: str, back: str) -> None:
    client = signed_in(roles.SERVICE)
    shown(client.get(f"{place}rien/du/tout/"), 404, "Page introuvable", f"Revenir à {back}", f'href="{place}"')


def test_a_page_that_a_role_does_not_open_says_so() -> None:
    shown(signed_in(roles.AUDITOR).get(reverse("office:new_claim")), 403, "Votre rôle n’ouvre pas cette page")


def test_a_failure_says_to_look_before_doing_it_again(settings: object) -> None:
    client = signed_in(roles.SERVICE)
    settings.ROOT_URLCONF = "tests.office.failing_urls"
    client.raise_request_exception = False
    shown(client.get("/admin/"), 500, "Une panne de notre côté", "avant de le refaire")
    assert "Ce que vous avez joué" in client.get("/").content.decode()


def test_an_expired_form_gives_back_what_was_written_but_a_code_and_another_sites_form() -> None:
    client = sign_in(Client(enforce_csrf_checks=True), member(roles.SERVICE))
    typed = {"story": "La souris a disparu.\nTrois fois.", "name": f"Camille, {CODE}", "key": "a-b"}
    page = shown(
        client.post(reverse("office:new_claim"), typed), 403, "a trop attendu", "La souris a disparu.<br>Trois fois."
    )
    assert CODE not in page
    foreign = client.post(reverse("office:new_claim"), typed, headers={"Origin": "https://exemple.fr"})
    assert "souris" not in shown(foreign, 403, "a trop attendu")


def test_a_form_sent_after_the_sign_in_ended_gives_back_what_was_written_but_a_code() -> None:
    client = sign_in(Client(), member(roles.SERVICE))
    client.logout()
    typed = {"story": "La souris a disparu.\nTrois fois.", "name": f"Camille, {CODE}", "key": "a-b"}
    page = shown(
        client.post(reverse("office:new_claim"), typed), 403, "n’a rien fait", "La souris a disparu.<br>Trois fois."
    )
    assert CODE not in page and "/compte/connexion?next=%2Fadmin%2F" in page and not Claim.objects.exists()


def test_players_keep_their_own_pages(client: Client) -> None:
    assert "Entrer mon code" in client.get("/rien").content.decode()
