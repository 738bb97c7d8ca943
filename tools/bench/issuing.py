"""Issuing a full block against what bounds it, its memory, and a look-up among 900,000 tickets against 1,000."""

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from pyrage import x25519

from tools.bench.scratch import CHECKOUT, scratch_database

ROUNDS = 3  # of look-ups, on the small and on the large database in turn
LAST_GAME = "603"  # issued by the command, for its memory; the other two are timed


def main() -> None:
    """Print the ratios."""
    with _database("bench_small") as small, _database("bench_large") as large:
        _worker(small, "blocks", "small")
        (ratio,) = _worker(large, "blocks", "large")
        memory = _memory([sys.executable, "manage.py", "issue_block", LAST_GAME, "1"], large)
        lookups = [_worker(large, "lookups")[0] / _worker(small, "lookups")[0] for _ in range(ROUNDS)]
    print(f"{'blocks of 300,000 tickets':<64}{'ratio':>8}")
    print(f"{'issuing, of COPY of the same rows + bare cryptography':<64}{ratio:>8.2f}")
    print(f"{'peak memory of manage.py issue_block, of 200 MB':<64}{memory / 200e6:>8.2f}")
    print(f"{'look-up of a code among 900,000 tickets, of one among 1,000':<64}{statistics.median(lookups):>8.2f}")


@contextmanager
def _database(name: str) -> Iterator[dict[str, str]]:
    """The environment of a scratch database whose blocks are printed for a printer of its own."""
    printer = x25519.Identity.generate()
    keys = {"PRINTER_KEY": str(printer.to_public()), "PRINTER_IDENTITY": str(printer), "ILLIKO_EMBEDDED": "1"}
    with tempfile.TemporaryDirectory() as folder, scratch_database(name) as environment:
        yield environment | keys | {"PRINT_FOLDER": folder, "DJANGO_SETTINGS_MODULE": "illikolive.settings"}


def _worker(environment: Mapping[str, str], module: str, *arguments: str) -> list[float]:
    """The numbers that a module of the bench prints."""
    command = [sys.executable, "-m", f"tools.bench.{module}", *arguments]
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return [float(word) for word in done.stdout.split()]


def _memory(command: list[str], environment: Mapping[str, str]) -> int:
    """The most memory that a command ever held, in bytes."""
    process = subprocess.Popen(command, cwd=CHECKOUT, env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
