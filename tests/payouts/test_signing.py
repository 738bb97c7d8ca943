"""Who gets into the pages of staff, how they sign in, and when that ends."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import get_resolver, reverse

from games.holding import HOLDER, KEY
from payouts.models import Desk, Teller
from payouts.signing import urls
from tests.signing import add_application, code_of, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.payouts.caisse_urls")]
NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)
PASSWORD, NEW = "souris grise sous la lune", "poule rousse au soleil"
GUARDED = ("/caisse/", "/caisse/payer?ticket=601", "/admin/", "/admin/auth/user/1/change/", "/admin/tirages/")
HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/caisse/payer?ticket=601"}
LOGIN = "/compte/connexion"
PLAY = "4d1c4e0e-6f0c-4a1c-9b5e-0d6f3f1f2a3b"


def person(kind: str = "", name: str = "camille", **more: bool) -> User:
    """Someone with a password, at a desk of this kind."""
    user = User.objects.create_user(name, password=PASSWORD, **more)
    if kind:
        desk = Desk.objects.create(kind=kind, name="Tabac", postcode="75011", town="Paris", department="75")
        Teller.objects.create(user=user, desk=desk)
    return user


def shop() -> User:
    return person("point_of_sale")


def centre() -> User:
    return person("payment_centre")


def admin() -> User:
    return person(is_staff=True, is_superuser=True)


def give(client: Client, password: str = PASSWORD, name: str = "camille", **more: str):
    return client.post(
        LOGIN, {"login": name, "password": password, **more}, REMOTE_ADDR=more.pop("address", "10.1.1.1")
    )


def is_signed_in(client: Client) -> bool:
    return client.get("/compte/").status_code == 200


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


def test_who_is_of_a_shop_and_also_an_admin_needs_a_second_factor_at_the_caisse_too(client: Client) -> None:
    person("point_of_sale", is_staff=True)
    give(client)
    assert client.get("/caisse/")["Location"] == "/compte/"


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


def code_tried(client: Client, code: str) -> str:
    return client.post("/compte/connexion/code", {"code": code}).content.decode()


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


def hold(client: Client) -> None:
    session = client.session
    session[KEY], session[HOLDER] = [PLAY], "browser"
    session.save()


def kept(client: Client) -> bool:
    client.get("/")  # the session is read by the site, were it to drop it
    return client.session.get(KEY) == [PLAY] and client.session.get(HOLDER) == "browser"


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
    assert "Seconds facteurs retirés." in client.get(f"/admin/auth/user/{lost.pk}/history/").content.decode()
    give(other := Client())
    assert other.get("/caisse/")["Location"] == "/compte/"


def test_who_only_reads_accounts_takes_no_second_factor(client: Client) -> None:
    lost, reader = centre(), person(name="lectrice", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_user"))
    add_application(lost)
    sign_in(client, reader)
    client.post("/admin/auth/user/", {"action": "take_second_factors", "_selected_action": [lost.pk]})
    assert Authenticator.objects.filter(user=lost).exists()
