"""Approves an addendum: its additional lots are then drawn at the end of the plays of its window (art. 3.2.8)."""

import json
from datetime import timedelta
from hashlib import sha256

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tickets import record
from tickets.calendar import end_of, far, paris_day
from tickets.journal.chain import Subject
from tickets.models import Addendum
from tickets.suspending import WHOLE_SITE

PERMISSION = "tickets.approve_addendum"


class NotApprovable(Exception):
    """The addendum can't serve; the message says why, in French."""


@transaction.atomic(durable=True)
def approve_addendum(*, addendum_id: int, by: User, seen: str | None = None) -> Addendum:
    """Lock an addendum and its lots, and enter them in the journal.

    `seen` is the fingerprint of what `by` has read. Raises NotApprovable, Addendum.DoesNotExist.
    """
    addendum = Addendum.objects.select_for_update(of=("self",)).get(pk=addendum_id)
    at = timezone.now()
    _refuse(addendum, by)
    if seen is not None and seen != fingerprint(addendum):
        raise NotApprovable("Cet additif a changé depuis que vous l’avez lu\u00a0: relisez-le.")
    addendum.approved_by, addendum.approved_at = by, at
    addendum.opens_at, addendum.closes_at = end_of(addendum.starts_on - timedelta(days=1)), end_of(addendum.ends_on)
    if addendum.opens_at <= at:
        raise NotApprovable("Cet additif commence aujourd’hui ou avant\u00a0: des parties seraient déjà commencées.")
    addendum.save(update_fields=["approved_by", "approved_at", "opens_at", "closes_at"])
    record.note(Subject.SITE, WHOLE_SITE, "approve_addendum", _entry(addendum), at=at)
    return addendum


def fingerprint(addendum: Addendum) -> str:
    """Changes with the addendum and its lots, so that nobody approves what they have not read."""
    told = [addendum.event, addendum.published_on.isoformat(), _entry(addendum)]
    return sha256(json.dumps(told).encode()).hexdigest()


def ready_for(by: User | AnonymousUser) -> QuerySet[Addendum]:
    """Addenda with a lot that wait for approval, which this person did not prepare."""
    return Addendum.objects.filter(approved_at=None, lots__isnull=False).exclude(prepared_by=by.pk).distinct()


def _refuse(addendum: Addendum, by: User) -> None:
    if not by.has_perm(PERMISSION):
        raise NotApprovable("Vous ne pouvez pas approuver un additif.")
    if addendum.approved_at is not None:
        raise NotApprovable("Cet additif est déjà approuvé.")
    if addendum.prepared_by_id == by.pk:
        raise NotApprovable("Vous avez préparé cet additif\u00a0: une autre personne l’approuve.")
    if not addendum.lots.exists() or addendum.lots.filter(count=0).exists():
        raise NotApprovable("Cet additif n’a aucun lot, ou une ligne sans lot.")
    today = paris_day(timezone.now())
    if addendum.published_on > today:
        raise NotApprovable("Un additif s’approuve une fois publié au Journal officiel.")
    if any(far(day, today) for day in (addendum.published_on, addendum.starts_on, addendum.ends_on)):
        raise NotApprovable("Une date de cet additif est à plus de dix ans d’aujourd’hui.")


def _entry(addendum: Addendum) -> dict[str, object]:
    lots = addendum.lots.values("id", "description", "value", "in_kind", "one_in", "count")
    return {
        "addendum": addendum.pk,
        "reference": addendum.reference,
        "game": addendum.game_id,
        "starts_on": addendum.starts_on.isoformat(),
        "ends_on": addendum.ends_on.isoformat(),
        "prepared_by": addendum.prepared_by_id,
        "by": addendum.approved_by_id,
        "lots": list(lots),
    }
