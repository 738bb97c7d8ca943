"""manage.py verify_journal: recompute the journal and the blocks, and name the first record that was altered."""

from argparse import BooleanOptionalAction
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from tickets.verifying import Altered, verify


class Command(BaseCommand):
    """Verify, with a progress bar; the exit code is 1 if anything was altered."""

    help = "Recompute every chain of the journal, and every block's tickets against its first entry."

    def add_arguments(self, parser: CommandParser) -> None:
        """Blocks take longest and may be left out."""
        parser.add_argument("--blocks", action=BooleanOptionalAction, default=True, help="verify the tickets too")

    def handle(self, *args: Any, blocks: bool, **options: Any) -> None:
        """Verify, and say how much was."""
        try:
            counts = verify(blocks=blocks, watch=_bar)
        except Altered as error:
            raise CommandError(f"ALTERED: {error}") from error
        self.stdout.write(f"Nothing was altered: {counts.entries} entries of {counts.chains} chains", ending="")
        self.stdout.write(f", {counts.tickets} tickets of {counts.blocks} blocks." if blocks else ".")


def _bar(unit: str, total: int, records: Iterable[Any]) -> Iterable[Any]:
    return tqdm(records, total=total, unit=f" {unit}", disable=None)
