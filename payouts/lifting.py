"""Lifts the flag of booklets, part by part; where that orders refunds, by two persons (art. 4.3.4, 7)."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.utils import timezone

from payouts import reasons
from payouts.flagging import few, locked
from payouts.models import FlaggedBooklet, Flagging, Lifting
from payouts.refunding import AT_ONCE, order_all, total_of
from payouts.refusals import PaymentRefused
from tickets import record
from tickets.calendar import end_of
from tickets.journal.chain import Subject
from tickets.models import Booklet, Emission
from tickets.suspending import WHOLE_SITE

UNFLAG = "payouts.unflag_booklets"
_UNSTARTED = """
SELECT t.number FROM unnest(%s::bigint[]) AS b(key)
JOIN tickets_ticket t ON t.number BETWEEN b.key * 10000 AND b.key * 10000 + 9999
WHERE NOT EXISTS (SELECT FROM games_play p WHERE p.ticket_id = t.number)
AND NOT EXISTS (SELECT FROM payouts_payment p WHERE p.ticket_id = t.number AND p.cancelled_at IS NULL)
AND NOT EXISTS (SELECT FROM payouts_refund r WHERE r.ticket_id = t.number)"""


@transaction.atomic(durable=True)
def lift(*, keys: Collection[int], kind: str, reason: str, by: User) -> Lifting:
    """Take the flag of this kind back from these booklets.

    When `to_refund` names tickets, it `waits`: another person does it, by `confirm`. Raises PaymentRefused.
    """
    _refuse(by)
    lifting = Lifting.objects.create(kind=kind, reason=reasons.read(reason), count=0, at=timezone.now(), by=by)
    flagged = FlaggedBooklet.objects.filter(flagging__kind=kind, lifting=None, lifted_at=None)
    lifting.count = sum(flagged.filter(booklet__in=some).update(lifting=lifting) for some in few(sorted(keys)))
    if not lifting.count:
        raise PaymentRefused("Rien n’est changé\u00a0: aucun de ces livrets n’est signalé ainsi.")
    _count(lifting)
    if lifting.waits:
        _note(lifting, "unflag_prepare", by, lifting.at)
    else:
        _do_a_part(lifting)
    return lifting


@transaction.atomic
def confirm(*, lifting_id: int, by: User) -> Lifting:
    """Do what another person prepared, with the refunds that it orders now.

    A first part is done now; as long as it is `under_way`, `go_on` does the next one. Raises PaymentRefused,
    Lifting.DoesNotExist.
    """
    _refuse(by)
    lifting = _prepared(lifting_id)
    if lifting.by_id == by.pk:
        raise PaymentRefused("Une autre personne doit lever ce signalement\u00a0: vous l’avez préparé.")
    _count(lifting)
    lifting.confirmed_at, lifting.confirmed_by = timezone.now(), by
    lifting.save(update_fields=["confirmed_at", "confirmed_by"])
    _note(lifting, "unflag_confirm", by, lifting.confirmed_at)
    _do_a_part(lifting)
    return lifting


@transaction.atomic(durable=True)
def withdraw(*, lifting_id: int, reason: str, by: User) -> Lifting:
    """Give up what was prepared: its booklets stay flagged. Raises PaymentRefused, Lifting.DoesNotExist."""
    _refuse(by)
    why, lifting = reasons.read(reason), _prepared(lifting_id)
    lifting.flagged.update(lifting=None)
    lifting.withdrawn_at, lifting.withdrawn_by, lifting.withdraw_reason = timezone.now(), by, why
    lifting.save(update_fields=["withdrawn_at", "withdrawn_by", "withdraw_reason"])
    _note(lifting, "unflag_withdraw", by, lifting.withdrawn_at)
    return lifting


@transaction.atomic
def go_on(*, lifting_id: int) -> Lifting:
    """Do the next part, if there is one. Raises Lifting.DoesNotExist."""
    lifting = Lifting.objects.select_for_update(of=("self",)).get(pk=lifting_id)
    if lifting.under_way:
        _do_a_part(lifting)
    return lifting


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
        kept = [key for some in few(kept) for key in _not_stolen(some)]
    if not kept:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_UNSTARTED, [sorted(kept)])
        return [number for (number,) in cursor.fetchall()]


def refunds_of(lifting: Lifting) -> list[int]:
    """The tickets still to be refunded with it, as it would be done now."""
    return to_refund(keys=_left(lifting), kind=lifting.kind, at=timezone.now())


def _refuse(by: User) -> None:
    if not by.has_perm(UNFLAG):
        raise PaymentRefused("Seul un responsable du Service Clients lève un signalement.")


def _prepared(lifting_id: int) -> Lifting:
    """Lock what waits for a second person. Raises PaymentRefused, Lifting.DoesNotExist."""
    lifting = Lifting.objects.select_for_update(of=("self",)).get(pk=lifting_id)
    if lifting.withdrawn_at is not None:
        raise PaymentRefused("Cette levée est retirée\u00a0: préparez-la de nouveau.")
    if not lifting.waits:
        raise PaymentRefused("Ce signalement est déjà levé, ou en train de l’être\u00a0: rien n’est changé.")
    return lifting


def _count(lifting: Lifting) -> None:
    numbers = refunds_of(lifting)
    lifting.to_refund, lifting.total = len(numbers), total_of(numbers)
    lifting.save(update_fields=["count", "to_refund", "total"])


def _note(lifting: Lifting, kind: str, by: User, at: datetime) -> None:
    told = {"lifting": lifting.pk, "kind": lifting.kind, "booklets": lifting.count, "by": by.pk}
    record.note(Subject.SITE, WHOLE_SITE, kind, told | {"count": lifting.to_refund, "total": lifting.total}, at=at)


def _left(lifting: Lifting) -> list[int]:
    """Its booklets whose flag is not lifted yet."""
    rows = lifting.flagged.filter(lifted_at=None).order_by("booklet")
    return list(rows.values_list("booklet_id", flat=True))


def _do_a_part(lifting: Lifting) -> None:
    """Lift the flag of the first booklets left: as many as bear AT_ONCE tickets to refund.

    One person alone orders no refund, whatever became due since it was counted.
    """
    left, by = _left(lifting), lifting.done_by
    keys, at = _first(left, lifting.kind) if lifting.confirmed_by else left, timezone.now()
    flagged = locked(keys, {lifting.kind: True})
    numbers = to_refund(keys=flagged, kind=lifting.kind, at=at) if lifting.confirmed_by else ()
    lifted = {"lifted_at": at, "lifted_by": by, "lift_reason": lifting.reason}
    for some in few(keys):
        Booklet.objects.filter(pk__in=some).update(**{lifting.kind: False})
        lifting.flagged.filter(booklet__in=some).update(**lifted)
    said = {"kind": lifting.kind, "reason": lifting.reason, "by": by.pk}
    record.note_all(Subject.BOOKLET, "unflag", dict.fromkeys(flagged, said), at=at)
    lifting.refunds += order_all(numbers=numbers, reason=_refund_reason(lifting.kind), by=by, at=at)
    lifting.under_way = len(keys) < len(left)
    lifting.save(update_fields=["refunds", "under_way"])


def _first(left: Sequence[int], kind: str) -> Sequence[int]:
    """Those to lift in one transaction."""
    numbers = sorted(to_refund(keys=left, kind=kind, at=timezone.now()))
    return [key for key in left if key <= numbers[AT_ONCE - 1] // 10_000] if len(numbers) > AT_ONCE else left


def _not_stolen(keys: Collection[int]) -> list[int]:
    return list(Booklet.objects.filter(pk__in=keys, stolen=False).values_list("pk", flat=True))


def _flagged_from(keys: Collection[int], kind: str, at: datetime) -> set[int]:
    """Those whose flag of this kind was only put at `at` or later."""
    rows = FlaggedBooklet.objects.filter(booklet__in=keys, flagging__kind=kind, lifted_at=None, flagging__at__gte=at)
    return set(rows.values_list("booklet_id", flat=True))


def _refund_reason(kind: str) -> str:
    word = "vol" if kind == Flagging.Kind.STOLEN else "anomalie d’impression"
    return f"{word}, signalement levé après le dernier jour pour jouer"
