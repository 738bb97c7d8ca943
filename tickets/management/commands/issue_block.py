"""manage.py issue_block GAME_CODE EMISSION: issue an emission's next block."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from tickets.issuing.planning import CannotIssue
from tickets.issuing.services import issue_block
from tickets.models import Emission


class Command(BaseCommand):
    """Issue a block, with a progress bar."""

    help = "Issue the next block of an emission: its tickets, its encrypted print file and its first journal entry."

    def add_arguments(self, parser: CommandParser) -> None:
        """The five digits that begin the tickets' numbers."""
        parser.add_argument("game_code", type=_digits, help="game code, such as 601")
        parser.add_argument("emission", type=_digits, help="number of the emission, such as 01")

    def handle(self, *args: Any, game_code: int, emission: int, **options: Any) -> None:
        """Issue, and say what was issued."""
        found = Emission.objects.filter(game_code=game_code, number=emission).first()
        if found is None:
            raise CommandError(f"there is no emission {game_code:03d} {emission:02d}")
        with tqdm(unit=" tickets", disable=None) as bar:
            try:
                block = issue_block(emission_id=found.pk, progress=lambda done, total: _show(bar, done, total))
            except CannotIssue as error:
                raise CommandError(str(error)) from error
        self.stdout.write(f"Block {block.number} of emission {game_code:03d} {emission:02d} is issued.")


def _digits(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ValueError(text)
    return int(text)


def _show(bar: "tqdm[Any]", done: int, total: int) -> None:
    bar.total = total
    bar.update(done - bar.n)
