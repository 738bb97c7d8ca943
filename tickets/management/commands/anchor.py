"""manage.py anchor: keep today's checkpoint where it can be copied to others, time-stamped where that is configured."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tickets.seal.anchoring import NotSigned, NotStamped, anchor


class Command(BaseCommand):
    """Anchor now; done once a day, further calls only ask for a stamp that is missing."""

    help = "Write today's checkpoint into ANCHOR_FOLDER, once, with its RFC 3161 time stamp when TIMESTAMP_URL is set."

    def handle(self, *args: Any, **options: Any) -> None:
        """Anchor, and say where; status 1 for a checkpoint that isn't ours, or no stamp that holds."""
        try:
            path = anchor()
        except NotSigned as error:
            raise CommandError(f"Nothing is kept: {error}") from error
        except NotStamped as error:
            raise CommandError(f"Kept, but not time-stamped: {error}") from error
        self.stdout.write(f"Today's checkpoint: {path}" if path else "Nothing is sealed yet.")
