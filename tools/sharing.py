"""How processes share one pair of servers: each holds a lock while it lives, the last one to leave stops them.

The lock on var/servers.lock is shared. The kernel drops it however the process ends; the one that leaves and finds
nobody else holding it stops the servers. After a `kill -9` of the last one the servers go on, and the next start
adopts them.
"""

import atexit
import contextlib
import fcntl
import os
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import FrameType
from typing import IO

import psutil
import psycopg

from tools import secrets
from tools.places import Places, server_user
from tools.postgres import Postgres
from tools.processes import NoServer
from tools.valkey import Valkey


def join(var: Path, missing: Sequence[str], lasting: bool) -> dict[str, str]:
    """Become one of the servers' users and start those whose address is `missing`.

    Gives what to put into the environment; leaves with one line when a server can't be had.
    """
    try:
        var.mkdir(parents=True, exist_ok=True)
        with _starting(var):
            return _join(var, missing, lasting)
    except (NoServer, OSError, KeyError, psycopg.Error, psutil.Error) as error:
        sys.exit(f"Embedded servers: {error}")


@contextlib.contextmanager
def _starting(var: Path) -> Iterator[None]:
    with (var / "starting.lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _join(var: Path, missing: Sequence[str], lasting: bool) -> dict[str, str]:
    known = secrets.load(var / "secrets.env")
    places = Places(var, known["SECRET_KEY"], server_user())
    users = (var / "servers.lock").open("a")
    fcntl.flock(users, fcntl.LOCK_SH)  # waits for a process that is stopping them
    _leave_at_exit(users, places)
    values = {}
    if missing:
        places.make()
    if "REDIS_URL" in missing:
        values["REDIS_URL"] = Valkey(places).ensure()
    if "DATABASE_URL" in missing:
        values |= _database(Postgres(places, lasting), known)
    return values


def _database(postgres: Postgres, known: dict[str, str]) -> dict[str, str]:
    owner, app = known["OWNER_PASSWORD"], known["APP_PASSWORD"]
    postgres.ensure({"illiko_owner": owner, "illiko_app": app})
    return {
        "DATABASE_URL": postgres.url("illiko_app", app),
        "DATABASE_OWNER_URL": postgres.url("illiko_owner", owner),
        **{name: value for name, value in known.items() if name not in ("OWNER_PASSWORD", "APP_PASSWORD")},
    }


def _leave_at_exit(users: IO[str], places: Places) -> None:
    owner = os.getpid()

    def leave() -> None:
        if os.getpid() == owner:  # a fork inherits the handler, and lives on its parent's share
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
