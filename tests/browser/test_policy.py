"""The security policy refuses nothing of Django's admin; the sweep of test_accessibility looks at every other page."""

from collections.abc import Iterator

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, User
from django.db.models import Model
from django.test import RequestFactory
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext

from office.changes import tracked
from public.models import Incident
from tests import forms
from tests.browser import playing, states
from tests.games.addenda import addendum
from tests.payouts.personal import people

pytestmark = pytest.mark.browser


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """What any of its pages complains of fails the test."""
    context = browser.new_context()
    complaints = playing.watch(context)
    yield context
    assert complaints == []


def addresses_of(model: type[Model], chief: User) -> list[str]:
    """The admin's pages of a model and of one of its records, but for those of changes that nobody may make there."""
    request = RequestFactory().get("/")
    request.user = chief
    of_model, name = admin.site._registry[model], f"admin:{model._meta.app_label}_{model._meta.model_name}_"
    may_add, may_delete = of_model.has_add_permission(request), of_model.has_delete_permission(request)
    record = model._default_manager.first()
    assert record is not None or not may_add, f"this test needs a record of {model.__name__}"
    kept = ["history"] if model in tracked() else []
    pages = ["change", *kept, *(["delete"] if may_delete else [])] if record else []
    return [
        *(reverse(f"{name}{page}") for page in ("changelist", *(["add"] if may_add else []))),
        *(reverse(f"{name}{page}", args=[record.pk]) for page in pages),
    ]


@forms.quick_and_whole
def test_every_page_of_the_admin_works_under_the_policy(site: str, context: BrowserContext, whole: bool) -> None:
    """The quick form opens every list and record, but of the other sorts of pages those of some models alone."""
    chief = User.objects.create_superuser("chef")
    states.hold(context, site, user=chief)
    Group.objects.create(name="Essai")
    people.winner(people.payment())
    addendum(approved=False)
    now = timezone.now()
    Incident.objects.create(title="Lenteurs", text="Essai.", began_at=now, published_at=now, published_by=chief)
    models = list(admin.site._registry)
    page = context.new_page()
    addresses = [
        *(reverse("admin:app_list", args=[label]) for label in {model._meta.app_label for model in models}),
        *(address for model in models for address in addresses_of(model, chief)),
        reverse("admin:auth_user_password_change", args=[chief.pk]),
        reverse("admin:index"),
    ]
    if not whole:
        kinds = [one for one in addresses if one.endswith(("/history/", "/delete/", "/add/"))]
        addresses = [one for one in addresses if one not in kinds or kinds.index(one) % 8 == 0]
    for address in addresses:
        answer = page.goto(site + address)
        assert answer is not None and answer.status == 200, address
        assert page.locator("#content").is_visible()
    page.click("#logout-form button")
    page.wait_for_url(f"{site}{reverse('account_login')}")


def test_what_the_policy_refuses_and_what_scripts_throw_is_told(site: str, browser: Browser) -> None:
    context = browser.new_context()
    complaints = playing.watch(context)
    page = context.new_page()
    page.goto(site)
    assert complaints == []
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('style'), {textContent: 'p {color: red}'}))"
    )
    page.evaluate("setTimeout(() => { throw new Error('a mouse'); })")
    with page.expect_console_message(lambda message: message.text == "heard"):
        page.evaluate("setTimeout(() => console.log('heard'), 50)")
    assert any(one.startswith("refused: style-src-elem inline") for one in complaints)
    assert any("a mouse" in one for one in complaints)
