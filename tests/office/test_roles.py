"""Roles: groups with the least rights, the same after every migration."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.urls import reverse

from office import roles
from tests.office.staff import signed_in

pytestmark = pytest.mark.django_db


def test_migrating_makes_every_role_and_takes_back_what_was_added_by_hand() -> None:
    assert set(roles.ROLES) <= set(Group.objects.values_list("name", flat=True))
    auditor = Group.objects.get(name=roles.AUDITOR)
    auditor.permissions.add(Permission.objects.get(codename="delete_user"))
    roles.write()
    held = {
        f"{one.content_type.app_label}.{one.codename}" for one in auditor.permissions.select_related("content_type")
    }
    assert held == set(roles.ROLES[roles.AUDITOR])


def test_an_auditor_reads_and_changes_nothing() -> None:
    assert all(name.split(".")[1].startswith("view_") for name in roles.ROLES[roles.AUDITOR])


_OFFER = {"addendum", "block", "emission", "incident", "notice", "prizetable", "reglement", "suspension"}
_MANAGED = _OFFER | {"blockorder", "massrefund"}
_PAID = {"booklet", "desk", "flagging", "massrefund"}
LISTS = {
    roles.ISSUING: _MANAGED | {"publicationamount", "desk"},
    roles.APPROVER: _MANAGED,
    roles.SERVICE: _OFFER | _PAID | {"claim", "winner"},
    roles.SERVICE_LEAD: _OFFER | _PAID | {"claim", "winner", "publicationamount"},
    roles.SUPERVISOR: _PAID,
    roles.ACCOUNTS: set(),
    roles.AUDITOR: _MANAGED | _PAID | {"claim", "winner", "publicationamount"},
}


@pytest.mark.parametrize("role", roles.ROLES)
def test_each_role_opens_and_searches_its_own_lists_and_completes_nobodys_name(role: str) -> None:
    """By the lists' own addresses, and by the search that they post."""
    client, opened = signed_in(role), set()
    for model in admin.site._registry:
        address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
        answers = {client.get(address + asked, follow=True).status_code for asked in ("", "?q=502")}
        assert len(answers) == 1, address
        opened |= {model._meta.model_name} if answers == {200} else set()
    assert opened == LISTS[role]
    asked = {"app_label": "payouts", "model_name": "teller", "field_name": "user", "term": "a"}
    assert client.get(reverse("admin:autocomplete"), asked).status_code == 403
