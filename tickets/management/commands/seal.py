"""manage.py seal: the sealer, which numbers committed entries into the signed log each second."""

import signal
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tickets.seal.working import sealing


class Command(BaseCommand):
    """Seal and anchor until told to stop; status 1 when the log kept is not the one signed."""

    help = "Seal the journal: append what was committed to the log and sign it, each second (one works, others wait)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Seal until SIGTERM or Ctrl-C."""
        signal.signal(signal.SIGTERM, _interrupt)
        try:
            with sealing() as ended:
                ended.wait()
        except KeyboardInterrupt:
            return
        raise CommandError("The sealer has stopped: its last message says why.")


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
