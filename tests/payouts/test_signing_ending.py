"""When a sign-in ends, and what keeps passwords from being guessed; the plays of a browser stay."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client

from games.holding import HOLDER, KEY
from tests.payouts.accounts import LOGIN, NEW, NOW, PASSWORD, give, hold, is_signed_in, kept, person, shop
from tests.signing import sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.payouts.caisse_urls")]


def test_a_sign_in_ends_after_twelve_hours_however_busy_and_its_plays_stay(client: Client) -> None:
    user = shop()
    with time_machine.travel(NOW, tick=False):
        hold(client)
        give(client)
    for hours in (6, 11.999):
        with time_machine.travel(NOW + timedelta(hours=hours), tick=False):
            assert client.get("/caisse/").status_code == 200
    with time_machine.travel(NOW + timedelta(hours=12), tick=False):
        answer = client.get("/caisse/payer")
        assert answer["Location"] == f"{LOGIN}?next=%2Fcaisse%2Fpayer"
        assert "depuis douze heures" in client.get(answer["Location"]).content.decode()
        assert kept(client) and user.pk not in client.session.values()
    with time_machine.travel(NOW + timedelta(days=30), tick=False):
        assert kept(client)


def test_signing_in_and_out_keeps_the_plays_of_the_browser_under_new_keys(client: Client) -> None:
    shop()
    hold(client)
    keys = [client.session.session_key]
    give(client)
    assert kept(client)
    keys.append(client.session.session_key)
    client.post("/compte/deconnexion")
    assert kept(client) and not is_signed_in(client)
    keys.append(client.session.session_key)
    assert len(set(keys)) == 3 and set(client.session.keys()) <= {KEY, HOLDER}


def test_a_new_password_ends_every_sign_in_and_keeps_their_plays(client: Client) -> None:
    user, other, admins = shop(), Client(), Client()
    for one in (client, other, admins):
        hold(sign_in(one, user, second_factor=False))
    fields = {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW}
    assert client.post("/compte/mot-de-passe", fields)["Location"] == LOGIN
    for one in (client, other):
        assert not is_signed_in(one) and kept(one)
    sign_in(admins, User.objects.get(), second_factor=False)
    user.set_password(PASSWORD)
    user.save()
    assert not is_signed_in(admins)
    assert give(client)["Location"] == "/caisse/"


def test_the_current_password_is_asked_for_before_a_new_one(client: Client) -> None:
    sign_in(client, shop(), second_factor=False)
    client.post("/compte/mot-de-passe", {"oldpassword": NEW, "password1": NEW, "password2": NEW})
    assert User.objects.get().check_password(PASSWORD) and is_signed_in(client)


def test_a_closed_account_is_out_at_once(client: Client) -> None:
    shop()
    give(client)
    User.objects.update(is_active=False)
    assert client.get("/caisse/")["Location"].startswith(LOGIN)


def test_unknown_names_wrong_passwords_and_closed_accounts_are_answered_alike(client: Client) -> None:
    shop()
    person(name="alix", is_active=False)
    tries = (("camille", NEW), ("nobody", NEW), ("alix", PASSWORD), ("alix", NEW))
    told = {answer_to(name, word) for name, word in tries}
    assert len(told) == 1 and "n’est pas le bon" in told.pop()


def answer_to(name: str, password: str) -> str:
    answer = give(Client(), password, name)
    assert answer.status_code == 200
    text = answer.content.decode().replace(name, "NAME")
    return text.replace(str(answer.context["csrf_token"]), "TOKEN")


def test_five_wrong_passwords_close_a_name_for_five_minutes(client: Client) -> None:
    shop()
    with time_machine.travel(NOW, tick=False):
        for number in range(5):
            give(client, NEW, address=f"10.1.1.{number}")
        assert "Trop d’essais" in give(client, address="10.1.2.1").content.decode()
    with time_machine.travel(NOW + timedelta(minutes=5, seconds=1), tick=False):
        assert give(client)["Location"] == "/caisse/"


@pytest.mark.parametrize("address", ["203.0.113.7", "2001:db8::{}"])
def test_wrong_passwords_are_counted_by_the_address_behind_the_proxies(
    client: Client, settings: Any, address: str
) -> None:
    """An IPv6 /64 counts as one, and what the sender writes before the proxy's own address changes nothing."""
    settings.TRUSTED_PROXIES = 1
    shop()

    def tried(number: int, password: str, source: str):
        name = f"name{number}" if password == NEW else "camille"
        forwarded = {"X-Forwarded-For": f"192.0.2.{number}, {source.format(number)}"}
        return client.post(LOGIN, {"login": name, "password": password}, headers=forwarded)

    for number in range(10):
        tried(number, NEW, address)
    assert "Trop d’essais" in tried(11, PASSWORD, address).content.decode()
    assert tried(11, PASSWORD, "198.51.100.1")["Location"] == "/caisse/"


def test_who_signs_in_too_often_is_told_so_in_words_of_sign_in(client: Client) -> None:
    for _ in range(30):
        client.post(LOGIN, {"login": "camille"})
    answer = client.post(LOGIN, {"login": "camille"})
    assert answer.status_code == 429 and "votre ticket" not in answer.content.decode()
