"""What one test process holds alone, however many run at once: its databases' prefix and its Redis number.

Both are advisory locks of one connection to PostgreSQL, so a killed run gives them back by dying; the next one to
start drops the databases it left.
"""

import atexit
import os
import re
import secrets

import psycopg
import redis
from psycopg import sql

RUNS, NUMBERS = 1, 2  # classes of advisory locks

connection = psycopg.connect(os.environ["DATABASE_OWNER_URL"], autocommit=True)
atexit.register(connection.close)


def _claim(kind: int, number: int) -> bool:
    row = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", [kind, number]).fetchone()
    return bool(row and row[0])


def _drop_what_dead_runs_left() -> None:
    names = [name for (name,) in connection.execute("SELECT datname FROM pg_database WHERE datname LIKE 'test\\_%'")]
    for name in names:
        found = re.fullmatch(r"test_(\d+)_\w+", name)
        if found and _claim(RUNS, int(found[1])):
            drop_database(name)
            connection.execute("SELECT pg_advisory_unlock(%s, %s)", [RUNS, int(found[1])])


def _claim_run() -> str:
    while not _claim(RUNS, number := secrets.randbelow(2**31)):
        pass
    return f"test_{number}"


def _claim_redis(url: str) -> int:
    """The number of a Redis database nobody else tests on; 0 is left to the site itself."""
    with redis.Redis.from_url(url) as client:
        count = int(client.config_get("databases")["databases"])
    return next(number for number in range(1, count) if _claim(NUMBERS, number))


def create_database(name: str, template: str) -> None:
    """Make a database as a copy of another one."""
    statement = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
    connection.execute(statement.format(sql.Identifier(name), sql.Identifier(template)))


def drop_database(name: str) -> None:
    """Drop a database, whoever is connected to it.

    FORCE may not end an autovacuum, which the server runs as its superuser; without it the server ends that by itself.
    """
    drop = sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name))
    try:
        connection.execute(drop + sql.SQL(" WITH (FORCE)"))
    except psycopg.errors.InsufficientPrivilege:
        connection.execute(drop)


_drop_what_dead_runs_left()
run = _claim_run()
redis_number = _claim_redis(os.environ["REDIS_URL"])
