"""The first page of the admin after three million plays in a month, against the same after three thousand."""

import os
import statistics
import subprocess
import sys
import time
from typing import Any

from tools.bench import office
from tools.bench.scratch import CHECKOUT, scratch_database

FEW, MANY, REQUESTS = 3_000, 3_000_000, 40
# One after another over thirty days, a whole day's share today; nine in ten ended, two in three of these won and paid.
# Their tickets are not there, and nothing reads them.
FILL = """
ALTER TABLE games_play SET (autovacuum_enabled = false); -- one at work would keep the database from being dropped
ALTER TABLE payouts_payment SET (autovacuum_enabled = false);
DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT conrelid::regclass AS of, conname FROM pg_constraint
    WHERE contype = 'f' AND conrelid IN ('games_play'::regclass, 'payouts_payment'::regclass)
  LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', one.of, one.conname); END LOOP;
END $$;
INSERT INTO games_play (id, ticket_id, tier_id, state, step, started_at, deadline, ended_at, outcome, amount,
  expiry_recorded, entries, head)
SELECT gen_random_uuid(), {first} + n, {tier}, '{{}}', 4, moment, moment + interval '31 days',
  CASE WHEN n % 10 > 0 THEN moment END, '', CASE WHEN n % 10 > 0 THEN n % 3 * 200 END, false, 5, '\\x00'
FROM generate_series(0, {plays} - 1) n,
  LATERAL (SELECT n * 30 / {plays} AS day, (n * 30.0 / {plays}) % 1 AS share) AS placed,
  LATERAL (SELECT {today} + (day - 29) * interval '1 day'
    + share * CASE WHEN day = 29 THEN now() - {today} ELSE interval '1 day' END AS moment) AS told;
INSERT INTO payouts_payment (id, ticket_id, what, means, amount, desk_id, teller_id, request, paid_at, day,
  cancel_reason, reason)
SELECT gen_random_uuid(), ticket_id, 'prize', 'cash', amount, 1, {teller}, gen_random_uuid(), ended_at,
  (ended_at AT TIME ZONE 'Europe/Paris')::date, '', '' FROM games_play WHERE amount > 0;
ANALYZE games_play; ANALYZE payouts_payment;
"""


def main() -> None:
    """Print the ratio of the medians, what the first page after a pause takes, and what counting a day does."""
    few, many = (_measured(plays) for plays in (FEW, MANY))
    print(f"the admin's first page after {MANY:,} plays in a month, of it after {FEW:,}: {many[0] / few[0]:.2f}")
    print(f"the same page when it counts today's {MANY // 30:,} plays, of 500 ms: {many[1] / 0.5:.2f}")
    print(f"counting a day of {MANY // 30:,} plays, of 60 s: {many[2] / 60:.3f}")


def _measured(plays: int) -> list[float]:
    with scratch_database("bench_home") as environment:
        environment |= {"SITE_URL": "http://testserver", "ALLOWED_HOSTS": "testserver"}
        command = [sys.executable, "-m", "tools.bench.home", str(plays)]
        told = subprocess.run(command, cwd=CHECKOUT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    return [float(number) for number in told.stdout.split()]


def measure(plays: int) -> None:
    """Fill the scratch database; print seconds: the page's median, its first time, a day's counting."""
    from django.contrib.auth.models import User
    from django.core.cache import cache
    from django.test import Client

    from office.figures import count_days

    client = office.signed_in(Client())
    User.objects.update(is_superuser=True)
    _fill(plays, User.objects.get().pk)
    started = time.perf_counter()
    days = count_days()
    counting = (time.perf_counter() - started) / len(days)
    _seconds(client)  # loads templates
    cache.clear()
    seconds = [_seconds(client) for _ in range(REQUESTS)]
    print(statistics.median(seconds), seconds[0], counting)


def _fill(plays: int, teller: int) -> None:
    from django.db import connections

    from office.demonstration import load_offer

    emission = next(one for one in load_offer() if one.game.slug == "poule_aux_oeufs_d_or")
    first = (emission.game_code * 100 + emission.number) * 10**10
    tier = emission.prize_table.tiers.first()
    assert tier is not None, "the offer's tables have lines"
    today = "(date_trunc('day', now() AT TIME ZONE 'Europe/Paris') AT TIME ZONE 'Europe/Paris')"
    with connections["owner"].cursor() as cursor:
        cursor.execute(FILL.format(first=first, tier=tier.pk, plays=plays, teller=teller, today=today))


def _seconds(client: Any) -> float:
    started = time.perf_counter()
    answer = client.get("/admin/")
    seconds = time.perf_counter() - started
    if "En cours maintenant" not in answer.content.decode():
        raise LookupError("a page without figures")
    return seconds


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "illikolive.settings")
    django.setup()
    measure(int(sys.argv[1]))
