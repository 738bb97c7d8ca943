"""Looks a presented ticket up by its number, its code or both, and tells where it stands (art. 4.3)."""

import logging
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from games.models import Play, WonLot
from games.replaying import Differs, replay
from payouts import recorded, scanned
from payouts.models import Mark, Payment, Refund
from payouts.refusals import NotFound, Unreadable
from payouts.standing import Known, Standing, standing
from tickets import blind, codes, numbers, peppers
from tickets.models import Ticket

logger = logging.getLogger(__name__)
_OF_ITS_PLAY = frozenset(
    {Standing.MISPRINT, Standing.OPEN, Standing.EXPIRED, Standing.LOST, Standing.BARRED, Standing.PAYABLE}
)
_SETTLED = frozenset({Standing.REFUND, Standing.MISPRINT, Standing.UNSTARTED, Standing.LATE, Standing.PAYABLE})


@dataclass(frozen=True, slots=True)
class Presented:
    """A ticket in front of a desk: where it stands, and whether number and code were both shown and agree."""

    known: Known
    standing: Standing
    both_shown: bool

    @property
    def number(self) -> int:
        return self.known.ticket.number

    @property
    def misprint(self) -> bool:
        """True of a refund for a misprint (art. 7): its code may not be readable, nor its print without a fault."""
        return self.standing is Standing.REFUND and self.known.ticket.booklet.misprint


def present(*, number: str, code: str, at: datetime) -> Presented:
    """Look up what was typed or scanned, in whichever of the two fields; one may be empty.

    Raises Unreadable when either can't be read, NotFound when there is no such ticket or they are of two tickets.
    """
    typed_number, typed_code = _sorted(scanned.read(number).strip(), scanned.read(code).strip())
    if not typed_number and not typed_code:
        raise Unreadable("Scannez ou saisissez le numéro du ticket, et son code.")
    key = _number(typed_number) if typed_number else None
    lookups = _lookups(typed_code) if typed_code else None
    ticket = _find(key, lookups)
    if lookups is not None and bytes(ticket.lookup) not in lookups:
        raise NotFound("Ce numéro et ce code ne sont pas ceux d’un même ticket. Scannez-les de nouveau.")
    return of(ticket, at=at, both_shown=key is not None and lookups is not None)


def of_number(number: int, *, at: datetime, both_shown: bool = False) -> Presented:
    """A ticket looked up before. Raises NotFound."""
    return of(_find(number, None), at=at, both_shown=both_shown)


def of(ticket: Ticket, *, at: datetime, both_shown: bool) -> Presented:
    """Where a ticket read by `whole` stands; nothing is due but by its verified record (art. 4.3.6, 4.4.2)."""
    known = _known(ticket)
    found = standing(known, at)
    try:
        _verify(known, found)
    except Differs as error:
        now = whole().get(pk=ticket.pk)
        if _as_read(now) != _as_read(ticket):  # another desk did something between our statements
            return of(now, at=at, both_shown=both_shown)
        logger.error("Payment refused: %s", error)
        found = Standing.UNSURE
    return Presented(known, found, both_shown)


def _verify(known: Known, found: Standing) -> None:
    """Compare with its record what may be paid, refunded or exchanged on it. Raises Differs."""
    if found in _OF_ITS_PLAY and known.play is not None:
        replay(known.play)
    if found in _SETTLED:
        recorded.compare(known.ticket)


def _as_read(ticket: Ticket) -> tuple[object, ...]:
    play = _play(ticket)
    return recorded.rows(ticket), play and play.chain_head


def whole() -> QuerySet[Ticket]:
    """Tickets with all that their standing follows from."""
    return Ticket.objects.select_related(
        "booklet__block__emission__game", "booklet__block__emission__prize_table", "play__tier__table__game"
    ).prefetch_related(
        Prefetch("payments", Payment.objects.standing().select_related("desk"), to_attr="standing_payments"),
        Prefetch("refunds", Refund.objects.filter(withdrawn_at=None), to_attr="ordered"),
        Prefetch("marks", Mark.objects.filter(lifted_at=None), to_attr="in_force"),
        Prefetch("play__won_lots", WonLot.objects.select_related("lot")),
    )


def _known(ticket: Ticket) -> Known:
    read = vars(ticket)
    payments: list[Payment] = read["standing_payments"]
    handed = {payment.lot_id for payment in payments}
    play = _play(ticket)
    return Known(
        ticket=ticket,
        play=play,
        payment=next((payment for payment in payments if payment.lot_id is None), None),
        refund=next(iter(read["ordered"]), None),
        marks=frozenset(mark.kind for mark in read["in_force"]),
        lots=tuple(won for won in play.won_lots.all() if won.pk not in handed) if play else (),
    )


def _play(ticket: Ticket) -> Play | None:
    try:
        return ticket.play
    except Play.DoesNotExist:
        return None


def _sorted(number: str, code: str) -> tuple[str, str]:
    """Number and code, when a scanner typed one of them into the other's field."""
    swapped = any(character.isalpha() for character in number) or (code.isdigit() and len(code) == numbers.LENGTH)
    return (code, number) if swapped else (number, code)


def _find(number: int | None, lookups: frozenset[bytes] | None) -> Ticket:
    by = {"pk": number} if number is not None else {"lookup__in": lookups}
    ticket = whole().filter(**by).first()
    if ticket is None:
        raise NotFound("Aucun ticket ne porte ce numéro." if number is not None else "Aucun ticket ne porte ce code.")
    return ticket


def _number(text: str) -> int:
    try:
        return numbers.read(text)
    except numbers.BadNumber as error:
        raise Unreadable(error.message, "number") from error


def _lookups(text: str) -> frozenset[bytes]:
    try:
        code = codes.read(text)
    except codes.Mistyped as error:
        raise Unreadable(error.message, "code") from error
    return frozenset(blind.lookup(one, code) for one in peppers.live())
