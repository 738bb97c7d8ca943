"""Who gets into the pages of staff, and what every one of these pages has in common."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import get_resolver

from payouts.signing import urls
from tests.payouts.accounts import (
    GUARDED,
    HTMX,
    LOGIN,
    NOW,
    PASSWORD,
    admin,
    give,
    hold,
    is_signed_in,
    kept,
    person,
    shop,
)
from tests.signing import sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.payouts.caisse_urls")]


@pytest.mark.parametrize("address", GUARDED)
def test_strangers_are_led_to_sign_in_and_back(client: Client, address: str) -> None:
    shown = client.get(address)
    assert shown.status_code == 302 and shown["Location"].startswith(f"{LOGIN}?next=")
    person("point_of_sale", is_staff=True, is_superuser=True)
    back = client.get(shown["Location"]).context["redirect_field_value"]
    assert back == address == give(client, next=back)["Location"]


def test_a_form_sent_by_a_stranger_does_nothing_and_leads_to_the_first_page(client: Client) -> None:
    answer = client.post("/caisse/payer", {"ticket": "601"})
    assert answer.status_code == 302 and answer["Location"] == f"{LOGIN}?next=%2Fcaisse%2F"


def test_who_sends_a_form_after_being_signed_out_is_told_that_it_did_nothing(client: Client) -> None:
    answer = client.post("/caisse/payer", {"ticket": "601"}, follow=True)
    assert "cet envoi n’a rien fait" in answer.content.decode()
    assert "cet envoi n’a rien fait" not in Client().get("/caisse/", follow=True).content.decode()


def test_the_next_thing_to_type_has_the_focus_at_sign_in(client: Client) -> None:
    shop()
    fresh, again = client.get(LOGIN).content.decode(), give(client, "faux").content.decode()
    for page, name in ((fresh, "login"), (again, "password")):
        focused = [tag for tag in page.split("<") if " autofocus" in tag]
        assert len(focused) == 1 and f'name="{name}"' in focused[0]


def test_a_fragment_asked_for_by_a_stranger_takes_the_whole_page_to_sign_in(client: Client) -> None:
    answer = client.post("/caisse/payer", headers=HTMX)
    assert answer["HX-Redirect"] == f"{LOGIN}?next=%2Fcaisse%2Fpayer%3Fticket%3D601"
    assert answer.content == b""


def test_terminals_are_not_asked_to_sign_in(client: Client) -> None:
    assert client.get("/caisse/api/ticket").content == b"la caisse, GET"


def test_a_point_of_sale_works_with_a_password_alone(client: Client) -> None:
    shop()
    assert give(client)["Location"] == "/caisse/"
    assert client.get("/caisse/").status_code == client.post("/caisse/payer").status_code == 200


def test_who_belongs_nowhere_is_told_so_plainly(client: Client) -> None:
    person()
    assert give(client)["Location"] == "/caisse/"
    for address in ("/caisse/", "/admin/"):
        answer = client.get(address)
        assert answer.status_code == 403 and "n’est rattaché à aucune caisse" in answer.content.decode()


def test_a_desk_does_not_open_the_admin(client: Client) -> None:
    shop()
    give(client)
    answer = client.get("/admin/")
    assert answer.status_code == 403 and "Tabac, Paris" in answer.content.decode()
    assert client.post("/admin/", headers=HTMX)["HX-Redirect"] == "/caisse/"


def test_sign_in_leads_nowhere_else(client: Client) -> None:
    shop()
    for elsewhere in ("https://example.com/", "//example.com", "/\\example.com", "javascript:alert(1)"):
        assert give(Client(), next=elsewhere)["Location"] == "/caisse/"


def test_no_address_signs_up_or_writes_letters(client: Client) -> None:
    names = {str(name) for name in get_resolver("illikolive.urls").reverse_dict if isinstance(name, str)}
    ours = {one for one in names if one.startswith(("account_", "mfa_", "socialaccount_"))}
    assert ours == {one.name for one in urls.urlpatterns}
    for gone in ("signup", "inscription", "email", "password/reset", "password/set", "codes/download", "login"):
        assert client.get(f"/compte/{gone}/").status_code == client.get(f"/compte/{gone}").status_code == 404


def test_the_admin_has_no_log_in_of_its_own(client: Client) -> None:
    admin()
    client.post("/admin/login/", {"username": "camille", "password": PASSWORD})
    assert not is_signed_in(client)
    person(name="alix", is_staff=True, is_superuser=True)
    sign_in(client, User.objects.get(username="camille"))
    client.post("/admin/login/", {"username": "alix", "password": PASSWORD})
    assert client.get("/admin/").wsgi_request.user.username == "camille"
    assert client.get("/admin/password_change/")["Location"] == "/compte/mot-de-passe"
    hold(client)
    client.post("/admin/logout/")
    assert not is_signed_in(client) and kept(client)


def test_pages_of_staff_are_kept_by_no_cache_and_no_search_engine(client: Client) -> None:
    user = person("point_of_sale", is_staff=True, is_superuser=True)
    seen = [client.get(one) for one in (*GUARDED, LOGIN, "/compte/nothing", "/admin/nothing/")]
    sign_in(client, user)
    seen += [client.get(one) for one in (*GUARDED, "/compte/", "/compte/application", "/admin/jsi18n/")]
    assert all("no-store" in one["Cache-Control"] and one["X-Robots-Tag"] == "noindex" for one in seen)
    assert "X-Robots-Tag" not in client.get("/")


@pytest.mark.parametrize("late", [timedelta(0), timedelta(hours=12)])
@pytest.mark.parametrize("shown", [True, False])
def test_pages_of_players_that_show_staff_more_ask_for_as_much(client: Client, late: timedelta, shown: bool) -> None:
    with time_machine.travel(NOW, tick=False):
        sign_in(client, admin(), second_factor=shown)
    with time_machine.travel(NOW + late, tick=False):
        user = client.get("/").wsgi_request.user
        assert user.has_perm("games.view_play") == (shown and not late)
