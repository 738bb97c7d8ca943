"""How the service is and was: what is suspended or was, what was refunded for it, incidents (art. 8.2, 3.3.9)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from games.registry import GAMES, Entry
from payouts.models import MassRefund
from payouts.outages import Outage
from public.models import Incident
from tickets.models import Suspension

LOOKED_BACK = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Stop:
    """A suspension that is over, and what became of the plays that it kept from their thirty days."""

    suspension: Suspension
    refunded: bool
    refunding: bool


@dataclass(frozen=True, slots=True)
class Status:
    """What is suspended now, game by game, what was, and incidents; `incidents` that last come first."""

    games: list[tuple[Entry, Suspension | None]]
    stops: list[Stop]
    incidents: list[Incident]

    @property
    def stopped(self) -> bool:
        """True when no game can be played."""
        return all(suspension for _, suspension in self.games)

    @property
    def partly(self) -> bool:
        """True when some games can't be played."""
        return any(suspension for _, suspension in self.games)

    @property
    def lasting(self) -> list[Incident]:
        return [one for one in self.incidents if one.ended_at is None]

    @property
    def past(self) -> list[Incident]:
        return [one for one in self.incidents if one.ended_at is not None]


def at_moment(at: datetime) -> Status:
    """The status at `at`, and what ended in the twelve months before, the latest first: three statements."""
    first = at - LOOKED_BACK
    suspensions = Suspension.objects.filter(Q(lifted_at=None) | Q(lifted_at__gte=first)).select_related("game")
    ordered = list(suspensions.order_by("-since"))
    incidents = Incident.objects.filter(Q(ended_at=None) | Q(ended_at__gte=first)).select_related("game")
    in_force = [one for one in ordered if one.lifted_at is None]
    games = [(game, _suspending(in_force, game)) for game in GAMES.values()]
    return Status(games, _stops(ordered), list(incidents))


def _suspending(in_force: Iterable[Suspension], game: Entry) -> Suspension | None:
    """What suspends a game: the site's suspension before its own."""
    its = [one for one in in_force if one.game is None or one.game.slug == game.slug]
    return min(its, key=lambda one: one.game is not None, default=None)


def _stops(suspensions: Iterable[Suspension]) -> list[Stop]:
    under_way: dict[int | None, bool] = {}
    for told, going_on in MassRefund.objects.exclude(ordered_at=None).values_list("outages", "under_way"):
        for outage in map(Outage.read, told):
            under_way[outage.suspension_id] = going_on or under_way.get(outage.suspension_id, False)
    over = (one for one in suspensions if one.lifted_at is not None)
    return [Stop(one, refunded=under_way.get(one.pk) is False, refunding=under_way.get(one.pk) is True) for one in over]
