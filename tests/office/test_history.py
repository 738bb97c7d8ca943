"""Who changed what is kept by the database itself, whatever changes it, and nobody rewrites it."""

import pytest
from django.contrib.auth.models import Group, User
from django.db import ProgrammingError, connection, transaction
from django.db.models import Model
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games import drafting
from office import roles
from office.history import signed
from office.models import history
from payouts.models import Desk
from tests.games import stock
from tests.games.addenda import addendum
from tests.office.staff import client_of, member, signed_in
from tests.payouts.personal import people
from tests.signing import sign_in
from tests.tickets.journal import site_entries
from tickets.models import Booklet, PrizeTable, PrizeTier

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


def history_of(row: Model, client: Client) -> HttpResponse:
    return client.get(reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_history", args=[row.pk]))


def test_the_history_of_a_row_says_who_changed_what_of_it_and_of_its_parts() -> None:
    table = stock.make_emission("sauve_souris").prize_table
    manager = member(roles.ISSUING)
    draft = drafting.copy_table(table_id=table.pk, by=manager)
    with signed(user=manager.pk):
        PrizeTable.objects.filter(pk=draft.pk).update(tolerance=50)
        PrizeTier.objects.filter(table=draft, position=1).update(tickets=3)
    shown = history_of(draft, client_of(manager)).content.decode()
    assert f"par {manager}" in shown and "3" in shown
    assert "Tableau de lots, modification" in shown and "Ligne de tableau, modification" in shown
    assert "n’a pas d’historique" not in shown


def test_a_flagged_booklet_has_its_history() -> None:
    stock.make_ticket(stock.make_emission("as_capone"), tier=1)
    Booklet.objects.update(stolen=True)
    answer = history_of(Booklet.objects.get(), signed_in(roles.SERVICE_LEAD))
    assert "volé oui" in answer.content.decode()


@pytest.mark.parametrize(("role", "status"), [(roles.SERVICE, 403), (roles.ACCOUNTS, 403), (roles.AUDITOR, 200)])
def test_a_history_takes_the_right_to_read_histories_and_the_row(role: str, status: int) -> None:
    stock.make_ticket(stock.make_emission("as_capone"), tier=1)
    assert history_of(Booklet.objects.get(), signed_in(role)).status_code == status


def test_what_is_not_tracked_has_no_history_and_no_link_to_one(chief: User) -> None:
    client = sign_in(Client(), chief)
    winner = people.winner(people.payment())
    assert history_of(winner, client).status_code == 404
    assert "historylink" not in client.get(reverse("admin:payouts_winner_change", args=[winner.pk])).content.decode()
    assert client.get("/admin/tickets/booklet/abc/history/").status_code == 404


def test_the_page_of_an_application_is_the_first_page(chief: User) -> None:
    answer = sign_in(Client(), chief).get(reverse("admin:app_list", args=["payouts"]))
    assert (answer.status_code, answer["Location"]) == (302, reverse("admin:index"))


def test_a_password_given_by_someone_else_is_journalled(client: Client, chief: User) -> None:
    sign_in(client, chief)
    other = member(roles.APPROVER)
    address = reverse("admin:auth_user_password_change", args=[other.pk])
    client.post(address, {"password1": "x", "password2": "y", "usable_password": "true"})
    assert site_entries() == []
    password = "souris grise sous la lune"
    client.post(address, {"password1": password, "password2": password, "usable_password": "true"})
    (entry,) = site_entries()
    assert (entry["kind"], entry["data"]) == ("password_given", {"user": other.pk, "by": chief.pk})


def test_the_history_of_an_additif_tells_its_lots() -> None:
    one = addendum(approved=False)
    shown = history_of(one, signed_in(roles.APPROVER)).content.decode()
    assert "Lot supplémentaire, ajout" in shown and "Additif" in shown
