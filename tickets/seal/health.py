"""Whether the seal is at work, from what it leaves: checkpoints, what waits to be sealed, the days put aside."""

import json
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.conf import settings
from django.db.models import OuterRef, Subquery

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
    waiting = Outbox.objects.order_by("pk").values_list("pk", flat=True)[: MOST + 1].count()
    return Seal(at, _signed_at(), waiting, _oldest() if waiting else None, _anchored_on())


def _signed_at() -> datetime | None:
    return Checkpoint.objects.order_by("-size").values_list("made_at", flat=True).first()


def _oldest() -> datetime | None:
    """When the oldest entry that waits was made."""
    its = (OuterRef("subject"), OuterRef("subject_id"), OuterRef("number"))
    entry = JournalEntry.objects.filter(**dict(zip(("subject", "subject_id", "number"), its, strict=True)))
    text = Outbox.objects.order_by("pk").annotate(text=Subquery(entry.values("text")[:1])).values_list("text").first()
    return datetime.fromisoformat(json.loads(text[0])["at"]) if text and text[0] else None


def _anchored_on() -> date | None:
    names = (path.stem for path in settings.ANCHOR_FOLDER.glob("????-??-??.checkpoint"))
    last = max(names, default=None)
    return date.fromisoformat(last) if last else None
