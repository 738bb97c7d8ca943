"""The answer of a desk among three million tickets: looked up by number and code, and its page rendered."""

import os
import statistics
import subprocess
import sys
import time
from typing import Any

from tools.bench.scratch import CHECKOUT, scratch_database
from tools.bench.staff import sign_in

LIMIT = 0.05  # seconds of server time
TICKETS, A_BOOKLET = 3_000_000, 50
ANSWERS = 200
FILL = """
INSERT INTO tickets_booklet (key, block_id, stolen, misprint, void)
SELECT 99900000000 + n, {block}, false, false, false FROM generate_series(1, {booklets}) n;
INSERT INTO tickets_ticket (number, booklet_id, lookup, sealed_tier)
SELECT (99900000001 + n / {size}) * 10000 + n % {size}, 99900000001 + n / {size}, sha256(n::text::bytea), '\\x00'
FROM generate_series(0, {tickets} - 1) n;
ANALYZE tickets_booklet; ANALYZE tickets_ticket;
"""


def main() -> None:
    """Print the median of an answer's time, as a ratio of the limit."""
    with scratch_database("bench_desk") as environment:
        environment["SITE_URL"] = "http://testserver"
        environment["ALLOWED_HOSTS"] = "testserver"
        subprocess.run([sys.executable, "-m", "tools.bench.desk"], cwd=CHECKOUT, env=environment, check=True)


def measure() -> None:
    """Fill the scratch database, and time the two requests that a look-up takes."""
    from django.test import Client

    won = fill()
    client, seconds = _signed_in(Client()), []
    for number, code in won:
        started = time.perf_counter()
        answer = client.post("/caisse/", {"numero": number, "code": code}, follow=True)
        seconds.append(time.perf_counter() - started)
        if "à payer" not in answer.content.decode():
            raise LookupError(number)
    print(
        f"a desk's answer among {TICKETS:,} tickets, of {LIMIT * 1000:.0f} ms: {statistics.median(seconds) / LIMIT:.2f}"
    )


def fill() -> list[tuple[str, str]]:
    """Three million tickets, and some more whose play won: the numbers and codes of those."""
    from django.db import connections
    from django.utils import timezone

    from office.demonstration import load_offer
    from tickets import peppers
    from tickets.models import Block

    emission = next(one for one in load_offer() if one.game.slug == "poule_aux_oeufs_d_or")
    key = peppers.newest().key_id
    block = Block.objects.create(
        emission=emission, number=1, pepper_key=key, root=b"", print_digest=b"", issued_at=timezone.now()
    )
    filled = {"block": block.pk, "booklets": TICKETS // A_BOOKLET, "size": A_BOOKLET, "tickets": TICKETS}
    with connections["owner"].cursor() as cursor:
        cursor.execute(FILL.format(**filled))
    return [_won(block, number) for number in range(1, ANSWERS + 1)]


def _won(block: Any, booklet: int) -> tuple[str, str]:
    """A ticket of the last tier whose golden egg was found on the first go."""
    from games.playing import play_step
    from games.rules.dealer import Scripted
    from games.rules.poule_aux_oeufs_d_or import EGG
    from games.starting import enter_code
    from tickets import blind, codes, numbers, peppers
    from tickets.models import Booklet, Ticket

    key = numbers.booklet_key(block.emission.game_code, block.emission.number, booklet)
    number, code, opener = numbers.numbers_of_booklet(key, 1)[0], codes.new_codes(1)[0], peppers.newest()
    lookup = blind.lookup(opener, code)
    sealed = blind.seal(opener, code, lookup, number=number, block_id=block.pk, tier=5)
    Booklet.objects.create(key=key, block=block)
    Ticket.objects.create(number=number, booklet_id=key, lookup=lookup, sealed_tier=sealed)
    play = enter_code(text=code)
    play_step(play_id=play.id, step=0, data={"poule": "7"}, dealer=Scripted(EGG))
    return numbers.shown(number), code


def _signed_in(client: Any) -> Any:
    """Someone at a point of sale."""
    from office.demonstration_staff import load_staff
    from payouts.models import Teller

    load_staff()
    return sign_in(client, Teller.objects.get(user__username="tabac").user)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "illikolive.settings")
    django.setup()
    measure()
