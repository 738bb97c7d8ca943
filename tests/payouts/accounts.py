"""People with a password, at a desk or not, and what a browser does when they sign in."""

from datetime import UTC, datetime

from django.contrib.auth.models import User
from django.test import Client

from games.holding import HOLDER, KEY
from payouts.models import Desk, Teller

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


def code_tried(client: Client, code: str) -> str:
    return client.post("/compte/connexion/code", {"code": code}).content.decode()


def hold(client: Client) -> None:
    session = client.session
    session[KEY], session[HOLDER] = [PLAY], "browser"
    session.save()


def kept(client: Client) -> bool:
    client.get("/")  # the session is read by the site, were it to drop it
    return client.session.get(KEY) == [PLAY] and client.session.get(HOLDER) == "browser"
