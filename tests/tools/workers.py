"""Processes that use the embedded servers of a checkout made for a test."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psutil
import psycopg

from tools import secrets
from tools.places import Places, server_user

REPOSITORY = Path(__file__).resolve().parents[2]
WORK = """
import json, os, sys
from pathlib import Path
import encodings.idna, psycopg, redis, psutil, pyrage
from tools import embedded
embedded.start(Path(sys.argv[1]))
print(json.dumps({name: value for name, value in os.environ.items() if name.isupper()}), flush=True)
sys.stdin.read()
"""
OWN_WHEELS = """
import sys
sys.path.insert(0, sys.argv[2])
"""
AS_NOBODY = """
import os, pwd
import encodings.idna, psycopg, redis, psutil, pyrage, tools.sharing
nobody = pwd.getpwnam("nobody")
os.setgroups([]), os.setgid(nobody.pw_gid), os.setuid(nobody.pw_uid)
"""


class Worker:
    """A process that uses the servers until its standard input is closed or a signal ends it."""

    def __init__(self, checkout: Path, prelude: str = "", *arguments: str, **environment: str) -> None:
        chosen = ("DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "ILLIKO_EMBEDDED", "SITE_URL")
        inherited = {name: value for name, value in os.environ.items() if name not in chosen}
        self.process = subprocess.Popen(
            [sys.executable, "-c", prelude + WORK, str(checkout), *arguments],
            cwd=REPOSITORY,
            env=inherited | environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.environment: dict[str, str] = {}

    def ready(self) -> "Worker":
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, self.process.communicate()[1]
        self.environment = json.loads(line)
        return self

    def kill(self) -> None:
        """Make sure it is gone, whatever the test left undone."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.communicate()

    def end(self, number: signal.Signals | None = None) -> tuple[int, str]:
        """End it, with a signal to its whole group as a terminal does; its exit status and what it complained of."""
        if number:
            os.killpg(self.process.pid, number)
        complaint = self.process.communicate()[1]
        return self.process.returncode, complaint


def places_of(checkout: Path) -> Places:
    var = checkout.resolve() / "var"
    return Places(var, secrets.load(var / "secrets.env")["SECRET_KEY"], server_user())


def servers_in(folder: Path) -> set[int]:
    """The server processes that work in a folder; those they started themselves, PostgreSQL's helpers, are left out."""
    parents = {}
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            if Path(process.cwd()).is_relative_to(folder):
                parents[process.pid] = process.ppid()
    return {pid for pid, parent in parents.items() if parent not in parents}


def answers(worker: Worker) -> bool:
    with contextlib.suppress(psycopg.OperationalError):
        with psycopg.connect(worker.environment["DATABASE_URL"]) as connection:
            return connection.execute("SELECT current_user").fetchone() == ("illiko_app",)
    return False


@contextlib.contextmanager
def checkout_at(name: str = "checkout", mode: int = 0o755) -> Iterator[Path]:
    base = Path(tempfile.mkdtemp(prefix="illiko-test-"))
    base.chmod(mode)
    checkout = base / name
    checkout.mkdir(parents=True)
    try:
        yield checkout
    finally:
        places = places_of(checkout)
        left = servers_in(places.data)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        if places.data.parent != places.var:
            shutil.rmtree(places.data.parent, ignore_errors=True)
        shutil.rmtree(places.sockets, ignore_errors=True)
        shutil.rmtree(base)
        assert not left, "servers were left behind"
