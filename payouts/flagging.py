"""Flags booklets as stolen (art. 4.3.4) or misprinted (art. 7); many at once, each journalled."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from payouts import reasons
from payouts.models import FlaggedBooklet, Flagging
from payouts.refusals import PaymentRefused
from tickets import record
from tickets.calendar import far, paris_day
from tickets.journal.chain import Subject
from tickets.models import Booklet

FLAG = "payouts.flag_booklets"
_NAMED = 20_000


@dataclass(frozen=True, slots=True)
class Complaint:
    """What the police were told, of which La Française des jeux was notified."""

    reference: str
    on: date
    authority: str


def flag_stolen(*, keys: Collection[int], complaint: Complaint, by: User) -> Flagging:
    """Flag those of these that are not yet; their tickets are neither started nor paid. Raises PaymentRefused."""
    if not complaint.reference.strip() or not complaint.authority.strip():
        raise PaymentRefused("Une plainte a une référence, et une autorité qui l’a reçue.")
    if complaint.on > paris_day(timezone.now()):
        raise PaymentRefused("Cette date n’est pas encore passée.", "on")
    if far(complaint.on, paris_day(timezone.now())):
        raise PaymentRefused("Cette date est à plus de dix ans d’aujourd’hui.", "on")
    told = {"reference": complaint.reference.strip(), "authority": complaint.authority.strip()}
    made = Flagging(kind=Flagging.Kind.STOLEN, declared_on=complaint.on, **told)
    return _flag(made, keys, told | {"on": complaint.on.isoformat()}, by)


def flag_misprint(*, keys: Collection[int], reason: str, by: User) -> Flagging:
    """Flag those of these booklets that are not yet; their tickets are refunded or exchanged. Raises PaymentRefused."""
    made = Flagging(kind=Flagging.Kind.MISPRINT, reason=reasons.read(reason))
    return _flag(made, keys, {"reason": made.reason}, by)


def _flag(made: Flagging, keys: Collection[int], told: dict[str, Any], by: User) -> Flagging:
    if not by.has_perm(FLAG):
        raise PaymentRefused("Seul le Service Clients signale des livrets.")
    with transaction.atomic(durable=True):
        free = locked(keys, {made.kind: False})
        if not free:
            raise PaymentRefused("Rien n’est changé\u00a0: tous ces livrets sont déjà signalés ainsi.")
        made.count, made.at, made.by = len(free), timezone.now(), by
        made.save(force_insert=True)
        FlaggedBooklet.objects.bulk_create(
            (FlaggedBooklet(flagging=made, booklet_id=key) for key in free), batch_size=_NAMED // 4
        )
        for some in few(free):
            Booklet.objects.filter(pk__in=some).update(**{made.kind: True})
        said = {"flagging": made.pk, "kind": str(made.kind), **told, "by": by.pk}
        record.note_all(Subject.BOOKLET, "flag", dict.fromkeys(free, said), at=made.at)
    return made


def locked(keys: Collection[int], having: dict[str, bool]) -> list[int]:
    """Lock these booklets in their order; those whose flags are these."""
    rows = Booklet.objects.select_for_update(of=("self",)).order_by("pk")
    flags = [one for some in few(sorted(set(keys))) for one in rows.filter(pk__in=some)]
    return [one.key for one in flags if all(getattr(one, flag) is value for flag, value in having.items())]


def few(keys: Sequence[int]) -> list[Sequence[int]]:
    """As many at a time as a statement may name."""
    return [keys[start : start + _NAMED] for start in range(0, len(keys), _NAMED)]
