"""Additional lots as players are told of them: the approved addenda of the règlement (art. 3.2.8)."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tickets.calendar import PLAY
from tickets.models import Addendum


class Window(StrEnum):
    """Where the days of an addendum stand; `ENDING`: plays that were started on them may still end, and draw."""

    ANNOUNCED = "announced"
    OPEN = "open"
    ENDING = "ending"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class AddendumTold:
    """An approved addendum at one moment; its lots have their number, never how many are left (see views/emissions)."""

    addendum: Addendum
    at: datetime

    @property
    def window(self) -> Window:
        opens, closes = self.addendum.opens_at, self.addendum.closes_at
        assert opens and closes
        if self.at < opens:
            return Window.ANNOUNCED
        if self.at < closes:
            return Window.OPEN
        return Window.ENDING if self.at < closes + PLAY else Window.OVER

    @property
    def over(self) -> bool:
        return self.window is Window.OVER


def every(at: datetime) -> list[AddendumTold]:
    """All that were approved, the latest first, in two statements."""
    approved = Addendum.objects.exclude(approved_at=None).select_related("game").prefetch_related("lots")
    return [AddendumTold(one, at) for one in approved.order_by("-starts_on", "-pk")]
