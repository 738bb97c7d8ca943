"""Who changed what is kept by the database itself, whatever changes it, and nobody rewrites it."""

import pytest
from django.contrib.auth.models import Group, User
from django.db import ProgrammingError, connection, transaction
from django.test import Client
from django.urls import reverse

from office.models import history
from payouts.models import Desk
from tests.games import stock
from tests.signing import sign_in
from tickets.models import Booklet

pytestmark = pytest.mark.django_db


@pytest.fixture
def chief() -> User:
    return User.objects.create_superuser("administration", password="x")


def events(name: str) -> list[tuple[object, ...]]:
    model = history.TrackedDesk._meta.apps.get_model("office", name)
    return list(model.objects.order_by("pgh_id").values_list("pgh_label", "pgh_context"))


def test_what_is_changed_in_the_admin_is_kept_with_who_and_where(client: Client, chief: User) -> None:
    sign_in(client, chief)
    fields = {"kind": "point_of_sale", "name": "Tabac", "postcode": "69003", "town": "Lyon", "department": "69"}
    formset = {f"tellers-{name}": "0" for name in ("TOTAL_FORMS", "INITIAL_FORMS", "MIN_NUM_FORMS", "MAX_NUM_FORMS")}
    page = reverse("admin:payouts_desk_add")
    answer = client.post(page, fields | formset | {"region": "Auvergne-Rhône-Alpes", "agreed": "on"})
    assert answer.status_code == 302
    made = Desk.objects.get()
    change = reverse("admin:payouts_desk_change", args=[made.pk])
    client.post(change, fields | formset | {"region": "Auvergne-Rhône-Alpes"})
    assert events("DeskEvent") == [
        ("ajout", {"user": chief.pk, "url": page}),
        ("modification", {"user": chief.pk, "url": change}),
    ]


def test_what_is_changed_elsewhere_is_kept_too_and_bears_no_name_of_the_request_before(
    client: Client, chief: User
) -> None:
    sign_in(client, chief)
    client.post(reverse("admin:payouts_desk_add"), {})
    group = Group.objects.create(name="Essai")
    chief.groups.add(group)
    group.delete()
    assert events("RoleEvent")[-2:] == [("ajout", None), ("suppression", None)]
    assert events("MemberEvent") == [("ajout", None), ("suppression", None)]


def test_a_flag_of_a_booklet_is_kept_and_its_coming_is_not() -> None:
    stock.make_ticket(stock.make_emission("as_capone"), tier=1)
    Booklet.objects.update(stolen=True)
    assert [label for label, _ in events("BookletEvent")] == ["modification"]


def test_no_password_is_kept(chief: User) -> None:
    fields = {field.name for field in history.TrackedUser._meta.apps.get_model("office", "UserEvent")._meta.fields}
    assert "username" in fields and not fields & {"password", "last_login"}


@pytest.mark.parametrize("statement", ["UPDATE office_roleevent SET name = 'x'", "DELETE FROM office_roleevent"])
def test_the_application_can_not_rewrite_it(statement: str) -> None:
    Group.objects.create(name="Essai")
    with (
        pytest.raises(ProgrammingError, match="permission denied"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)
