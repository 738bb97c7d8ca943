"""Each public page on the demonstration's offer, against 30 ms of server time."""

import os
import statistics
import subprocess
import sys
import time
from typing import Any

from tools.bench.scratch import CHECKOUT, scratch_database

MARK, REQUESTS = 0.030, 30


def main() -> None:
    """Print the slowest page's median, of 30 ms, and every page's in milliseconds."""
    with scratch_database("bench_public") as environment:
        environment |= {"SITE_URL": "http://testserver", "ALLOWED_HOSTS": "testserver"}
        command = [sys.executable, "-m", "tools.bench.public"]
        told = subprocess.run(command, cwd=CHECKOUT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    medians = {address: float(seconds) for address, seconds in map(str.split, told.stdout.splitlines())}
    print(f"the slowest of {len(medians)} public pages, of 30 ms: {max(medians.values()) / MARK:.2f}")
    for address, seconds in sorted(medians.items(), key=lambda one: -one[1]):
        print(f"  {address}: {seconds * 1000:.1f} ms")


def measure() -> None:
    """Fill the scratch database with the demonstration's offer; print each address and its median in seconds."""
    from django.test import Client

    from office.demonstration import load_offer
    from public.pages import every_page

    load_offer()
    client = Client()
    for page in every_page():
        _seconds(client, page.address)  # loads templates, and what a process keeps
        print(page.address, statistics.median(_seconds(client, page.address) for _ in range(REQUESTS)))


def _seconds(client: Any, address: str) -> float:
    started = time.perf_counter()
    answer = client.get(address)
    seconds = time.perf_counter() - started
    if answer.status_code != 200:
        raise LookupError(address)
    return seconds


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "illikolive.settings")
    django.setup()
    measure()
