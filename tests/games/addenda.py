"""Addenda for tests: additional lots that plays draw at their end (art. 3.2.8)."""

from datetime import date, timedelta
from typing import Any

import time_machine
from django.contrib.auth.models import Permission, User

from tickets import adding
from tickets.models import Addendum, AdditionalLot

BEFORE = "2026-05-09T10:00:00Z"


def person(name: str, *permissions: str) -> User:
    user = User.objects.create_user(name, password="x")
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return user


def addendum(*lots: dict[str, Any], approved: bool = True, **fields: Any) -> Addendum:
    """An addendum of 10 to 12 May, approved the day before, with these lots."""
    days = {"published_on": date(2026, 5, 2), "starts_on": date(2026, 5, 10), "ends_on": date(2026, 5, 12)}
    author = person(f"auteur {User.objects.count()}")
    made = Addendum.objects.create(event="Fête", reference="JO n° 1", prepared_by=author, **(days | fields))
    for position, lot in enumerate(lots or ({},), 1):
        given = {"description": "Vélo", "value": 450_00, "in_kind": True, "one_in": 1000, "count": 1} | lot
        AdditionalLot.objects.create(addendum=made, position=position, left=given["count"], **given)
    if approved:
        with time_machine.travel(made.starts_on - timedelta(days=1), tick=False):
            adding.approve_addendum(
                addendum_id=made.pk, by=person(f"approbateur {User.objects.count()}", "approve_addendum")
            )
    return made
