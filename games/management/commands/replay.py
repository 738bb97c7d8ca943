"""`manage.py replay`: play the whole record again through the rules and compare (art. 4.4.2)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.replaying import Differs, replay_all


class Command(BaseCommand):
    help = "Replays every play from its recorded draws; names the first that differs and ends with status 1."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            count = sum(1 for _ in replay_all())
        except Differs as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{count} plays replayed: each is what its record makes it.")
