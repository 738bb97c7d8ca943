"""Every address of the back office is for who has a right to it, and what an auditor sends changes nothing."""

import uuid

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, reverse
from django.urls.resolvers import RegexPattern

from office import roles
from office.urls import urlpatterns
from tests.office import staff
from tests.payouts import desk
from tests.signing import sign_in
from tickets.models import JournalEntry

pytestmark = pytest.mark.django_db

SAMPLES = {"IntConverter": 1, "UUIDConverter": uuid.UUID(int=1), "SlugConverter": "x", "StringConverter": "x"}
TYPED = {
    "number": "502010000010018",
    "key": "50201000001",
    "code": "50201",
    "slug": "retenir",
}  # of regular expressions
EVERY = [pattern for pattern in urlpatterns if isinstance(pattern, URLPattern)]


def address(pattern: URLPattern) -> str:
    converters = pattern.pattern.converters
    given = {name: SAMPLES[type(converter).__name__] for name, converter in converters.items()}
    if isinstance(pattern.pattern, RegexPattern):
        given = {name: TYPED.get(name, "1") for name in pattern.pattern.regex.groupindex}
    return reverse(f"office:{pattern.name}", kwargs=given)


@pytest.mark.parametrize("pattern", EVERY, ids=lambda pattern: pattern.name)
def test_staff_without_a_role_are_refused_and_strangers_sign_in(pattern: URLPattern, client: Client) -> None:
    page = address(pattern)
    assert client.get(page).headers["Location"].startswith("/compte/connexion")
    nobody = sign_in(client, User.objects.create_user("sans role", password="x", is_staff=True))
    assert {nobody.get(page).status_code, nobody.post(page).status_code} <= {403, 405}


@pytest.mark.parametrize("pattern", EVERY, ids=lambda pattern: pattern.name)
def test_what_an_auditor_sends_changes_nothing(pattern: URLPattern) -> None:
    play = desk.won()
    auditor, before = staff.signed_in(roles.AUDITOR), JournalEntry.objects.count()
    answer = auditor.post(address(pattern), {"reason": "essai", "raison": "essai", "confirm": "oui"})
    assert answer.status_code in (403, 404, 405, 422) or (answer.status_code == 200 and "recherche" in address(pattern))
    assert JournalEntry.objects.count() == before and play.pk


def test_an_auditor_opens_every_list_of_the_admin_that_a_role_opens_and_adds_nothing() -> None:
    roles.write()
    auditor = staff.signed_in(roles.AUDITOR)
    opened = set()
    for model in admin.site._registry:
        base = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        if auditor.get(reverse(f"{base}_changelist"), follow=True).status_code == 200:
            opened.add(model._meta.model_name)
        assert auditor.get(reverse(f"{base}_add")).status_code in (403, 302), base
    assert {"prizetable", "emission", "addendum", "winner", "desk", "suspension"} <= opened
    assert not opened & {"user", "group"}
