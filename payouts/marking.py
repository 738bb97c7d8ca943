"""Marks put on a ticket, seen at every desk from then on, and lifted (art. 4.3.1, 4.3.3, 9, 11)."""

from collections.abc import Collection
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from payouts import handing, presenting, reasons
from payouts.chaining import Locked, lock
from payouts.models import Mark, Payment, Teller
from payouts.presenting import Presented
from payouts.refusals import PaymentRefused
from payouts.standing import only_late
from tickets.calendar import paris_day
from tickets.models import Emission

PERMISSION = "payouts.decide_ticket"
CHECKED = {  # what customer service attests of a damaged ticket before it is valid (art. 4.3.1-4.3.5)
    "identity": "le numéro et le code se lisent, et sont ceux d’un même ticket",
    "box": "la case « NUL SI DECOUVERT » est encore couverte",
    "print": "aucun défaut d’impression",
}


def void(*, presented: Presented, teller: Teller) -> Mark:
    """The control box was found scratched: the ticket is void at every desk (art. 4.3.3). Raises PaymentRefused."""
    if not presented.both_shown:
        raise PaymentRefused("Scannez le numéro et le code\u00a0: il faut avoir le ticket en main.")
    if not teller.desk.agreed:
        raise PaymentRefused("Cette caisse n’est pas agréée\u00a0: elle ne déclare aucun ticket nul.")
    return _put(number=presented.number, kind=Mark.Kind.VOID, reason="case de contrôle découverte", by=teller.user)


def hold(*, number: int, reason: str, by: User) -> Mark:
    """Hold a ticket, by decision of customer service (art. 11). Raises PaymentRefused."""
    require_service(by)
    return _put(number=number, kind=Mark.Kind.HELD, reason=reasons.read(reason), by=by)


@transaction.atomic(durable=True)
def accept_late(*, number: int, exercised_on: date, reason: str, by: User) -> Mark:
    """Accept a ticket presented or posted on this Paris day, when that was in time (art. 9). Raises PaymentRefused."""
    return accept(lock(number), exercised_on=exercised_on, reason=reason, by=by, at=timezone.now())


def accept(locked: Locked, *, exercised_on: date, reason: str, by: User, at: datetime) -> Mark:
    """Accept a ticket as presented in time, in the caller's transaction (art. 9). Raises PaymentRefused."""
    require_service(by)
    words = reasons.read(f"présenté le {exercised_on:%d/%m/%Y}\u00a0: {reasons.read(reason)}")
    known = presenting.of_number(locked.ticket.number, at=at).known
    if known.play is None or known.last_payment_day is None or not only_late(known, at):
        raise PaymentRefused("Le délai de paiement n’est pas ce qui empêche de payer ce ticket\u00a0: rien à accepter.")
    if exercised_on > known.last_payment_day:
        raise PaymentRefused(f"Le dernier jour de paiement était le {known.last_payment_day:%d/%m/%Y} (art. 9).")
    if exercised_on < paris_day(known.play.started_at):
        raise PaymentRefused("Ce jour vient avant la partie, qui n’était pas encore gagnée.")
    return _mark(locked, Mark.Kind.IN_TIME, words, by, at, exercised_on=exercised_on.isoformat())


def receive(*, number: int, postmarked: date, reason: str, by: User) -> Mark:
    """A damaged ticket came by post, its postmark of this day; nothing is paid for it until it is checked (art. 4.3.1).

    Raises PaymentRefused.
    """
    require_service(by)
    if postmarked > paris_day(timezone.now()):
        raise PaymentRefused("Ce cachet de la poste est daté de l’avenir.")
    sold_from = Emission.objects.values_list("available_on", flat=True).get(blocks__booklets__tickets=number)
    if postmarked < sold_from:
        raise PaymentRefused(f"Ce ticket n’est en vente que depuis le {sold_from:%d/%m/%Y}.")
    words = reasons.read(f"cachet du {postmarked:%d/%m/%Y}\u00a0: {reasons.read(reason)}")
    return _put(number=number, kind=Mark.Kind.RECEIVED, reason=words, by=by, postmarked=postmarked.isoformat())


@transaction.atomic(durable=True)
def settle(*, number: int, valid: bool, attested: Collection[str], reason: str, by: User) -> Mark:
    """Confirm that a damaged ticket received by post is valid, or declare that it isn't (art. 4.3.1).

    `attested` names what of CHECKED was found; all of it, for a valid one. Raises PaymentRefused.
    """
    require_service(by)
    reason = reasons.read(reason)
    missing = [words for check, words in CHECKED.items() if check not in attested]
    if valid and missing:
        raise PaymentRefused(f"Rien n’est fait, il reste à vérifier\u00a0: {', '.join(missing)}.")
    locked, at = lock(number), timezone.now()
    received = Mark.objects.filter(ticket=number, kind=Mark.Kind.RECEIVED, lifted_at=None).first()
    if received is None:
        raise PaymentRefused("Ce ticket n’attend pas de contrôle\u00a0: enregistrez d’abord sa réception.")
    _end(received, "contrôlé", by, at)
    kind = Mark.Kind.CONFIRMED if valid else Mark.Kind.INVALID
    return _mark(locked, kind, reason, by, at, ends=received.pk, attested=sorted(set(attested) & CHECKED.keys()))


@transaction.atomic(durable=True)
def lift(*, mark_id: int, reason: str, by: User) -> Mark:
    """Take a mark back, with its reason. Raises PaymentRefused, Mark.DoesNotExist."""
    require_service(by)
    reason = reasons.read(reason)
    locked, at = lock(Mark.objects.get(pk=mark_id).ticket_id), timezone.now()
    mark = Mark.objects.get(pk=mark_id)
    if mark.lifted_at is not None:
        raise PaymentRefused("Cette mention est déjà levée.")
    _end(mark, reason, by, at)
    locked.note("lift", {"mark": mark.pk, "kind": mark.kind, "by": by.pk}, at=at)
    return mark


def require_service(by: User) -> None:
    """Raise PaymentRefused for who may not decide of a ticket."""
    if not by.has_perm(PERMISSION):
        raise PaymentRefused("Seul le Service Clients décide d’un ticket.")


@transaction.atomic(durable=True)
def _put(*, number: int, kind: str, reason: str, by: User, **more: Any) -> Mark:
    return _mark(lock(number), kind, reason, by, timezone.now(), **more)


def _mark(locked: Locked, kind: str, reason: str, by: User, at: datetime, **more: Any) -> Mark:
    paid = Payment.objects.standing().filter(ticket=locked.ticket, lot=None).first()
    if paid is not None and (paid.what != Payment.What.PRIZE or not handing.left(locked.ticket.number)):
        raise PaymentRefused("Ce ticket est déjà payé.")
    try:
        with transaction.atomic():
            mark = Mark.objects.create(ticket=locked.ticket, kind=kind, reason=reason, at=at, by=by)
    except IntegrityError as error:
        raise PaymentRefused("Ce ticket porte déjà cette mention.") from error
    locked.note("mark", {"mark": mark.pk, "kind": str(kind), "by": by.pk, **more}, at=at)
    return mark


def _end(mark: Mark, reason: str, by: User, at: datetime) -> None:
    mark.lifted_at, mark.lifted_by, mark.lift_reason = at, by, reason
    mark.save(update_fields=["lifted_at", "lifted_by", "lift_reason"])
