"""The verifier's rate on a sealed journal, alone and of a bare reading of the same rows."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

from tools.bench.scratch import scratch_database

CHAINS, STEPS = 30_000, 8  # 240,000 entries
SEALED_AT_ONCE = 3_000  # a second of the site at its busiest
ROUNDS = 3  # of both, in turn
ENOUGH = 50_000  # entries a second
AMONG = ("7", "8", "9", "10", "V", "D", "R", "A")
READ = (
    "SELECT subject, subject_id, number, kind, text, previous, digest FROM tickets_journalentry "
    "ORDER BY subject, subject_id, number",
    "SELECT subject, subject_id, number, digest, index FROM tickets_leaf ORDER BY subject, subject_id, number",
    "SELECT index, digest FROM tickets_leaf ORDER BY index",
)


def main() -> None:
    """Print the rate and the ratios."""
    with scratch_database("bench_verifying") as environment:
        command = [sys.executable, "-m", "tools.bench.verifying"]
        out = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
    rate, share = map(float, out.split())
    print(f"{f'verifying {CHAINS * STEPS:,} sealed entries':<66}{'ratio':>6}")
    print(f"{f'verifying, {rate:,.0f} entries/s, of {ENOUGH:,}':<66}{rate / ENOUGH:>6.2f}")
    print(f"{'verifying, of a bare reading of the same rows':<66}{share:>6.2f}")


def measure() -> tuple[float, float]:
    """Entries verified a second, and that rate over the one of only reading them and their leaves."""
    from tickets.verifying import verify

    _write()
    rates = [(_rate(lambda: verify(blocks=False)), _rate(_read)) for _ in range(ROUNDS)]
    verified, read = (statistics.median(each) for each in zip(*rates, strict=True))
    return verified, verified / read


def _rate(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return CHAINS * STEPS / (time.perf_counter() - started)


def _read() -> None:
    from django.db import connection, transaction

    for statement in READ:
        with transaction.atomic(), connection.chunked_cursor() as cursor:
            cursor.execute(statement)
            while cursor.fetchmany(2_000):
                pass


def _write() -> None:
    """Plays of eight steps, and their log, in which the entries of a chain lie far apart."""
    from django.conf import settings
    from django.db import connection, transaction

    from tickets.journal.notes import Signer
    from tickets.seal.sealer import seal_once

    columns = "subject, subject_id, number, kind, text, previous, digest"
    with transaction.atomic(), connection.cursor() as cursor:
        with cursor.copy(f"COPY tickets_journalentry ({columns}) FROM STDIN") as copy:
            for row in _rows():
                copy.write_row(row)
        cursor.execute("UPDATE tickets_outbox SET id = number * %s + subject_id", [10**15])
    signer = Signer.read(settings.SEAL_KEY)
    while seal_once(signer, at_once=SEALED_AT_ONCE):
        pass


def _rows() -> Iterator[tuple[object, ...]]:
    from django.utils import timezone

    from tickets.journal import chain

    at = timezone.now()
    for play in range(CHAINS):
        previous, ticket = chain.GENESIS, 501_01_000001_001_0 + 10 * play
        for number in range(1, STEPS + 1):
            draws = [{"name": "spade", "among": AMONG, "result": [AMONG[number - 1]]}] * 2
            data = {"step": number, "choice": "A", "draws": draws, "amount": None, "outcome": None}
            entry = chain.make(chain.Subject.TICKET, ticket, number, "step", data, at=at, previous=previous)
            previous = entry.digest
            yield entry.subject, ticket, number, entry.kind, entry.text, entry.previous, entry.digest


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "illikolive.settings")
    django.setup()
    print(*measure())
