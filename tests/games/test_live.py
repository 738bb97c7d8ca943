"""The sockets of live boards: who may open one, what it is told, that it takes no command and leaves nothing behind."""

import gc
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import redis
from django.conf import settings
from django.test import Client
from django.urls import reverse
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from games.models import Play
from tests import claims, forms
from tests.games import stock

HTMX = {"HX-Request": "true"}
WATCH = 1  # the one channel of a process with no socket open, by which it notices that boards are not carried


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


@pytest.mark.parametrize("count", [100, *forms.in_soak(10_000)])
def test_sockets_come_and_gone_leave_no_group_no_channel_and_no_memory(
    site: str, play: Play, client: Client, redis_client: redis.Redis, count: int
) -> None:
    """Server and clients are one process; what is kept of a socket is many blocks of memory."""
    come_and_go(site, play, client, redis_client, 50)
    before = sys.getallocatedblocks()
    come_and_go(site, play, client, redis_client, count)
    assert sys.getallocatedblocks() - before < 10 * count


def come_and_go(site: str, play: Play, client: Client, server: redis.Redis, count: int) -> None:
    """Open and close sockets one after another, until nothing is subscribed to for any of them."""
    for _ in range(count):
        with open_socket(site, play, client):
            assert len(subscribed(server)) > WATCH
    deadline = time.monotonic() + 10
    while len(names := subscribed(server)) > WATCH:
        assert time.monotonic() < deadline, names
        time.sleep(0.01)
    gc.collect()


def subscribed(server: redis.Redis) -> list[bytes]:
    """The channels and groups of this test's process."""
    return server.pubsub_channels(f"{claims.run}[s_]*")
