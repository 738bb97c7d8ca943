"""`manage.py make_terminal`: a terminal of a desk, whose token is printed once and kept nowhere."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from payouts import terminals
from payouts.models import Desk


class Command(BaseCommand):
    help = "Makes a terminal of a desk and prints its token, once; revoke_terminal ends it. See docs/terminals.md."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("desk_id", type=int)
        parser.add_argument("name", help="what the desk calls it, at most 60 characters")

    def handle(self, *args: Any, desk_id: int, name: str, **options: Any) -> None:
        name = name.strip()
        if not 1 <= len(name) <= 60 or not name.isprintable():
            raise CommandError("A terminal's name has 1 to 60 printable characters.")
        try:
            terminal, token = terminals.make(desk_id=desk_id, name=name)
        except Desk.DoesNotExist as error:
            raise CommandError(f"There is no desk {desk_id}.") from error
        self.stdout.write(f"Terminal {terminal.id}: {terminal}\nToken, shown only now: {token}")
