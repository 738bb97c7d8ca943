"""Pays a ticket exactly once (art. 4.3, 5)."""

import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.templatetags.french import paris_moment
from payouts import presenting
from payouts.asking import Share
from payouts.chaining import Locked, lock
from payouts.models import Desk, Mark, Payment, Teller, Transfer, Winner
from payouts.presenting import Presented
from payouts.refusals import AlreadyPaid, PaymentRefused
from payouts.standing import Standing
from payouts.transfers import days
from payouts.words import sentence
from tickets.calendar import paris_day

CHECKS = {  # what the person at the desk attests (art. 4.3.1, 4.3.3, 4.3.5, 5.1)
    "whole": "ticket entier, non découpé ni déchiré",
    "box": "case « NUL SI DECOUVERT » encore couverte",
    "print": "aucun défaut d’impression",
    "adult": "le gagnant est majeur",
}
OTHER_TICKET = "Cette demande a déjà payé un autre ticket. Recommencez par le numéro du ticket."


@dataclass(frozen=True, slots=True)
class Request:
    """One wish to pay: the same `key` never pays twice, and finds what it paid."""

    key: uuid.UUID
    number: int
    means: str
    attested: Collection[str]
    both_shown: bool
    shares: tuple[Share, ...] = ()  # of a transfer or cheques: to whom, the bearer first
    lot: int | None = None  # the lot in kind to hand over


def pay(*, request: Request, teller: Teller) -> Payment:
    """Pay a prize or a refund; a request made before gives the payment that it made.

    Raises PaymentRefused with the words for the desk, Ticket.DoesNotExist.
    """
    return pay_or_find(request=request, teller=teller)[0]


def pay_or_find(*, request: Request, teller: Teller) -> tuple[Payment, bool]:
    """As `pay`, and whether this call is the one that paid."""
    with one_ticket_a_key(request):
        return _pay_or_find(request, teller)


@contextmanager
def one_ticket_a_key(request: Request) -> Iterator[None]:
    """Refuse a key that another ticket's request took while this one was under way."""
    try:
        yield
    except IntegrityError as error:
        if not Payment.objects.filter(request=request.key).exists():
            raise
        raise PaymentRefused(OTHER_TICKET, "key") from error


@transaction.atomic(durable=True)
def _pay_or_find(request: Request, teller: Teller) -> tuple[Payment, bool]:
    locked, at = lock(request.number), timezone.now()
    earlier = made_by(request, teller)
    if earlier is not None:
        return earlier, False
    presented = presenting.of_number(request.number, at=at, both_shown=request.both_shown)
    _refuse(presented, request, teller.desk)
    return _paid(locked, presented, request, teller, at), True


def ways(presented: Presented, desk: Desk, winners: int = 1) -> tuple[str, ...]:
    """By which means this desk may pay what the ticket gives; none when it is not to be paid here."""
    if presented.standing not in (Standing.PAYABLE, Standing.REFUND) or not desk.agreed:
        return ()
    return desk.means(presented.known.due, winners=winners)


def made_by(request: Request, teller: Teller) -> Payment | None:
    """The payment made by this very request, while it stands: the desk hands over what it is told on this answer."""
    earlier = Payment.objects.filter(request=request.key).first()
    if earlier is None:
        return None
    if (earlier.ticket_id, earlier.means, earlier.lot_id) != (request.number, request.means, request.lot):
        raise PaymentRefused(OTHER_TICKET, "key")
    if earlier.cancelled_at is not None:
        when = paris_moment(earlier.cancelled_at)
        raise AlreadyPaid(f"Ce paiement a été annulé le {when}. Recommencez par le numéro du ticket.", earlier)
    if earlier.teller_id != teller.user_id:
        raise AlreadyPaid(sentence(presenting.of_number(request.number, at=timezone.now())), earlier)
    misprint = earlier.what == Payment.What.REFUND and earlier.ticket.booklet.misprint
    _refuse_unattested(request, misprint, Mark.objects.in_force(request.number))
    return earlier


