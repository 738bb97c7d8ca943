"""The sealer's rate, and what an entry costs to write and to seal when the log is short and when it is long."""

import os
import statistics
import subprocess
import sys
import time

from tools.bench.scratch import scratch_database

SHORT, LONG = 1_000, 1_000_000  # entries in the log
BATCH = 20_000
WRITES = 1_000
ENOUGH = 3_000  # entries a second


def main() -> None:
    """Print the rates and ratios."""
    with scratch_database("bench_sealing") as environment:
        command = [sys.executable, "-m", "tools.bench.sealing"]
        out = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
    rate, sealing, writing = map(float, out.split())
    print(f"{'sealing':<66}{'ratio':>6}")
    print(f"{f'sealing a long log, {rate:,.0f} entries/s, of {ENOUGH:,}':<66}{rate / ENOUGH:>6.2f}")
    print(f"{f'sealing on {LONG:,} entries, of on {SHORT:,}':<66}{sealing:>6.2f}")
    print(f"{f'writing an entry beside a log of {LONG:,}, of {SHORT:,}':<66}{writing:>6.2f}")


def measure() -> tuple[float, float, float]:
    """Entries sealed a second at the end; seconds to seal and to write, on the long log over on the short one."""
    _seal(SHORT)
    sealing, writing = _seconds_to_seal(), _seconds_to_write()
    while (left := LONG - _size()) > 0:
        _seal(min(left, BATCH))
    long_sealing, long_writing = _seconds_to_seal(), _seconds_to_write()
    return BATCH / long_sealing, long_sealing / sealing, long_writing / writing


def _size() -> int:
    from tickets.seal.tree import Tree

    return Tree().size


def _seal(count: int) -> float:
    """Put entries' digests into the outbox, seal them, and return the seconds that sealing took."""
    from django.conf import settings
    from django.db import connection

    from tickets.journal.notes import Signer
    from tickets.seal.sealer import seal_once

    waiting = """
        INSERT INTO tickets_outbox (subject, subject_id, number, digest)
        SELECT 1, number, 1, sha256(convert_to(number::text, 'UTF8'))
        FROM generate_series(%s::bigint, %s::bigint) AS number
    """
    with connection.cursor() as cursor:
        size = _size()
        cursor.execute(waiting, [size, size + count - 1])
    signer, started = Signer.read(settings.SEAL_KEY), time.perf_counter()
    seal_once(signer, at_once=count)
    return time.perf_counter() - started


def _seconds_to_seal() -> float:
    return statistics.median(_seal(BATCH) for _ in range(5))


def _seconds_to_write() -> float:
    """Median seconds of a transaction that adds one entry to a chain, as a step does."""
    from django.db import connection, transaction
    from django.utils import timezone

    from tickets import record
    from tickets.journal.chain import Subject

    head, times = record.head(Subject.GAME, 1), []
    for _ in range(WRITES):
        started = time.perf_counter()
        with transaction.atomic():
            head = record.append(Subject.GAME, 1, "note", {}, at=timezone.now(), after=head)
        times.append(time.perf_counter() - started)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM tickets_outbox")  # only written, for their time
    return statistics.median(times)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "illikolive.settings")
    django.setup()
    print(*measure())
