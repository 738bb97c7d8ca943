"""manage.py seal: the sealer, which numbers committed entries into the signed log each second."""

import signal
import threading
from typing import Any

from django.core.management.base import BaseCommand

from tickets.seal import keys
from tickets.seal.sealer import seal_forever


class Command(BaseCommand):
    """Seal until told to stop; ends with a traceback when the log kept is not the one signed."""

    help = "Seal the journal: append what was committed to the log and sign it, each second (one works, others wait)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Seal until SIGTERM or Ctrl-C."""
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        seal_forever(keys.signer(), stop)
