"""`manage.py erase_personal_data`: erase what is no longer to be kept of winners (art. 5.3.3, 6) and of claimants."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from payouts import erasing
from payouts.claiming import erasing as claiming


class Command(BaseCommand):
    help = (
        "Does at once what the queue does daily; running it again, after a kill too, does what is left. Status 1 when "
        "a winner's or a claimant's data can't be read, which the log names."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        count, claims = erasing.keep_no_longer(), claiming.keep_no_longer()
        self.stdout.write(f"{count.details} winners reduced to name and address, {count.all} erased.")
        self.stdout.write(f"{claims.erased} claims erased.")
        self.stdout.write(f"{count.rewrapped + claims.rewrapped} put under the newest master key.")
        if count.unreadable or claims.unreadable:
            raise CommandError(f"{count.unreadable} winners can't be read, nor {claims.unreadable} rows of claims.")
