"""Import the list of points of sale and payment centres: shown first, then done as shown, whole or not at all."""

from dataclasses import asdict

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from payouts.importing.comparing import FIELDS, Plan, compare
from payouts.importing.reading import read
from payouts.models import Desk
from payouts.models.desks import Desks

PERMISSION = "payouts.import_desks"
A_BATCH = 2000


class ListChanged(Exception):
    """Something changed since the plan was shown; `plan` is what importing would do now."""

    def __init__(self, plan: Plan) -> None:
        super().__init__("The list changed since it was compared.")
        self.plan = plan


def plan(body: bytes) -> Plan:
    """What importing a file would do; nothing is written. Raises FileRefused."""
    return compare(read(body), _listed())


def apply(*, body: bytes, seen: str, withdraw: bool, by: User) -> Plan:
    """Do what the plan of fingerprint `seen` showed, in one transaction; bad lines are left out.

    With `withdraw`, desks absent from the file lose their agreement; none is ever deleted, for payments name them.
    Raises FileRefused, ListChanged when the plan isn't the one seen any more, and PermissionDenied.
    """
    if not by.has_perm(PERMISSION):
        raise PermissionDenied
    try:
        done = _apply(body, seen, withdraw)
    except IntegrityError:  # another import made one of these desks at the same moment
        done = None
    if done is None:
        raise ListChanged(plan(body))
    return done


@transaction.atomic
def _apply(body: bytes, seen: str, withdraw: bool) -> Plan | None:
    """The plan that was done; None when it is no longer the one seen."""
    found = compare(read(body), _listed().select_for_update(of=("self",), no_key=True))
    if found.fingerprint != seen:
        return None
    Desk.objects.bulk_create([Desk(**asdict(line)) for line in found.created], batch_size=A_BATCH)
    Desk.objects.bulk_create(
        [Desk(id=change.desk.pk, **asdict(change.line)) for change in found.changed],
        batch_size=A_BATCH,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=[*FIELDS, "town_key"],
    )
    if withdraw and found.may_withdraw:
        for first in range(0, len(found.absent), A_BATCH):
            some = found.absent[first : first + A_BATCH]
            Desk.objects.filter(pk__in=[desk.pk for desk in some]).update(agreed=False)
    return found


def _listed() -> Desks:
    """The desks that a file may speak of."""
    return Desk.objects.exclude(reference=None).exclude(kind=Desk.Kind.SERVICE).order_by("pk")
