"""Flags booklets as stolen (art. 4.3.4) or misprinted (art. 7), and lifts it; many at once, each journalled."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from payouts import reasons
from payouts.models import FlaggedBooklet, Flagging
from payouts.refunding import order_all
from payouts.refusals import PaymentRefused
from tickets import record
from tickets.calendar import end_of, paris_day
from tickets.journal.chain import Subject
from tickets.models import Booklet, Emission

FLAG, UNFLAG = "payouts.flag_booklets", "payouts.unflag_booklets"
_NAMED = 20_000
_NOTHING = "Rien n’est changé\u00a0: "
_UNSTARTED = """
SELECT t.number FROM unnest(%s::bigint[]) AS b(key)
JOIN tickets_ticket t ON t.number BETWEEN b.key * 10000 AND b.key * 10000 + 9999
WHERE NOT EXISTS (SELECT FROM games_play p WHERE p.ticket_id = t.number)
AND NOT EXISTS (SELECT FROM payouts_payment p WHERE p.ticket_id = t.number AND p.cancelled_at IS NULL)
AND NOT EXISTS (SELECT FROM payouts_refund r WHERE r.ticket_id = t.number)"""


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
    told = {"reference": complaint.reference.strip(), "authority": complaint.authority.strip()}
    made = Flagging(kind=Flagging.Kind.STOLEN, declared_on=complaint.on, **told)
    return _flag(made, keys, told | {"on": complaint.on.isoformat()}, by)


def flag_misprint(*, keys: Collection[int], reason: str, by: User) -> Flagging:
    """Flag those of these booklets that are not yet; their tickets are refunded or exchanged. Raises PaymentRefused."""
    made = Flagging(kind=Flagging.Kind.MISPRINT, reason=reasons.read(reason))
    return _flag(made, keys, {"reason": made.reason}, by)


@transaction.atomic(durable=True)
def unflag(*, keys: Collection[int], kind: str, reason: str, by: User) -> tuple[int, int]:
    """Take the flag of this kind back from these booklets; how many had it, and how many refunds that ordered.

    What `to_refund` names is refunded in the same action. Raises PaymentRefused.
    """
    if not by.has_perm(UNFLAG):
        raise PaymentRefused("Seul un responsable du Service Clients lève un signalement.")
    why, at = reasons.read(reason), timezone.now()
    flagged = _locked(keys, {kind: True})
    if not flagged:
        raise PaymentRefused(f"{_NOTHING}aucun de ces livrets n’est signalé ainsi.")
    numbers = to_refund(keys=flagged, kind=kind, at=at)
    lifted = {"lifted_at": at, "lifted_by": by, "lift_reason": why}
    for few in _few(flagged):
        Booklet.objects.filter(pk__in=few).update(**{kind: False})
        FlaggedBooklet.objects.filter(booklet__in=few, flagging__kind=kind, lifted_at=None).update(**lifted)
    said = {"kind": kind, "reason": why, "by": by.pk}
    record.note_all(Subject.BOOKLET, "unflag", dict.fromkeys(flagged, said), at=at)
    count, _ = order_all(numbers=numbers, reason=_refund_reason(kind), by=by, at=at)
    return len(flagged), count


def to_refund(*, keys: Collection[int], kind: str, at: datetime) -> list[int]:
    """The tickets that this flag kept from being started until it was too late: to be refunded when it is lifted.

    None of a booklet that is still flagged as stolen, or that was only flagged after its last day to start.
    """
    barred = [one for one in Emission.objects.exclude(closed_on=None) if one.start_barred(at)]
    kept: list[int] = []
    for emission in barred:
        assert emission.last_start_day is not None
        code = emission.game_code * 100 + emission.number
        own = {key for key in keys if key // 1_000_000 == code}
        kept += own - _flagged_from(own, kind, end_of(emission.last_start_day)) if own else ()
    if kind != Flagging.Kind.STOLEN:
        kept = [key for few in _few(kept) for key in _keys(few, stolen=False)]
    if not kept:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_UNSTARTED, [sorted(kept)])
        return [number for (number,) in cursor.fetchall()]


def _flag(made: Flagging, keys: Collection[int], told: dict[str, Any], by: User) -> Flagging:
    if not by.has_perm(FLAG):
        raise PaymentRefused("Seul le Service Clients signale des livrets.")
    with transaction.atomic(durable=True):
        free = _locked(keys, {made.kind: False})
        if not free:
            raise PaymentRefused(f"{_NOTHING}tous ces livrets sont déjà signalés ainsi.")
        made.count, made.at, made.by = len(free), timezone.now(), by
        made.save(force_insert=True)
        FlaggedBooklet.objects.bulk_create(
            (FlaggedBooklet(flagging=made, booklet_id=key) for key in free), batch_size=_NAMED // 4
        )
        for few in _few(free):
            Booklet.objects.filter(pk__in=few).update(**{made.kind: True})
        said = {"flagging": made.pk, "kind": str(made.kind), **told, "by": by.pk}
        record.note_all(Subject.BOOKLET, "flag", dict.fromkeys(free, said), at=made.at)
    return made


def _locked(keys: Collection[int], having: dict[str, bool]) -> list[int]:
    """Lock these booklets in their order; those whose flags are these."""
    rows = Booklet.objects.select_for_update(of=("self",)).order_by("pk")
    flags = [one for few in _few(sorted(set(keys))) for one in rows.filter(pk__in=few)]
    return [one.key for one in flags if all(getattr(one, flag) is value for flag, value in having.items())]


def _keys(keys: Collection[int], **having: bool) -> list[int]:
    return list(Booklet.objects.filter(pk__in=keys, **having).values_list("pk", flat=True))


def _flagged_from(keys: Collection[int], kind: str, at: datetime) -> set[int]:
    """Those whose flag of this kind was only put at `at` or later."""
    rows = FlaggedBooklet.objects.filter(booklet__in=keys, flagging__kind=kind, lifted_at=None, flagging__at__gte=at)
    return set(rows.values_list("booklet_id", flat=True))


def _refund_reason(kind: str) -> str:
    word = "vol" if kind == Flagging.Kind.STOLEN else "anomalie d’impression"
    return f"{word}, signalement levé après le dernier jour pour jouer"


def _few(keys: Sequence[int]) -> list[Sequence[int]]:
    return [keys[start : start + _NAMED] for start in range(0, len(keys), _NAMED)]
