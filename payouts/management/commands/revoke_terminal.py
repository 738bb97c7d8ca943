"""`manage.py revoke_terminal`: end a terminal that is lost or no longer used."""

import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from payouts import terminals
from payouts.models import Terminal


class Command(BaseCommand):
    help = "Refuses a terminal's token from now on; what it paid stays."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("terminal_id", type=uuid.UUID, help="as make_terminal printed it")

    def handle(self, *args: Any, terminal_id: uuid.UUID, **options: Any) -> None:
        try:
            terminal = terminals.revoke(terminal_id=terminal_id)
        except Terminal.DoesNotExist as error:
            raise CommandError(f"There is no terminal {terminal_id}.") from error
        self.stdout.write(f"{terminal}: revoked.")
