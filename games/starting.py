"""Entering a ticket's code: starts its play, or finds the one already started (art. 3.3.2-3.3.7)."""

import logging
import uuid
from collections import Counter
from datetime import datetime

import msgspec
from django.db import transaction
from django.utils import timezone

from games.models import Play
from games.refusals import CodeRefused, UnknownCode
from games.registry import GAMES
from games.reglement import REGLEMENT
from tickets import blind, calendar, codes, numbers, record
from tickets.finding import Found, find_ticket
from tickets.journal import chain
from tickets.journal.chain import Subject
from tickets.models import PrizeTier, Suspension, Ticket

logger = logging.getLogger(__name__)

SERVICE = "Appelez le Service Clients FDJ au 09 69 36 60 60."


@transaction.atomic(durable=True)
def enter_code(*, text: str) -> Play:
    """The play of the ticket bearing the code `text`, started now unless it already was.

    Raises CodeRefused with the words for the player; UnknownCode when no ticket bears it.
    """
    code = _read(text)
    found = find_ticket(code)
    if found is None:
        raise UnknownCode("Ce code n’est celui d’aucun ticket. Vérifiez-le sur votre ticket, caractère par caractère.")
    play = Play.objects.for_step().filter(ticket=found.ticket).first()
    return play or _start(found, code, timezone.now())


def _read(text: str) -> str:
    try:
        return codes.read(text)
    except codes.Mistyped as error:
        raise CodeRefused(error.message, error.position) from error


def _start(found: Found, code: str, at: datetime) -> Play:
    ticket = found.ticket
    _refuse(ticket, at)
    tier = _open_tier(found, code)
    rules = GAMES[tier.table.game.slug].rules
    play = Play(
        id=uuid.uuid4(),
        ticket=ticket,
        tier=tier,
        state=msgspec.to_builtins(rules.start()),
        started_at=at,
        deadline=calendar.play_deadline(at),
    )
    head = _unstarted(ticket)
    play.entries, play.head = record.append(
        Subject.TICKET, ticket.number, "start", _start_data(play), at=at, after=head
    )
    play.save(force_insert=True)
    return play


def _unstarted(ticket: Ticket) -> record.Head:
    """The end of the ticket's chain, which holds no start.

    Raises CodeRefused when it does, its play being gone then, or when the ticket is refunded or exchanged (art. 7), or
    to be refunded: its prize would not be paid.
    """
    entries = record.entries(Subject.TICKET, ticket.number)
    written = Counter(entry.kind for entry in entries)
    if written["start"]:
        logger.error("Ticket %s: its record has a start, and its play is gone", numbers.shown(ticket.number))
        raise CodeRefused(f"Ce ticket demande une vérification avant d’aller plus loin. {SERVICE}")
    if written["pay"] > written["cancel"] or written["refund"] > written["refund_withdrawn"]:
        raise CodeRefused(f"Ce ticket est remboursé ou échangé\u00a0: il ne peut plus être joué. {SERVICE}")
    return record.Head(entries[-1].number, entries[-1].digest) if entries else record.Head()


def _open_tier(found: Found, code: str) -> PrizeTier:
    block = found.ticket.booklet.block
    position = blind.open_tier(
        found.opener,
        code,
        found.lookup,
        number=found.ticket.number,
        block_id=block.id,
        sealed=bytes(found.ticket.sealed_tier),
    )
    return PrizeTier.objects.select_related("table__game").get(table=block.emission.prize_table_id, position=position)


def _start_data(play: Play) -> dict[str, object]:
    return {
        "play": str(play.id),
        "game": play.game_slug,
        "table": play.tier.table.version,
        "tier": play.tier.position,
        "lots": play.lots,
        "deadline": chain.stamp(play.deadline),
        "reglement": REGLEMENT,
        "adult": True,
    }


def _refuse(ticket: Ticket, at: datetime) -> None:
    """Raise CodeRefused when this ticket can't start a play at `at`."""
    booklet, emission = ticket.booklet, ticket.booklet.block.emission
    suspended = Suspension.objects.told(emission.game_id).first()
    if booklet.stolen:
        raise CodeRefused(f"Ce ticket vient d’un livret déclaré volé\u00a0: il ne peut pas être joué. {SERVICE}")
    if booklet.misprint:
        raise CodeRefused(f"Ce ticket a une anomalie d’impression\u00a0: il est remboursé ou échangé. {SERVICE}")
    if booklet.void:
        raise CodeRefused(f"Ce ticket est nul\u00a0: il ne peut pas être joué. {SERVICE}")
    if not emission.on_sale_yet(at):
        raise CodeRefused(f"Ces tickets ne sont pas encore en vente\u00a0: celui-ci ne peut pas être joué. {SERVICE}")
    if emission.start_barred(at):
        last = emission.last_start_day
        raise CodeRefused(f"Il est trop tard pour commencer\u00a0: ces tickets se jouaient jusqu’au {last:%d/%m/%Y}.")
    if suspended:
        raise CodeRefused(f"{suspended} Votre ticket reste valable.")
