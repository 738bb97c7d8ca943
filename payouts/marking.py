"""Marks put on a ticket, seen at every desk from then on, and lifted (art. 4.3.1, 4.3.3, 9, 11)."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from payouts import reasons
from payouts.chaining import Locked, lock
from payouts.models import Mark, Payment, Teller
from payouts.presenting import Presented
from payouts.refusals import PaymentRefused

PERMISSION = "payouts.decide_ticket"


def void(*, presented: Presented, teller: Teller) -> Mark:
    """The control box was found scratched: the ticket is void at every desk (art. 4.3.3). Raises PaymentRefused."""
    if not presented.both_shown:
        raise PaymentRefused("Scannez le numéro et le code\u00a0: il faut avoir le ticket en main.")
    if not teller.desk.agreed:
        raise PaymentRefused("Cette caisse n’est pas agréée\u00a0: elle ne déclare aucun ticket nul.")
    return _put(number=presented.number, kind=Mark.Kind.VOID, reason="case de contrôle découverte", by=teller.user)


def decide(*, number: int, kind: str, reason: str, by: User) -> Mark:
    """Hold a ticket, or accept it, by decision of customer service. Raises PaymentRefused."""
    _refuse(by)
    return _put(number=number, kind=kind, reason=reasons.read(reason), by=by)


def put(locked: Locked, *, kind: str, reason: str, by: User, at: datetime) -> Mark:
    """Decide of a ticket as a part of something else, in the caller's transaction. Raises PaymentRefused."""
    _refuse(by)
    return _marked(locked, kind=kind, reason=reasons.read(reason), by=by, at=at)


@transaction.atomic(durable=True)
def lift(*, mark_id: int, reason: str, by: User) -> Mark:
    """Take a mark back, with its reason. Raises PaymentRefused, Mark.DoesNotExist."""
    _refuse(by)
    why = reasons.read(reason)
    locked = lock(Mark.objects.get(pk=mark_id).ticket_id)
    mark = Mark.objects.get(pk=mark_id)
    if mark.lifted_at is not None:
        raise PaymentRefused("Cette mention est déjà levée.")
    mark.lifted_at, mark.lifted_by, mark.lift_reason = timezone.now(), by, why
    mark.save(update_fields=["lifted_at", "lifted_by", "lift_reason"])
    locked.note("lift", {"mark": mark.pk, "kind": mark.kind, "by": by.pk}, at=mark.lifted_at)
    return mark


@transaction.atomic(durable=True)
def _put(*, number: int, kind: str, reason: str, by: User) -> Mark:
    return _marked(lock(number), kind=kind, reason=reason, by=by, at=timezone.now())


def _marked(locked: Locked, *, kind: str, reason: str, by: User, at: datetime) -> Mark:
    number = locked.ticket.number
    if kind in (Mark.Kind.VOID, Mark.Kind.HELD) and Payment.objects.standing().filter(ticket=number, lot=None).exists():
        raise PaymentRefused("Ce ticket est déjà payé.")
    try:
        with transaction.atomic():
            mark = Mark.objects.create(ticket=locked.ticket, kind=kind, reason=reason, at=at, by=by)
    except IntegrityError as error:
        raise PaymentRefused("Ce ticket porte déjà cette mention.") from error
    locked.note("mark", {"mark": mark.pk, "kind": kind, "by": by.pk}, at=at)
    return mark


def _refuse(by: User) -> None:
    if not by.has_perm(PERMISSION):
        raise PaymentRefused("Seul le Service Clients décide d’un ticket.")
