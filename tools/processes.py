"""What the embedded servers have in common: a process known by its number and its folder, a program of a package."""

import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import psutil

PATIENCE = 60  # seconds


class NoServer(Exception):
    """A server can't be had; the message says what to install or where to look."""


def running(pid_file: Path, folder: Path) -> int | None:
    """The number in `pid_file` if that process lives and works in `folder`: a later one may have got its number."""
    try:
        pid = int(pid_file.read_text().partition("\n")[0])
    except (FileNotFoundError, ValueError):
        return None
    return pid if works_in(pid, folder) else None


def works_in(pid: int, folder: Path) -> bool:
    """Whether the process lives and was started in `folder`."""
    try:
        return Path(psutil.Process(pid).cwd()) == folder.resolve()
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False


def wait_until(true: Callable[[], bool], complaint: str) -> None:
    """Wait; NoServer with the complaint when it takes too long."""
    deadline = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > deadline:
            raise NoServer(complaint)
        time.sleep(0.01)


def site_of(package: str) -> Path | None:
    """The folder a package is installed in, if it is."""
    spec = find_spec(package)
    return Path(spec.origin).parent.parent if spec and spec.origin else None
