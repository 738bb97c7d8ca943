"""`manage.py demo`: load the demonstration into an empty embedded database."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from office.demonstration import issue, load_offer, ready_tickets
from office.demonstration_claim import load_claim
from office.demonstration_desks import load_desks
from office.demonstration_news import load_news
from office.demonstration_staff import in_role, load_staff
from payouts.publishing import set_amount
from tickets.models import Emission, Game

PUBLISHED_ABOVE = 10_000_00  # of a prize, for its winner's first name to be told (art. 6.3); invented


class Command(BaseCommand):
    help = "Issues one full block of each game into an empty embedded database; names tickets to play and log-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.EMBEDDED_DATABASE:
            raise CommandError("The demonstration is only loaded into the embedded database, never into DATABASE_URL.")
        if Game.objects.exists():
            raise CommandError("The database is not empty: the demonstration is already loaded, or is not wanted.")
        emissions = load_offer()
        tickets, staff = ready_tickets(issue(emissions, _bar)), load_staff()
        load_desks()
        set_amount(cents=PUBLISHED_ABOVE, by=in_role("emissions"))
        load_news(emissions)
        load_claim(emissions[0])
        path = settings.VAR / "demo.json"
        _write(path, {"tickets": tickets, "staff": staff})
        self.stdout.write("Tickets prêts à jouer\u00a0:")
        for ticket in tickets:
            self.stdout.write(f"  {ticket['name']:<24} {ticket['code']}   {ticket['lots']}")
        self.stdout.write("Comptes, pour /caisse/ et /admin/\u00a0:")
        for account in staff:
            self.stdout.write(f"  {account['login']:<16} {account['password']}   {account['for']}")
        self.stdout.write(f"Tout est aussi dans {path.relative_to(settings.BASE_DIR)}.")


def _bar(emission: Emission) -> Callable[[int, int], None]:
    bar = tqdm(desc=str(emission.game), unit=" tickets", disable=None)

    def show(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)
        if done == total:
            bar.close()

    return show


def _write(path: Path, made: dict[str, list[dict[str, str]]]) -> None:
    path.touch(mode=0o600)
    path.write_text(json.dumps(made, ensure_ascii=False, indent=2) + "\n")
