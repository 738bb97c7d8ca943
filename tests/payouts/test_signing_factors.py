"""Second factors: who needs one, what signs in with one, who may change or take it."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from payouts.signing import urls
from tests.payouts import desk
from tests.payouts.accounts import (
    GUARDED,
    HTMX,
    LOGIN,
    NOW,
    admin,
    centre,
    code_tried,
    give,
    is_signed_in,
    person,
    shop,
)
from tests.signing import add_application, code_of, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.payouts.caisse_urls")]


@pytest.mark.parametrize("make", [centre, admin])
def test_a_centre_and_every_admin_must_set_up_a_second_factor_first(client: Client, make: Callable[[], User]) -> None:
    make()
    give(client)
    first = "/caisse/" if make is centre else "/admin/"
    for answer in (client.get(first), client.post(first), client.get(f"{first}?q=1")):
        assert answer.status_code == 302 and answer["Location"] == "/compte/"
    assert client.get(first, headers=HTMX)["HX-Redirect"] == "/compte/"
    assert "Il vous faut un second facteur" in client.get("/compte/").content.decode()
    secret = client.get("/compte/application").context["form"].secret
    assert client.post("/compte/application", {"code": code_of(secret)})["Location"] == "/compte/codes"
    assert client.get(first).status_code == 200


def test_who_cancels_payments_at_a_shop_needs_a_second_factor(client: Client) -> None:
    desk.allowed(shop(), "cancel_payment")
    give(client)
    assert client.get("/caisse/")["Location"] == "/compte/"


def test_who_is_of_a_shop_and_also_an_admin_needs_a_second_factor_at_the_caisse_too(client: Client) -> None:
    person("point_of_sale", is_staff=True)
    give(client)
    assert client.get("/caisse/")["Location"] == "/compte/"


@pytest.mark.parametrize("make", [shop, centre, admin])
def test_a_password_without_the_second_factor_signs_nobody_in(client: Client, make: Callable[[], User]) -> None:
    add_application(make())
    assert give(client)["Location"] == "/compte/connexion/code"
    for address in (*GUARDED, "/compte/", "/compte/application", "/compte/codes/nouveaux", "/compte/confirmer"):
        for answer in (client.get(address), client.post(address)):
            assert answer.status_code == 302 and answer["Location"].startswith(LOGIN)
        assert client.get(address, headers=HTMX)["HX-Redirect"].startswith(LOGIN)


@pytest.mark.parametrize("make", [shop, centre, admin])
def test_a_sign_in_older_than_the_second_factor_only_leads_to_confirming_it(
    client: Client, make: Callable[[], User]
) -> None:
    user = make()
    give(client)
    secret = add_application(user)
    everything = [reverse(one.name, args=[1] if "<" in str(one.pattern) else []) for one in urls.urlpatterns]
    open_still = ("/compte/connexion", "/compte/deconnexion", "/compte/confirmer/")
    for address in (*GUARDED, *(one for one in everything if not one.startswith(open_still))):
        for answer in (client.get(address), client.post(address)):
            assert answer.status_code == 302 and answer["Location"].startswith("/compte/confirmer/code?next="), address
    assert (
        client.post("/compte/confirmer/code", {"code": code_of(secret), "next": "/compte/"})["Location"] == "/compte/"
    )
    assert is_signed_in(client)


def test_a_confirmation_led_to_from_a_form_never_sends_it(client: Client) -> None:
    user = shop()
    sign_in(client, user, second_factor=False)
    secret = add_application(user)
    answer = client.post("/caisse/payer")
    assert answer["Location"] == "/compte/confirmer/code?next=%2Fcaisse%2F"
    assert client.post(answer["Location"], {"code": code_of(secret)})["Location"] == "/caisse/"


def test_a_code_of_the_application_signs_in_once_for_a_minute_and_a_half(client: Client) -> None:
    secret = add_application(centre())
    at = NOW.timestamp()
    with time_machine.travel(NOW, tick=False):
        give(client)
        for wrong in (code_of(secret, at - 60), code_of(secret, at + 60), "000000", "", "é" * 6):
            assert client.post("/compte/connexion/code", {"code": wrong}).status_code == 200
            assert not is_signed_in(client)
    with time_machine.travel(NOW + timedelta(seconds=29), tick=False):
        assert client.post("/compte/connexion/code", {"code": code_of(secret, at - 30)})["Location"] == "/caisse/"
        assert is_signed_in(client)
        give(other := Client())
        assert "ne sert qu’une fois" in code_tried(other, code_of(secret, at - 30))
        assert not is_signed_in(other)


def recovery_codes(client: Client) -> list[str]:
    return client.get("/compte/codes").context["unused_codes"]


def test_recovery_codes_are_shown_once_and_each_signs_in_once(client: Client) -> None:
    sign_in(client, shop())
    assert client.post("/compte/codes/nouveaux")["Location"] == "/compte/codes"
    codes = recovery_codes(client)
    assert len(set(codes)) == 10 and set(recovery_codes(client)) == {"****"}
    give(other := Client())
    assert other.post("/compte/connexion/code", {"code": codes[3]})["Location"] == "/caisse/"
    give(third := Client())
    assert "refusés" in code_tried(third, codes[3])


def test_guesses_of_a_code_are_counted_whatever_address_they_come_from(client: Client) -> None:
    secret = add_application(shop())
    give(client)
    for _ in range(5):
        assert "refusés" in code_tried(client, "000000")
    give(other := Client())
    assert "Trop d’essais" in code_tried(other, code_of(secret)) and not is_signed_in(other)


def test_only_a_fresh_sign_in_or_a_second_factor_changes_the_second_factors(client: Client) -> None:
    user = shop()
    changes = ("/compte/application/retirer", "/compte/codes/nouveaux", "/compte/cles/ajouter")
    with time_machine.travel(NOW, tick=False):
        sign_in(client, user)
        assert [client.get(one).status_code for one in changes] == [200] * 3
    with time_machine.travel(NOW + timedelta(minutes=5), tick=False):
        for one in changes:
            assert client.post(one)["Location"].startswith("/compte/confirmer/code?")
        assert client.get("/compte/confirmer")["Location"] == "/compte/confirmer/code"
    assert Authenticator.objects.count() == 1


def test_secrets_are_encrypted_and_can_be_read_while_an_earlier_key_is_kept(client: Client, settings: Any) -> None:
    secret = add_application(shop())
    data = Authenticator.objects.get().data
    assert secret not in str(data)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key"
    give(client)
    assert client.post("/compte/connexion/code", {"code": code_of(secret)})["Location"] == "/caisse/"
    settings.SECRET_KEY_FALLBACKS = []
    give(other := Client())
    assert "refusés" in code_tried(other, code_of(secret))


def test_an_administrator_takes_the_second_factors_of_who_lost_a_phone(client: Client) -> None:
    lost, chief = centre(), person(name="chef", is_staff=True, is_superuser=True)
    add_application(lost)
    sign_in(client, chief)
    chosen = {"action": "take_second_factors", "_selected_action": [lost.pk]}
    answer = client.post("/admin/auth/user/", chosen, follow=True)
    assert "1 compte(s) sont retirés" in answer.content.decode()
    assert set(Authenticator.objects.values_list("user__username", flat=True)) == {"chef"}
    assert "suppression</strong>" in (told := client.get(f"/admin/auth/user/{lost.pk}/history/").content.decode())
    assert "par chef" in told
    give(other := Client())
    assert other.get("/caisse/")["Location"] == "/compte/"


def test_who_only_reads_accounts_takes_no_second_factor(client: Client) -> None:
    lost, reader = centre(), person(name="lectrice", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_user"))
    add_application(lost)
    sign_in(client, reader)
    client.post("/admin/auth/user/", {"action": "take_second_factors", "_selected_action": [lost.pk]})
    assert Authenticator.objects.filter(user=lost).exists()
