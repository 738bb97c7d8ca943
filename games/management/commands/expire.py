"""`manage.py expire`: record in the journal the plays whose thirty days are over (art. 3.3.8)."""

from typing import Any

from django.core.management.base import BaseCommand

from games.expiring import expire_plays


class Command(BaseCommand):
    help = "Records once, in the journal, each play that expired. Run it daily; running it again does nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{expire_plays()} expired plays recorded.")
