"""What is tracked of who changed what; never a winner's or a claimant's data, nor plays, which the journal holds.

Each class stands for the table of a model elsewhere, so that everything tracked is named here.
"""

from collections.abc import Callable
from typing import Any

import pghistory
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, User

from payouts.models import Desk, Teller
from public.models import Incident
from tickets.models import (
    Addendum,
    AdditionalLot,
    Booklet,
    Emission,
    Game,
    PrizeTable,
    PrizeTier,
    Reglement,
    Suspension,
)


def _tracked(name: str, *, changes: bool = True, comes: bool = True, **options: Any) -> Callable[..., Any]:
    """Keep each change of a row, and its coming and going, in a table that the application may only add to."""
    trackers: list[pghistory.RowEvent] = [pghistory.UpdateEvent("modification")] if changes else []
    trackers += [pghistory.InsertEvent("ajout"), pghistory.DeleteEvent("suppression")] if comes else []
    meta = {"default_permissions": ()}
    kept = {"append_only": True}
    track: Callable[..., Any] = pghistory.track(
        *trackers, app_label="office", model_name=name, attrs=kept, meta=meta, **options
    )
    return track


class _Proxy:
    proxy = True
    default_permissions = ()


@_tracked("GameEvent")
class TrackedGame(Game):
    class Meta(_Proxy):
        pass


@_tracked("PrizeTableEvent")
class TrackedPrizeTable(PrizeTable):
    class Meta(_Proxy):
        pass


@_tracked("PrizeTierEvent")
class TrackedPrizeTier(PrizeTier):
    class Meta(_Proxy):
        pass


@_tracked("EmissionEvent")
class TrackedEmission(Emission):
    class Meta(_Proxy):
        pass


@_tracked("AddendumEvent")
class TrackedAddendum(Addendum):
    class Meta(_Proxy):
        pass


@_tracked("AdditionalLotEvent", exclude=["left"])  # which the journal of each play tells
class TrackedAdditionalLot(AdditionalLot):
    class Meta(_Proxy):
        pass


@_tracked("SuspensionEvent")
class TrackedSuspension(Suspension):
    class Meta(_Proxy):
        pass


@_tracked("ReglementEvent")
class TrackedReglement(Reglement):
    class Meta(_Proxy):
        pass


@_tracked("IncidentEvent")
class TrackedIncident(Incident):
    class Meta(_Proxy):
        pass


@_tracked("BookletEvent", comes=False)  # blocks bring them by COPY, and their entry names them
class TrackedBooklet(Booklet):
    class Meta(_Proxy):
        pass


@_tracked("DeskEvent", exclude=["town_key"])  # which follows from the town
class TrackedDesk(Desk):
    class Meta(_Proxy):
        pass


@_tracked("TellerEvent")
class TrackedTeller(Teller):
    class Meta(_Proxy):
        pass


@_tracked("UserEvent", exclude=["password", "last_login"])
class TrackedUser(User):
    class Meta(_Proxy):
        permissions = [("view_history", "Lire qui a changé quoi")]


@_tracked("FactorEvent", changes=False, exclude=["data", "last_used_at"])
class TrackedFactor(Authenticator):
    class Meta(_Proxy):
        pass


@_tracked("RoleEvent")
class TrackedRole(Group):
    class Meta(_Proxy):
        pass


@_tracked("MemberEvent", changes=False, obj_field=None)
class TrackedMember(User.groups.through):  # type: ignore[name-defined]
    class Meta(_Proxy):
        pass


@_tracked("UserRightEvent", changes=False, obj_field=None)
class TrackedUserRight(User.user_permissions.through):  # type: ignore[name-defined]
    class Meta(_Proxy):
        pass


@_tracked("RoleRightEvent", changes=False, obj_field=None)
class TrackedRoleRight(Group.permissions.through):  # type: ignore[name-defined]
    class Meta(_Proxy):
        pass
