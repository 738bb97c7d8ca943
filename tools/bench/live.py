"""What live boards cost: announcing, to the request that announces; connecting, to the memory of the process."""

import os
import statistics
import subprocess
import sys
import time
import uuid

import psutil
from websockets.sync.client import connect
from websockets.typing import Origin

from tools.bench.plays import held, play_id
from tools.bench.scratch import scratch_database
from tools.bench.serving import served

LIMIT = 0.0003  # seconds that announcing may cost a request
ANNOUNCEMENTS = 3_000
WARM, CONNECTIONS = 1_000, 10_000


def main() -> None:
    """Print both, as ratios."""
    with scratch_database("bench_live") as environment:
        command = [sys.executable, "-m", "tools.bench.live"]
        announcing = float(subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout)
        subprocess.run([sys.executable, "-m", "tools.bench.plays", "1"], env=environment, check=True)
        growth = _growth(environment)
    print(f"{'live boards':<66}{'ratio':>6}")
    print(f"{'announcing a board, of 0.3 ms of the request':<66}{announcing / LIMIT:>6.2f}")
    print(f"{f'memory after {CONNECTIONS:,} connections, of that after {WARM:,}':<66}{growth:>6.2f}")


def announcing_time() -> float:
    """Median seconds that a request spends to announce a board of 20 kB."""
    import django

    django.setup()
    from games.live import announce

    times, board = [], "x" * 20_000
    for _ in range(ANNOUNCEMENTS):
        started = time.perf_counter()
        announce(uuid.uuid4(), board)
        times.append(time.perf_counter() - started)
        time.sleep(0.001)  # the step itself, meanwhile
    return statistics.median(times)


def _growth(environment: dict[str, str]) -> float:
    session = held()[0]
    arguments = ["illikolive.asgi:application", "--lifespan", "off", "--log-level", "warning", "--no-proxy-headers"]
    with served("uvicorn", *arguments, environment=environment) as (pid, port):
        process, after = psutil.Process(pid), []
        for count in (WARM, CONNECTIONS - WARM):
            for _ in range(count):
                _connect(port, session)
            after.append(process.memory_info().rss)
    return after[1] / after[0]


def _connect(port: int, session: str) -> None:
    address = f"ws://127.0.0.1:{port}/partie/{play_id(0)}/direct"
    headers = {"Cookie": f"sessionid={session}"}
    origin = Origin(f"http://127.0.0.1:{port}")
    with connect(address, origin=origin, additional_headers=headers):
        pass


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "illikolive.settings")
    print(announcing_time())
