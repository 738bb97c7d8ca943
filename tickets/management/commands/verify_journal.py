"""manage.py verify_journal: recompute the journal, its log and the blocks, and name the first altered record."""

from argparse import BooleanOptionalAction
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from tickets.verifying import Altered, Counts, verify
from tickets.verifying.keeping import Keeper
from tickets.verifying.reading import Advance

SOON = timedelta(seconds=60)  # within which a sealer at work has sealed any entry


class Command(BaseCommand):
    """Verify, with progress bars; the exit code is 1 if anything was altered, 130 if it was interrupted."""

    help = (
        "Recompute every chain of the journal, the signed log over them, and every block's tickets against its first "
        "entry. What was verified is kept in var/verify_journal.json until the end: an interrupted run goes on from "
        "there with --resume, and does not read again what it had verified."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Blocks take longest and may be left out."""
        parser.add_argument("--blocks", action=BooleanOptionalAction, default=True, help="verify the tickets too")
        parser.add_argument("--resume", action="store_true", help="go on where a run was interrupted")

    def handle(self, *args: Any, blocks: bool, resume: bool, **options: Any) -> None:
        """Verify, and say how much was."""
        keeper = Keeper(settings.VAR / "verify_journal.json", resume=resume)
        if resume and not keeper.resumed:
            self.stdout.write("No interrupted run of this database is known: from the first entry on.")
        try:
            counts = verify(blocks=blocks, watch=_bar, keeper=keeper)
        except Altered as error:
            raise CommandError(f"ALTERED: {error}") from error
        except KeyboardInterrupt:
            raise CommandError("Interrupted: --resume goes on from here.", returncode=130) from None
        self._tell(counts, blocks=blocks)

    def _tell(self, counts: Counts, *, blocks: bool) -> None:
        tickets = f", {counts.tickets} tickets of {counts.blocks} blocks" if blocks else ""
        self.stdout.write(
            f"Nothing was altered: {counts.entries} entries of {counts.chains} chains, "
            f"{counts.sealed} sealed by {counts.checkpoints} checkpoints, {counts.waiting} waiting{tickets}."
        )
        if counts.skipped:
            self.stdout.write(f"{counts.skipped} more entries were verified before the interruption, not again.")
        if counts.oldest > SOON:
            seconds = f"{counts.oldest.total_seconds():.0f} s"
            self.stderr.write(self.style.WARNING(f"An entry has been waiting for {seconds}: is the sealer running?"))


@contextmanager
def _bar(unit: str, total: int) -> Iterator[Advance]:
    with tqdm(total=total, unit=f" {unit}", disable=None) as bar:
        yield bar.update
