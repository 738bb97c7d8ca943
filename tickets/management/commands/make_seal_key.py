"""manage.py make_seal_key: a new pair of keys for the seal, printed once and kept nowhere."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tickets.journal.notes import generate


class Command(BaseCommand):
    """Print a private key and its public half."""

    help = "Make a pair of keys for the seal: SEAL_KEY for the sealer alone, the other to add to SEAL_PUBLIC_KEYS."

    def add_arguments(self, parser: CommandParser) -> None:
        """The name stays the same when a key replaces another."""
        parser.add_argument("name", help="the log's origin, such as illikolive.com/journal")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        """Print both; CommandError for a name that a signed note can't bear."""
        try:
            key = generate(name)
        except ValueError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"SEAL_KEY={key.private}\nSEAL_PUBLIC_KEYS={key.public}")
