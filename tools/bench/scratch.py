"""A database of the bench's own on the server in use, migrated, and dropped at the end."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

CHECKOUT = Path(__file__).resolve().parent.parent.parent


@contextlib.contextmanager
def scratch_database(name: str) -> Iterator[dict[str, str]]:
    """The environment in which a process works on the database `name`, made anew with every migration."""
    owner = os.environ["DATABASE_OWNER_URL"]
    environment = os.environ | {
        "ANCHOR_FOLDER": f"/nonexistent/{name}",  # a scratch log is put aside nowhere
        "DATABASE_URL": _on(os.environ["DATABASE_URL"], name),
        "DATABASE_OWNER_URL": _on(owner, name),
    }
    with psycopg.connect(owner, autocommit=True) as connection:
        _drop(connection, name)
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            migrate = [sys.executable, "manage.py", "migrate", "-v0"]
            subprocess.run(migrate, cwd=CHECKOUT, env=environment, check=True)
            yield environment
        finally:
            _drop(connection, name)


def _drop(connection: psycopg.Connection, name: str) -> None:
    connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name)))


def _on(url: str, name: str) -> str:
    return urlsplit(url)._replace(path=f"/{name}").geturl()
