"""Orders many refunds at once: of plays that outages kept from their thirty days (art. 3.3.9), of tickets unflagged."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime

from django.conf import settings
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
_AT_ONCE = 10_000  # tickets locked and noted together
_BATCH = 1_000
_EMISSION = 10_000_000_000  # what follows a ticket's first five digits


def needs_two(total: int) -> bool:
    """True when a second person has to order what the first prepared."""
    return total > settings.MASS_REFUND_ALONE


@transaction.atomic(durable=True)
def prepare(*, outages: Sequence[Outage], reason: str, by: User) -> MassRefund:
    """Order at once, or above the setting leave it to a second person. Raises PaymentRefused."""
    _refuse(by)
    why, at = reasons.read(reason), timezone.now()
    if any(outage.until is not None and outage.until <= outage.since for outage in outages):
        raise PaymentRefused("Une panne finit après avoir commencé.")
    if any(outage.since > at for outage in outages):
        raise PaymentRefused("Cette panne n’a pas encore commencé.")
    told = [outage.told() for outage in outages]
    if MassRefund.objects.filter(ordered_at=None, outages=told).exists():
        raise PaymentRefused("C’est déjà préparé\u00a0: une autre personne doit les ordonner.")
    found = meant(outages, at)
    if not found.to_order:
        raise PaymentRefused(_NONE)
    mass = MassRefund.objects.create(
        reason=why,
        outages=told,
        count=found.to_order,
        total=found.total,
        prepared_at=at,
        prepared_by=by,
    )
    if needs_two(found.total):
        _note(mass, "mass_refund_prepare", by, at)
    else:
        _order(mass, by, at)
    return mass


@transaction.atomic(durable=True)
def order(*, mass_id: int, by: User) -> MassRefund:
    """Order what another person prepared, as it is now. Raises PaymentRefused, MassRefund.DoesNotExist."""
    _refuse(by)
    mass = MassRefund.objects.select_for_update(of=("self",)).get(pk=mass_id)
    if mass.ordered_at is not None:
        raise PaymentRefused("Ces remboursements sont déjà ordonnés\u00a0: rien n’est changé.")
    if mass.prepared_by_id == by.pk:
        raise PaymentRefused("Une autre personne doit les ordonner\u00a0: vous les avez préparés.")
    _order(mass, by, timezone.now())
    return mass


def order_all(
    *, numbers: Iterable[int], reason: str, by: User, at: datetime, mass: MassRefund | None = None
) -> tuple[int, int]:
    """Order the refund of each of these tickets that has no result, no payment and no refund yet; how many, and cents.

    In the caller's transaction, which checks who may.
    """
    prices, count, total = _prices(), 0, 0
    for few in _few(sorted(numbers)):
        locked = lock_all(few)
        kept_out = _dealt_with(few)
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
        count, total = count + len(refunds), total + sum(refund.amount for refund in refunds)
    return count, total


def total_of(numbers: Iterable[int]) -> int:
    """What these tickets cost together, in cents."""
    prices = _prices()
    return sum(prices[number // _EMISSION] for number in numbers)


def _order(mass: MassRefund, by: User, at: datetime) -> None:
    """Order what is due at `at`, and keep how much it was."""
    outages = [Outage.read(told) for told in mass.outages]
    numbers = list(due(outages, at).values_list("ticket_id", flat=True))
    if not numbers:
        raise PaymentRefused(_NONE)
    mass.ordered_at, mass.ordered_by = at, by
    mass.count, mass.total = order_all(numbers=numbers, reason=mass.reason, by=by, at=at, mass=mass)
    mass.save(update_fields=["count", "total", "ordered_at", "ordered_by"])
    _note(mass, "mass_refund", by, at)


def _note(mass: MassRefund, kind: str, by: User, at: datetime) -> None:
    told = {"mass": mass.pk, "outages": mass.outages, "count": mass.count, "total": mass.total, "by": by.pk}
    record.note(Subject.SITE, WHOLE_SITE, kind, told, at=at)


def _few(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    return (numbers[start : start + _AT_ONCE] for start in range(0, len(numbers), _AT_ONCE))


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
