"""Which version of the règlement a play follows (art. 13-14): the one that its start entry names."""

import json
from dataclasses import dataclass
from datetime import date

from games.models import Play
from tickets.journal.chain import Subject
from tickets.models import JournalEntry

REGLEMENT = "2016-10-11"  # the version that these rules carry out, named by the start entry


@dataclass(frozen=True, slots=True)
class Version:
    """A version, by the day on which it was made."""

    day: date

    @property
    def in_force(self) -> bool:
        """True when plays that are started now follow it."""
        return self == in_force()

    @property
    def now(self) -> "Version":
        """The one in force."""
        return in_force()


def in_force() -> Version:
    """The version that plays follow which are started now."""
    return Version(date.fromisoformat(REGLEMENT))


def followed_by(play: Play) -> Version | None:
    """The version in force when the play was started, as its record has it; None when that is gone."""
    starts = JournalEntry.objects.filter(subject=Subject.TICKET, subject_id=play.ticket_id, kind="start")
    text = starts.order_by("number").values_list("text", flat=True).first()
    return Version(date.fromisoformat(json.loads(text)["data"]["reglement"])) if text else None
