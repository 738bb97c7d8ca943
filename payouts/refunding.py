"""Orders many refunds at once: of plays that outages kept from their thirty days (art. 3.3.9), of tickets unflagged."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from payouts import reasons
from payouts.chaining import Locked, lock_all, note_all
from payouts.models import MassRefund, Payment, Refund
from payouts.outages import Outage, due, meant
from payouts.refusals import PaymentRefused
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import Emission
from tickets.suspending import WHOLE_SITE

PERMISSION = "payouts.order_mass_refund"
_NONE = "Aucune partie n’est à rembourser\u00a0: rien n’est changé."
AT_ONCE = 2_000  # tickets refunded in one transaction: about a second
_BATCH = 1_000
_EMISSION = 10_000_000_000  # what follows a ticket's first five digits


@transaction.atomic(durable=True)
def prepare(*, outages: Sequence[Outage], reason: str, by: User) -> MassRefund:
    """Count what is due, for another person to order. Raises PaymentRefused."""
    _refuse(by)
    why, at = reasons.read(reason), timezone.now()
    if any(outage.until is not None and outage.until <= outage.since for outage in outages):
        raise PaymentRefused("Une panne finit après avoir commencé.")
    if any(outage.since > at for outage in outages):
        raise PaymentRefused("Cette panne n’a pas encore commencé.")
    told = [outage.told() for outage in outages]
    if MassRefund.objects.filter(ordered_at=None, withdrawn_at=None, outages=told).exists():
        raise PaymentRefused("C’est déjà préparé\u00a0: une autre personne doit les ordonner.")
    count, total = _counted(outages, at)
    mass = MassRefund.objects.create(reason=why, outages=told, count=count, total=total, prepared_at=at, prepared_by=by)
    _note(mass, "mass_refund_prepare", by, at)
    return mass


@transaction.atomic(durable=True)
def withdraw(*, mass_id: int, reason: str, by: User) -> MassRefund:
    """Give up what was prepared and not ordered. Raises PaymentRefused, MassRefund.DoesNotExist."""
    _refuse(by)
    why, mass = reasons.read(reason), _prepared(mass_id)
    mass.withdrawn_at, mass.withdrawn_by, mass.withdraw_reason = timezone.now(), by, why
    mass.save(update_fields=["withdrawn_at", "withdrawn_by", "withdraw_reason"])
    _note(mass, "mass_refund_withdraw", by, mass.withdrawn_at)
    return mass


@transaction.atomic
def order(*, mass_id: int, by: User) -> MassRefund:
    """Order what another person prepared, as it is now.

    A first part is done now; as long as it is `under_way`, `go_on` does the next one. Raises PaymentRefused,
    MassRefund.DoesNotExist.
    """
    _refuse(by)
    mass, at = _prepared(mass_id), timezone.now()
    if mass.prepared_by_id == by.pk:
        raise PaymentRefused("Une autre personne doit les ordonner\u00a0: vous les avez préparés.")
    mass.count, mass.total = _counted([Outage.read(told) for told in mass.outages], at)
    mass.ordered_at, mass.ordered_by = at, by
    mass.save(update_fields=["count", "total", "ordered_at", "ordered_by"])
    _note(mass, "mass_refund", by, at)
    _do_a_part(mass, at)
    return mass


@transaction.atomic
def go_on(*, mass_id: int) -> MassRefund:
    """Do the next part, if there is one. Raises MassRefund.DoesNotExist."""
    mass = MassRefund.objects.select_for_update(of=("self",)).get(pk=mass_id)
    if mass.under_way:
        assert mass.ordered_at is not None
        _do_a_part(mass, mass.ordered_at)
    return mass


def order_all(*, numbers: Collection[int], reason: str, by: User, at: datetime, mass: MassRefund | None = None) -> int:
    """Order the refund of each of these tickets that has no result, no payment and no refund yet; how many it has been.

    In the caller's transaction, which checks who may.
    """
    prices, locked, kept_out = _prices(), lock_all(numbers), _dealt_with(numbers)
    free = [one for number, one in locked.items() if number not in kept_out and _without_result(one, at)]
    refunds = Refund.objects.bulk_create(
        [
            Refund(
                ticket=one.ticket,
                amount=prices[one.ticket.number // _EMISSION],
                reason=reason,
                ordered_at=at,
                ordered_by=by,
                mass=mass,
            )
            for one in free
        ],
        batch_size=_BATCH,
    )
    told = {"mass": mass.pk, "by": by.pk} if mass else {"by": by.pk}
    said = [{"refund": refund.pk, "amount": refund.amount, **told} for refund in refunds]
    note_all(zip(free, said, strict=True), "refund", at=at)
    return len(refunds)


def total_of(numbers: Collection[int]) -> int:
    """What these tickets cost together, in cents."""
    prices = _prices()
    return sum(prices[number // _EMISSION] for number in numbers)


def _prepared(mass_id: int) -> MassRefund:
    """Lock what is prepared, and neither ordered nor withdrawn. Raises PaymentRefused, MassRefund.DoesNotExist."""
    mass = MassRefund.objects.select_for_update(of=("self",)).get(pk=mass_id)
    if mass.ordered_at is not None:
        raise PaymentRefused("Ces remboursements sont déjà ordonnés\u00a0: rien n’est changé.")
    if mass.withdrawn_at is not None:
        raise PaymentRefused("Ces remboursements sont retirés\u00a0: préparez-les de nouveau.")
    return mass


def _counted(outages: Sequence[Outage], at: datetime) -> tuple[int, int]:
    """How many are to be refunded at `at`, and their total in cents. Raises PaymentRefused for none."""
    found = meant(outages, at)
    if not found.to_order:
        raise PaymentRefused(_NONE)
    return found.to_order, found.total


def _do_a_part(mass: MassRefund, due_at: datetime) -> None:
    """Order some of those that were due when it was ordered and are not refunded yet."""
    assert mass.ordered_by is not None
    left = due([Outage.read(told) for told in mass.outages], due_at).values_list("ticket_id", flat=True)
    numbers = list(left[:AT_ONCE])
    order_all(numbers=numbers, reason=mass.reason, by=mass.ordered_by, at=timezone.now(), mass=mass)
    mass.under_way = len(numbers) == AT_ONCE
    mass.save(update_fields=["under_way"])


def _note(mass: MassRefund, kind: str, by: User, at: datetime) -> None:
    told = {"mass": mass.pk, "outages": mass.outages, "count": mass.count, "total": mass.total, "by": by.pk}
    record.note(Subject.SITE, WHOLE_SITE, kind, told, at=at)


def _dealt_with(numbers: Collection[int]) -> set[int]:
    """Which of them were paid, or have a refund, taken back or not."""
    paid = Payment.objects.standing().filter(ticket__in=numbers).values_list("ticket_id", flat=True)
    return {*paid, *Refund.objects.filter(ticket__in=numbers).values_list("ticket_id", flat=True)}


def _without_result(locked: Locked, at: datetime) -> bool:
    return locked.play is None or locked.play.status(at) == "expired"


def _prices() -> dict[int, int]:
    """The price in cents of the tickets of each emission, by the first five digits of their numbers."""
    rows = Emission.objects.values_list("game_code", "number", "game__price")
    return {code * 100 + number: price for code, number, price in rows}


def _refuse(by: User) -> None:
    if not by.has_perm(PERMISSION):
        raise PaymentRefused("Vous ne pouvez pas ordonner des remboursements en nombre.")
