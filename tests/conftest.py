"""Fixtures for every test: databases cloned from a migrated template, a running site, a browser.

Tests connect with the application's log-in. A plain `db` test is rolled back as usual. The journal refuses TRUNCATE,
so a transactional test gets a database of its own, cloned from the template and dropped afterwards.
"""

import asyncio
import gc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from playwright.sync_api import Browser, expect, sync_playwright
from pyrage import x25519
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import validate_django_db

from tests import claims
from tests.clones import Clones
from tests.serving import served
from tests.tickets import tampering
from tools import chromium

NOT_IN_CHROMIUM = [  # the first two are windows of its own that it loads for every context
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # what Playwright leaves out: of two such lists Chromium heeds the last
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(NOT_IN_CHROMIUM)}",
]
PATIENCE = 20_000  # milliseconds that a page may take to show what is expected, on a busy machine
TEMPLATE, SHARED = f"{claims.run}_template", f"{claims.run}_shared"
TRANSACTIONAL = frozenset({"transactional_db", "cloned_db", "site"})
PREPARED: dict[str, str] = {}  # databases already made, by the fixture that begins from them


def pytest_configure(config: pytest.Config) -> None:
    """Collect the static files once a run: pages name them by their digests."""
    gc.disable()
    if not hasattr(config, "workerinput"):
        call_command("collectstatic", interactive=False, verbosity=0)


def pytest_collection_finish(session: pytest.Session) -> None:
    """Tests are imported without collecting garbage, and what was imported is never looked through again."""
    gc.freeze()
    gc.enable()


def _point_to(database: str) -> None:
    connections.close_all()
    for alias in connections:
        connections[alias].settings_dict["NAME"] = database


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Clones]:
    """Migrate a template as the owner, then let the application's log-in work on a copy of it."""
    claims.create_database(TEMPLATE, "template0")
    _point_to(TEMPLATE)
    gc.disable()  # a third of the time: each migration makes hundreds of models
    with django_db_blocker.unblock():
        call_command("migrate", verbosity=0)
    gc.enable()
    connections.close_all()
    claims.create_database(SHARED, TEMPLATE)
    _point_to(SHARED)
    clones = Clones()
    yield clones
    connections.close_all()
    clones.close()
    for name in (SHARED, *PREPARED.values(), TEMPLATE):
        claims.drop_database(name)


@pytest.fixture
def _django_db_helper(
    request: pytest.FixtureRequest, django_db_setup: Clones, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    marker = request.node.get_closest_marker("django_db")
    transactional = bool(marker and validate_django_db(marker)[0])
    if not (transactional or TRANSACTIONAL & set(request.fixturenames)):
        request.getfixturevalue("_django_db_helper")  # pytest-django's own, which rolls back
        yield
        return
    with django_db_blocker.unblock():
        name = django_db_setup.take(_template_of(request))
        _point_to(name)
        yield
        connections.close_all()
    _point_to(SHARED)
    django_db_setup.drop(name)


def _template_of(request: pytest.FixtureRequest) -> str:
    """The database this test's own begins as: the migrated one, or one that was prepared from it once a run."""
    for fixture, prepare in PREPARATIONS.items():
        if fixture in request.fixturenames:
            return PREPARED.get(fixture) or _prepare(fixture, prepare)
    return TEMPLATE


def _prepare(fixture: str, prepare: Callable[[], None]) -> str:
    name = f"{claims.run}_{fixture}"
    claims.create_database(name, TEMPLATE)
    _point_to(name)
    prepare()
    connections.close_all()
    PREPARED[fixture] = name
    return name


@pytest.fixture
def cloned_db(_django_db_helper: None) -> str:
    """A whole database of this test's own, where transactions really commit; gives its name."""
    return str(connections["default"].settings_dict["NAME"])


@pytest.fixture
def honest(cloned_db: str) -> None:
    """The log of tampering.honest_log: 307 entries, one full tile, four checkpoints, nothing waiting."""


@pytest.fixture
def six_games(cloned_db: str) -> None:
    """The log of tampering.six_games: twelve entries; nothing waits."""


PREPARATIONS = {"honest": tampering.honest_log, "six_games": tampering.six_games}


@pytest.fixture(scope="session")
def redis_client() -> Iterator[redis.Redis]:
    """A connection to the server of cache and channels, to this process's number in it."""
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        yield client


@pytest.fixture(autouse=True)
def _empty_cache(redis_client: redis.Redis) -> None:
    redis_client.flushdb()


@pytest.fixture
def site(cloned_db: str) -> Iterator[str]:
    """The address of the whole site, served on a database of this test's own."""
    with served() as address:
        yield address


@pytest.fixture
def printer(settings: Any, tmp_path: Path) -> str:
    """The identity of a printer to which the blocks of this test are encrypted."""
    identity = x25519.Identity.generate()
    settings.PRINTER_KEY, settings.PRINT_FOLDER = str(identity.to_public()), tmp_path / "print"
    return str(identity)


@pytest.fixture(scope="session")
def _chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    with sync_playwright() as playwright:
        loop = asyncio.get_running_loop()
        expect.set_options(timeout=PATIENCE)
        browser = playwright.chromium.launch(executable_path=chromium.installed(), args=CHROMIUM_ARGUMENTS)
        asyncio._set_running_loop(None)
        yield browser, loop
        asyncio._set_running_loop(loop)
        browser.close()


@pytest.fixture
def browser(_chromium: tuple[Browser, asyncio.AbstractEventLoop], monkeypatch: pytest.MonkeyPatch) -> Iterator[Browser]:
    """One Chromium for all tests; what a test opened in it is closed at its end.

    Playwright leaves its event loop marked as running in this thread. The mark is only set during the tests that
    drive the browser, or Django and asyncio would refuse to work in all the others.
    """
    chromium, loop = _chromium
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
    asyncio._set_running_loop(loop)
    yield chromium
    for context in chromium.contexts:
        context.close()
    connections.close_all()  # those opened under the mark are kept apart from the thread's others
    asyncio._set_running_loop(None)
