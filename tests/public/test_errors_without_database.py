"""The site as production runs it, with neither database nor Redis: what needs none is served, the rest is told so."""

import os
import socket
import subprocess
import sys
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from django.conf import settings as configured
from django.templatetags.static import static
from django.test import Client
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from tests.tools.test_settings import PRODUCTION

SERVE = """
import socket, sys
from django.conf import settings
settings.STATIC_ROOT = sys.argv[1]
from illikolive import serving
serving.Server(serving.configured()).run([socket.socket(fileno=int(sys.argv[2]))])
"""
SESSION = {"Cookie": f"sessionid={'a' * 32}; csrftoken={'b' * 32}"}
PLAY = f"/partie/{uuid.UUID(int=1)}/"
WITHOUT = [  # what needs neither
    "/jouer-responsable",
    "/donnees-personnelles",
    "/mentions-legales",
    "/accessibilite",
    "/.well-known/security.txt",
    "/robots.txt",
    "/sitemap.xml",
    "/hors-connexion",
    "/manifest.webmanifest",
    "/service-worker.js",
]
PLAYERS = ["/", "/t", PLAY, f"{PLAY}resultat", f"{PLAY}preuve"]
STAFF = {"/admin/": "Revenir à l’administration", "/caisse/": "Revenir à la caisse", "/compte/": "Revenir à mon compte"}


@pytest.fixture(scope="module")
def bare_site() -> Iterator[str]:
    """The address of the site, in a process of its own whose database and Redis are a port where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        closed = nobody.getsockname()[1]
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    missing = {
        "DATABASE_URL": f"postgresql://app:x@127.0.0.1:{closed}/illiko",
        "DATABASE_OWNER_URL": f"postgresql://owner:x@127.0.0.1:{closed}/illiko",
        "REDIS_URL": f"redis://127.0.0.1:{closed}",
        "SITE_URL": f"http://127.0.0.1:{port}",
        "ALLOWED_HOSTS": "127.0.0.1",
    }
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(configured.STATIC_ROOT), str(listener.fileno())],
        cwd=Path(__file__).parents[2],
        env={"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "illikolive.settings"} | PRODUCTION | missing,
        pass_fds=[listener.fileno()],
        stderr=subprocess.DEVNULL,
    )
    yield f"http://127.0.0.1:{port}"
    process.terminate()
    process.wait(timeout=20)
    listener.close()


def answered(address: str, headers: dict[str, str], data: bytes | None = None) -> tuple[int, Any, str]:
    try:
        with urlopen(Request(address, data, headers), timeout=30) as answer:  # noqa: S310
            return answer.status, answer.headers, answer.read().decode()
    except HTTPError as error:
        return error.code, error.headers, error.read().decode()


def test_pages_that_need_no_database_are_served_without_one_even_to_who_has_a_session(bare_site: str) -> None:
    for address in WITHOUT:
        status, headers, _ = answered(bare_site + address, SESSION)
        assert (address, status, headers["Set-Cookie"]) == (address, 200, None)
    with urlopen(bare_site + static("css/base.css")) as sheet:  # noqa: S310
        assert sheet.status == 200
    status, _, page = answered(f"{bare_site}/rien", SESSION)
    assert status == 404 and "Page introuvable" in page


def test_pages_that_need_it_say_in_the_sites_look_that_nothing_is_lost_and_when_to_come_back(bare_site: str) -> None:
    asked = [(address, headers, None) for address in (*PLAYERS, *STAFF) for headers in ({}, SESSION)]
    asked += [("/jouer", SESSION, b"code=x"), (f"{PLAY}etape", SESSION, b"step=0")]
    with ThreadPoolExecutor(len(asked)) as pool:
        answers = list(pool.map(lambda one: answered(bare_site + one[0], *one[1:]), asked))
    for (address, given, _), (status, headers, page) in zip(asked, answers, strict=True):
        if address.startswith(PLAY) and not given:
            assert status == 404  # no session, nothing to look up
        elif address in STAFF and not given:
            assert status == 200 and "Se connecter" in page  # the form itself needs no database
        else:
            assert (address, status, headers["Retry-After"]) == (address, 503, "60")
            assert (
                STAFF.get(address, "Rien n’est perdu") in page and "default-src" in headers["Content-Security-Policy"]
            )


def test_a_live_board_is_refused_and_comes_back_later(bare_site: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws{bare_site.removeprefix('http')}{PLAY}direct", origin=bare_site, additional_headers=SESSION)
    assert refused.value.response.status_code == 500  # which its page can't tell from a lost connection
    assert answered(f"{bare_site}/accessibilite", {})[0] == 200


@pytest.mark.django_db
def test_without_redis_nobody_signs_in_and_staff_are_told_so(settings: Any) -> None:
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": "redis://127.0.0.1:1"}}
    client = Client(raise_request_exception=False)
    answer = client.post("/compte/connexion", {"login": "camille", "password": "x"})
    assert (answer.status_code, answer["Retry-After"]) == (503, "60")
    assert "Le site est arrêté un moment" in answer.content.decode()
