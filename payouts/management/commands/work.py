"""manage.py work: the worker of the queue, which runs the daily tasks."""

import signal
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from payouts.working import working


class Command(BaseCommand):
    """Work until told to stop; status 1 when the worker can't go on."""

    help = "Run the queue's tasks, the daily ones when their time comes (several may work at once)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Work until SIGTERM or Ctrl-C; a task under way is ended first."""
        signal.signal(signal.SIGTERM, _interrupt)
        try:
            with working() as ended:
                ended.wait()
        except KeyboardInterrupt:
            return
        raise CommandError("The worker has stopped: its last message says why.")


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt
