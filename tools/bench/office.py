"""Customer service among three million tickets: a search by number and by damaged code, and the ticket's page."""

import os
import statistics
import subprocess
import sys
import time
from typing import Any

from tools.bench import desk
from tools.bench.scratch import CHECKOUT, scratch_database
from tools.bench.staff import sign_in

LIMIT = 0.1  # seconds of server time, from what was typed to the ticket's whole page


def main() -> None:
    """Print the medians, as ratios of the limit."""
    with scratch_database("bench_office") as environment:
        environment["SITE_URL"] = "http://testserver"
        environment["ALLOWED_HOSTS"] = "testserver"
        subprocess.run([sys.executable, "-m", "tools.bench.office"], cwd=CHECKOUT, env=environment, check=True)


def measure() -> None:
    """Fill the scratch database, and time each sort of search with the page that it leads to."""
    from django.test import Client

    won = desk.fill()
    client = signed_in(Client())
    typed = {
        "number": [number for number, _ in won],
        "code": [code for _, code in won],
        "code with two unreadable characters": [f"{code[:4]}?{code[5:9]}?{code[10:]}" for _, code in won],
    }
    for name, texts in typed.items():
        median = statistics.median(_seconds(client, text) for text in texts)
        print(f"a search by {name} among {desk.TICKETS:,} tickets, of {LIMIT * 1000:.0f} ms: {median / LIMIT:.2f}")


def _seconds(client: Any, text: str) -> float:
    started = time.perf_counter()
    answer = client.post("/admin/recherche/", {"cherche": text}, follow=True)
    seconds = time.perf_counter() - started
    if "La même phrase" not in answer.content.decode():
        raise LookupError("a search that leads to no ticket")
    return seconds


def signed_in(client: Any) -> Any:
    """Someone of customer service."""
    from django.contrib.auth.models import Group, User

    from office.roles import SERVICE

    user = User.objects.create_user("bench", is_staff=True)
    user.groups.set([Group.objects.get(name=SERVICE)])
    return sign_in(client, user, second_factor=True)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "illikolive.settings")
    django.setup()
    measure()
