"""Lists of the admin answer their own filters, and nothing else that is typed into an address."""

import re

import pytest
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from office import roles
from tests.games import stock
from tests.office.staff import client_of, signed_in

pytestmark = pytest.mark.django_db


def test_every_filter_that_a_list_shows_is_answered() -> None:
    stock.make_emission("as_capone")
    client, followed = client_of(User.objects.create_superuser("chef")), 0
    for model in admin.site._registry:
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        answer = client.get(address)
        lists = [answer.context["cl"]] if answer.status_code == 200 and "cl" in (answer.context or ()) else []
        for listed in lists:
            for filtering in listed.filter_specs:
                for choice in filtering.choices(listed):
                    assert client.get(address + choice["query_string"]).status_code == 200, (address, choice)
                    followed += 1
    assert followed > 20


@pytest.mark.parametrize(
    "asked",
    [
        "tickets/booklet/?key__regex=^(.*)(.*)(.*)\\1\\2\\3$",
        "tickets/booklet/?stolen__exact=%00",
        "payouts/flagging/?reason__regex=(",
        "payouts/flagging/?by__password__startswith=pbkdf2",
        "payouts/winner/?sealed=a",
        "tickets/blockorder/?state__exact=%00",
        "tickets/suspension/?game__name__regex=(a*)*b",
    ],
)
def test_no_expression_of_an_address_reaches_the_database(asked: str, django_assert_max_num_queries) -> None:
    client = signed_in(roles.AUDITOR)
    with django_assert_max_num_queries(8):
        assert client.get(f"/admin/{asked}").status_code == 400


@pytest.mark.parametrize("model", ["tickets/prizetable", "payouts/flagging", "payouts/massrefund", "tickets/emission"])
@pytest.mark.parametrize("key", ["abc", "٣", "9" * 30, "%00"])
def test_what_is_no_key_is_not_found(model: str, key: str) -> None:
    assert client().get(f"/admin/{model}/{key}/change/", follow=True).status_code == 404


def client() -> Client:
    return signed_in(roles.AUDITOR)


@pytest.mark.parametrize("page", ["admin:tickets_addendum_add", "admin:payouts_desk_add"])
def test_each_field_of_a_line_edited_in_place_has_its_name(page: str) -> None:
    shown = client_of(User.objects.create_superuser("chef")).get(reverse(page)).content.decode()
    fields = re.findall(r"<(?:input|select)[^>]* name=\"(?:lots|tellers)-[^>]*>", shown)
    seen = [one for one in fields if 'type="hidden"' not in one]
    assert seen and [one for one in seen if "aria-label=" not in one or '="User"' in one] == []
