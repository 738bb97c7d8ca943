"""`manage.py erase_personal_data`: erase what is no longer to be kept of winners (art. 5.3.3, 6)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from payouts.erasing import keep_no_longer


class Command(BaseCommand):
    help = (
        "Does at once what the queue does daily; running it again, after a kill too, does what is left. Status 1 when "
        "a winner's data can't be read, which the log names."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        count = keep_no_longer()
        self.stdout.write(f"{count.details} winners reduced to name and address, {count.all} erased.")
        self.stdout.write(f"{count.rewrapped} put under the newest master key.")
        if count.unreadable:
            raise CommandError(f"{count.unreadable} winners can't be read.")
