"""No ticket's code is written, shown or put into an address by staff: every text field and every search refuses it."""

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest
from django import forms
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.forms import ReadOnlyPasswordHashField, UsernameField
from django.contrib.auth.models import Group, User
from django.test import RequestFactory
from django.urls import reverse

import office
from office import roles
from office.fields import Text
from payouts import reasons, typed_data
from payouts.claiming import claimants, deciding
from payouts.models import ClaimEvent
from payouts.refusals import PaymentRefused
from tests.office.staff import client_of, signed_in
from tests.payouts import claims, desk
from tickets import codes
from tickets.issuing import downloading
from tickets.refusals import BlockRefused

pytestmark = pytest.mark.django_db

CODE = codes.shown(codes.candidates("4F7K2P9RTB3XW6H1??")[0])
SAID = "se lit comme un code de ticket"
NO_TEXT = (forms.UUIDField, forms.EmailField, UsernameField, ReadOnlyPasswordHashField)
UNSEEN = (forms.HiddenInput, forms.PasswordInput)


def fields() -> Iterator[tuple[str, forms.Field]]:
    """Every field of every form of the back office: its own, and those that the admin makes but for groups."""
    for module in walk_packages(office.__path__, "office."):
        if ".management." not in module.name:
            for one in vars(import_module(module.name)).values():
                yield from of(one) if isinstance(one, type) and issubclass(one, forms.BaseForm) else ()
    request = RequestFactory().get("/")
    request.user = User.objects.create_superuser("tout")
    for model, shown in admin.site._registry.items():
        if model is not Group and (shown.has_add_permission(request) or shown.has_change_permission(request)):
            yield from of(shown.get_form(request))
            for inline in shown.get_inline_instances(request):
                yield from of(inline.get_formset(request).form)


def of(form: type[forms.BaseForm]) -> Iterator[tuple[str, forms.Field]]:
    yield from ((f"{form.__name__}.{name}", field) for name, field in getattr(form, "base_fields", {}).items())


def test_every_text_field_of_the_back_offices_forms_refuses_a_code() -> None:
    texts = {
        name: field
        for name, field in fields()
        if isinstance(field, forms.CharField)
        and not isinstance(field, NO_TEXT)
        and not isinstance(field.widget, UNSEEN)
    }
    assert len(texts) > 30
    assert [name for name, field in texts.items() if not isinstance(field, Text)] == []
    with pytest.raises(forms.ValidationError, match=SAID) as refused:
        Text().clean(f"Son code est {CODE}")
    assert CODE not in str(refused.value)


# The text fields that templates name themselves: those of numbers and codes, and those of words, each tried below.
NUMBERS = {"cherche", "code", "numero", "donne", "ticket", "q", "reference", "bic", "iban", "{{ search_var }}"}
WORDS = {"text", "reason", "raison", "proof", "{{ field.name }}"}
_INPUT = re.compile(r"<(?:input|textarea)\b[^>]*>")
_NO_TEXT = re.compile(r'type="(?:hidden|radio|checkbox|submit|file|date|number)"')


def test_every_text_field_that_a_template_names_is_known_here() -> None:
    folders = (settings.BASE_DIR / "templates" / name for name in ("admin", "caisse"))
    pages = [page.read_text() for folder in folders for page in folder.rglob("*.html")]
    inputs = [field for page in pages for field in _INPUT.findall(page) if not _NO_TEXT.search(field)]
    assert {re.search(r' name="(.*?)"', field)[1] for field in inputs} == NUMBERS | WORDS


@pytest.mark.parametrize(
    ("action", "field"),
    [("noter", "text"), ("ecrire", "text"), ("decider", "reason"), ("classer", "reason"), ("effacer", "proof")]
    + [("corriger", field) for field in claims.TYPED],
)
def test_nothing_written_of_a_claim_takes_a_code_and_what_was_typed_stays(action: str, field: str) -> None:
    lead = claims.lead()
    claim = claims.claim(lead)
    if action == "effacer":
        claim = deciding.close(claim_id=claim.pk, version=claim.version, reason="Renonce.", by=lead)
    typed = {"kind": "question", "outcome": "refused"} | claims.TYPED | {field: f"Son code est {CODE.lower()} dit-il"}
    address = reverse("office:claim_act", args=[claim.number, action])
    answer = client_of(lead).post(address, {"version": claim.version} | typed)
    assert answer.status_code == 422
    assert SAID in answer.content.decode() and "Son code est" in answer.content.decode()
    claim.refresh_from_db()
    assert (
        claim.version
        == ClaimEvent.objects.filter(claim=claim).latest("number").number
        == (2 if action == "effacer" else 1)
    )


def test_a_new_claim_takes_no_code_and_keeps_what_was_typed() -> None:
    answer = signed_in(roles.SERVICE).post(
        reverse("office:new_claim"), claims.TYPED | {"story": f"Code {CODE}, 3 souris"}
    )
    assert SAID in answer.content.decode() and "3 souris" in answer.content.decode()


@pytest.mark.parametrize("reader", [*typed_data.READERS.values(), reasons.read, claimants.prose])
def test_no_reader_of_reasons_notes_or_winners_takes_a_code(reader: Callable[[str], object]) -> None:
    with pytest.raises((ValueError, PaymentRefused)) as refused:
        reader(CODE)
    assert CODE not in str(refused.value)


def test_the_leave_to_download_a_print_file_again_takes_no_code() -> None:
    by = desk.allowed(User.objects.create_user("gerante"), "authorise_print_file")
    with pytest.raises(BlockRefused, match=SAID):
        downloading.authorise(block_id=1, reason=f"perdu, {CODE}", by=by)


LISTS = ["office:claims", "office:returned", "admin:payouts_flagging_changelist", "admin:tickets_booklet_changelist"]


@pytest.mark.parametrize("page", LISTS)
def test_a_list_is_searched_by_a_posted_form_that_puts_no_code_into_an_address(page: str) -> None:
    client, address = signed_in(roles.SERVICE), reverse(page)
    form = client.get(address).content.decode().split('role="search"')[0].rpartition("<form")[2]
    assert 'method="post"' in form and f'action="{reverse("office:searching")}"' in form
    for field in ("q", "numero"):
        answer = client.post(reverse("office:searching"), {"page": address, field: f" {CODE.lower()}"}, follow=True)
        assert answer.redirect_chain == [(address, 302)]
        shown = answer.content.decode()
        assert "Un code ne se cherche qu’à la page" in shown and reverse("office:search") in shown
        assert CODE[:6] not in shown.upper()
    answer = client.post(reverse("office:searching"), {"page": address, "q": "plainte 12", "kind__exact": "theft"})
    assert answer["Location"] == f"{address}?q=plainte+12&kind__exact=theft"
    assert client.post(reverse("office:searching"), {"page": "//exemple.fr/", "q": "1"}).status_code == 403


def test_every_search_of_the_admins_lists_is_posted() -> None:
    client = client_of(desk.allowed(User.objects.create_superuser("tout", password="x")))
    for model, shown in admin.site._registry.items():
        if shown.search_fields:
            page = client.get(reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist"))
            assert (
                f'id="changelist-search" method="post" action="{reverse("office:searching")}"' in page.content.decode()
            )
