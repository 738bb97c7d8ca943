"""The sockets of live boards: who may open one, what it is told, and that it takes no command."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from games.models import Play
from tests.games import stock

HTMX = {"HX-Request": "true"}


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def play(site: str, client: Client) -> Play:
    """A play of As Capone whose code this client entered."""
    code = stock.make_ticket(stock.make_emission("as_capone"))
    client.post(reverse("games:start"), {"code": code, "majeur": "on"})
    return Play.objects.get()


@contextmanager
def open_socket(site: str, play: Play, client: Client, origin: str | None = None) -> Iterator[ClientConnection]:
    cookie = client.cookies.get(settings.SESSION_COOKIE_NAME)
    headers = {"Cookie": f"{settings.SESSION_COOKIE_NAME}={cookie.value}"} if cookie else {}
    address = site.replace("http", "ws") + f"/partie/{play.id}/direct"
    with connect(address, additional_headers=headers, origin=origin or site) as opened:
        yield opened


def test_the_holder_is_told_the_board_of_each_step_without_a_token(site: str, play: Play, client: Client) -> None:
    with open_socket(site, play, client) as opened:
        client.post(reverse("games:step", args=[play.id]), {"step": "0", "carte": "A"}, headers=HTMX)
        told = opened.recv(timeout=5)
    assert 'data-step="1"' in told
    assert "csrf" not in told.lower()


def test_a_stranger_is_refused(site: str, play: Play) -> None:
    with pytest.raises(InvalidStatus, match="403"), open_socket(site, play, Client()):
        pass


def test_another_play_is_refused(site: str, play: Play, client: Client) -> None:
    other = stock.start("as_capone")
    with pytest.raises(InvalidStatus, match="403"), open_socket(site, other, client):
        pass


def test_a_page_of_another_site_is_refused(site: str, play: Play, client: Client) -> None:
    with pytest.raises(InvalidStatus, match="403"), open_socket(site, play, client, origin="https://example.org"):
        pass


@pytest.mark.parametrize("command", ["carte=A", b"\x00", "{}"])
def test_a_command_sent_closes_the_socket_and_plays_nothing(
    site: str, play: Play, client: Client, command: str | bytes
) -> None:
    with open_socket(site, play, client) as opened:
        opened.send(command)
        with pytest.raises(ConnectionClosed):
            opened.recv(timeout=5)
    assert Play.objects.get().step == 0


def test_leaving_closes_the_sockets_of_this_browser_alone(site: str, play: Play, client: Client) -> None:
    other = Client()
    session = other.session
    session["plays"], session["holder"] = [str(play.id)], "other"
    session.save()
    other.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
    with open_socket(site, play, client) as mine, open_socket(site, play, other) as theirs:
        client.post(reverse("games:leave", args=[play.id]))
        with pytest.raises(ConnectionClosed):
            mine.recv(timeout=5)
        stock_step = other.post(reverse("games:step", args=[play.id]), {"step": "0", "carte": "A"}, headers=HTMX)
        assert stock_step.status_code == 200
        assert 'data-step="1"' in theirs.recv(timeout=5)


def test_entering_another_code_keeps_the_sockets_open(site: str, play: Play, client: Client) -> None:
    """The session's key changes; the browser's name does not."""
    with open_socket(site, play, client) as opened:
        client.post(
            reverse("games:start"), {"code": stock.make_ticket(play.ticket.booklet.block.emission), "majeur": "on"}
        )
        client.post(reverse("games:leave", args=[play.id]))
        with pytest.raises(ConnectionClosed):
            opened.recv(timeout=5)


def test_a_refused_step_is_told_to_nobody(site: str, play: Play, client: Client) -> None:
    with open_socket(site, play, client) as opened:
        client.post(reverse("games:step", args=[play.id]), {"step": "7", "carte": "A"}, headers=HTMX)
        with pytest.raises(TimeoutError):
            opened.recv(timeout=0.5)
