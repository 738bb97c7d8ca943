"""`manage.py gather_transfers`: put the transfers that leave today into files for the bank (art. 5.3.1)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.templatetags.french import euros
from payouts.gathering import gather
from tickets.calendar import paris_day


class Command(BaseCommand):
    help = (
        "Does at once what the queue does early each working day; running it again, after a kill too, takes what is "
        "left. Status 1 when a transfer's order can't be written, which the log names."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        gathered = gather(paris_day(timezone.now()))
        for file in gathered.files:
            self.stdout.write(f"{file.name}: {file.orders} transfers, {euros(file.total)}.")
        if not gathered.files:
            self.stdout.write("No transfer leaves.")
        if gathered.left_out:
            raise CommandError(f"{len(gathered.left_out)} transfers can't leave.")