def _refuse(presented: Presented, request: Request, desk: Desk) -> None:
    if presented.known.payment is not None:
        raise AlreadyPaid(sentence(presented), presented.known.payment)
    if presented.standing not in (Standing.PAYABLE, Standing.REFUND):
        raise PaymentRefused(sentence(presented))
    if request.means not in ways(presented, desk, max(1, len(request.shares))):
        raise PaymentRefused("Ce ticket ne peut pas être payé ici de cette façon.")
    named = request.means in (Payment.Means.TRANSFER, Payment.Means.CHEQUE)
    accounts = {share.account is not None for share in request.shares}
    if accounts - {request.means == Payment.Means.TRANSFER} or any(share.cents <= 0 for share in request.shares):
        raise PaymentRefused("Chaque part a un montant, et un compte si c’est un virement.")
    if sum(share.cents for share in request.shares) != (presented.known.due if named else 0):
        raise PaymentRefused("Les parts ne font pas le montant du lot, au centime près.")
    refuse_unchecked(request, presented.known.marks, misprint=presented.misprint)


def refuse_unchecked(request: Request, marks: Collection[str], *, misprint: bool = False) -> None:
    """Raise PaymentRefused until number and code were both shown and every check is attested (art. 4.3).

    Of a `misprint` that is refunded (art. 7), the number alone may be shown.
    """
    if not request.both_shown and not misprint:
        raise PaymentRefused("Scannez le numéro et le code du ticket\u00a0: il faut les deux.")
    _refuse_unattested(request, misprint, marks)


def checks(misprint: bool, marks: Collection[str]) -> dict[str, str]:
    """What the person at the desk attests of a ticket that bears these marks.

    Of a misprint that is refunded, not that there is none (art. 7); of a damaged ticket that customer service
    confirmed valid, not that it is whole (art. 4.3.1).
    """
    spared = {"print": misprint, "whole": Mark.Kind.CONFIRMED in marks}
    return {check: words for check, words in CHECKS.items() if not spared.get(check)}


def _refuse_unattested(request: Request, misprint: bool, marks: Collection[str]) -> None:
    missing = [words for check, words in checks(misprint, marks).items() if check not in request.attested]
    if missing:
        raise PaymentRefused(f"Rien n’est fait\u00a0: il reste à vérifier {', '.join(missing)}.", "attested")


def _paid(locked: Locked, presented: Presented, request: Request, teller: Teller, at: datetime) -> Payment:
    what = Payment.What.REFUND if presented.standing is Standing.REFUND else Payment.What.PRIZE
    payment = made(locked, request, teller, at, what=what, amount=presented.known.due)
    winners = [_winner(payment, position, share) for position, share in enumerate(request.shares, 1)]
    note(locked, payment, attested=attested(request), winners=winners)
    return payment


def made(locked: Locked, request: Request, teller: Teller, at: datetime, *, what: Payment.What, amount: int) -> Payment:
    """The payment of a request, kept; `note` records it."""
    return Payment.objects.create(
        ticket=locked.ticket,
        what=what,
        means=request.means,
        amount=amount,
        lot_id=request.lot,
        desk=teller.desk,
        teller_id=teller.user_id,
        request=request.key,
        paid_at=at,
        day=paris_day(at),
    )


def attested(request: Request) -> list[str]:
    """The checks that were made, as the journal keeps them: of a form, nothing but what was asked."""
    return sorted(CHECKS.keys() & request.attested)


def note(locked: Locked, payment: Payment, **more: Any) -> None:
    """Add a payment to its ticket's chain, with what more is known of it."""
    data = {
        "payment": str(payment.id),
        "what": str(payment.what),
        "means": str(payment.means),
        "amount": payment.amount,
        "desk": payment.desk_id,
        "by": payment.teller_id,
        **more,
    }
    locked.note("pay", data, at=payment.paid_at)


def _winner(payment: Payment, position: int, share: Share) -> dict[str, Any]:
    """Keep a winner, and the transfer of what is theirs; what the journal says of it."""
    winner, digest = Winner.of(payment, share.person, position=position, share=share.cents)
    winner.unpublished_at = payment.paid_at if share.unpublished else None
    winner.save(force_insert=True)
    if share.account is not None:
        Transfer.objects.create(
            payment=payment,
            leaves_on=days.leaves_on(payment.day),
            zone=share.account.zone,
            bic=share.account.bic or "",
            review=share.account.review,
        )
    told = {"winner": str(winner.id), "digest": digest, "share": share.cents}
    return told | ({"unpublished": True} if share.unpublished else {})
