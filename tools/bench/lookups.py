"""Times look-ups of codes printed in a scratch database; prints the median, in seconds."""

import statistics
import time
from random import sample
from typing import Any

COUNT = 2_000  # look-ups


def median() -> float:
    """Find the tickets of some codes as the code form does, each in a transaction."""
    from django.conf import settings

    from tickets import codes
    from tickets.issuing import print_file

    paths = list(settings.PRINT_FOLDER.iterdir())
    printed = [codes.read(one.code) for path in paths for one in print_file.read(path, settings.PRINTER_IDENTITY)]
    return statistics.median(map(_seconds, sample(printed, min(COUNT, len(printed)))))


def _seconds(code: str) -> float:
    from django.db import transaction

    from tickets.finding import find_ticket

    started = time.perf_counter()
    with transaction.atomic():
        found: Any = find_ticket(code)
    seconds = time.perf_counter() - started
    if found is None:
        raise LookupError("a printed code that no ticket bears")
    return seconds


if __name__ == "__main__":
    import django

    django.setup()
    print(median())
