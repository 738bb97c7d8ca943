"""Whether the seal is at work, from what it leaves: checkpoints, what waits to be sealed, the days put aside."""

import json
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.conf import settings

from tickets.calendar import paris_day
from tickets.models import Checkpoint, JournalEntry, Outbox

PATIENCE = timedelta(minutes=1)  # the sealer works each second
MOST = 10_000  # waiting entries counted


@dataclass(frozen=True, slots=True)
class Seal:
    """What is known at one moment; `behind_since` is when the oldest entry that waits was made."""

    at: datetime
    signed_at: datetime | None
    waiting: int
    behind_since: datetime | None
    anchored_on: date | None

    @property
    def behind(self) -> bool:
        """True when an entry has waited for more than a minute."""
        return self.behind_since is not None and self.at - self.behind_since > PATIENCE

    @property
    def more(self) -> bool:
        """True when more wait than were counted."""
        return self.waiting > MOST

    @property
    def adrift(self) -> bool:
        """True when neither today's nor yesterday's last word of the log was put aside, though there is one."""
        if self.signed_at is None:
            return False
        return self.anchored_on is None or paris_day(self.at) - self.anchored_on > timedelta(days=1)


def of_seal(at: datetime) -> Seal:
    """How the seal is at `at`; reads few rows, however long the log and however many wait."""
    signed_at = Checkpoint.objects.order_by("-size").values_list("made_at", flat=True).first()
    waiting = Outbox.objects.order_by("pk").values_list("pk", flat=True)[: MOST + 1].count()
    return Seal(at, signed_at, waiting, _oldest() if waiting else None, _anchored_on())


def _oldest() -> datetime | None:
    first = Outbox.objects.order_by("pk").values_list("subject", "subject_id", "number").first()
    text = JournalEntry.objects.filter(pk=first).values_list("text", flat=True).first() if first else None
    return datetime.fromisoformat(json.loads(text)["at"]) if text else None


def _anchored_on() -> date | None:
    names = (path.stem for path in settings.ANCHOR_FOLDER.glob("????-??-??.checkpoint"))
    last = max(names, default=None)
    return date.fromisoformat(last) if last else None
