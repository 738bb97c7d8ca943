"""Which plays an outage kept from their thirty days (art. 3.3.9).

The outage's days are the Paris days that it touches. A play of a game that could not be played is meant when its last
day is one of them, or one of as many days that follow, and it has no result. One whose thirty days are not over can
still be played, and is refunded only once it has expired.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum

from games.models import Play
from payouts.models import Payment, Refund
from tickets.calendar import end_of, paris_day
from tickets.journal.chain import stamp
from tickets.models import Suspension


@dataclass(frozen=True, slots=True)
class Outage:
    """When a game, or all of them (None), could not be played; `until` None: it still can't."""

    game_id: int | None
    since: datetime
    until: datetime | None
    suspension_id: int | None = None

    @classmethod
    def of(cls, suspension: Suspension) -> "Outage":
        """What a suspension kept from being played."""
        return cls(suspension.game_id, suspension.since, suspension.lifted_at, suspension.pk)

    def told(self) -> dict[str, Any]:
        """As the row and the journal keep it."""
        until = stamp(self.until) if self.until else None
        return {"game": self.game_id, "since": stamp(self.since), "until": until, "suspension": self.suspension_id}

    @classmethod
    def read(cls, told: dict[str, Any]) -> "Outage":
        """An outage kept by a row."""
        until = datetime.fromisoformat(told["until"]) if told["until"] else None
        return cls(told["game"], datetime.fromisoformat(told["since"]), until, told["suspension"])

    def days(self, at: datetime) -> tuple[date, date]:
        """The first and the last of the last days of plays that are meant."""
        first, last = paris_day(self.since), paris_day(min(self.until or at, at))
        return first, last + (last - first) + timedelta(days=1)

    def meant(self, at: datetime) -> Q:
        """The plays that it is about."""
        first, last = self.days(at)
        q = Q(deadline__gte=end_of(first), deadline__lte=end_of(last), started_at__lt=self.until or at)
        return q if self.game_id is None else q & Q(tier__table__game=self.game_id)


class Meant(NamedTuple):
    """The plays of some outages: those to refund now with their total in cents, those dealt with, those still open."""

    to_order: int
    total: int
    before: int
    open: int
    open_until: datetime | None


def meant(outages: Iterable[Outage], at: datetime) -> Meant:
    """Count the plays that these outages are about."""
    plays = _plays(outages, at)
    to_order = due(outages, at).aggregate(count=Count("pk"), total=Sum("tier__table__game__price"))
    counts = plays.aggregate(
        expired=Count("pk", filter=Q(deadline__lte=at)),
        open=Count("pk", filter=Q(deadline__gt=at)),
        until=Max("deadline", filter=Q(deadline__gt=at)),
    )
    before = counts["expired"] - to_order["count"]
    return Meant(to_order["count"], to_order["total"] or 0, before, counts["open"], counts["until"])


def by_game(outages: Iterable[Outage], at: datetime) -> list[tuple[str, int, int]]:
    """The plays to refund now, game by game: its name, how many, their total in cents."""
    games = due(outages, at).order_by("tier__table__game__name").values_list("tier__table__game__name")
    return list(games.annotate(count=Count("pk"), total=Sum("tier__table__game__price")))


def _plays(outages: Iterable[Outage], at: datetime) -> QuerySet[Play]:
    """The plays without a result that the outages are about; none of no outage."""
    about = Q(pk__in=())
    for outage in outages:
        about |= outage.meant(at)
    return Play.objects.filter(about, ended_at=None)


def due(outages: Iterable[Outage], at: datetime) -> QuerySet[Play]:
    """The plays to refund now: expired, not paid, and whose refund nobody ordered or took back."""
    paid = Payment.objects.standing().filter(ticket=OuterRef("ticket"))
    refunded = Refund.objects.filter(ticket=OuterRef("ticket"))
    return _plays(outages, at).filter(~Exists(paid), ~Exists(refunded), deadline__lte=at)
