"""Roles: groups with the least rights, the same after every migration."""

import pytest
from django.contrib.auth.models import Group, Permission

from office import roles

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
