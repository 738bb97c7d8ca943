"""Finds the ticket that bears a code, without the database ever seeing the code."""

from typing import NamedTuple

from tickets import blind, peppers
from tickets.models import Ticket


class Found(NamedTuple):
    """A ticket with its booklet, block, emission and game, and what opens its sealed tier."""

    ticket: Ticket
    opener: blind.Peppers
    lookup: bytes


def find_ticket(code: str) -> Found | None:
    """The ticket bearing `code` (18 characters as codes.read gives them), locked until the transaction ends."""
    by_lookup = {blind.lookup(one, code): one for one in peppers.live()}
    ticket = (
        Ticket.objects.select_related("booklet__block__emission__game")
        .select_for_update(of=("self",))
        .filter(lookup__in=list(by_lookup))
        .first()
    )
    if ticket is None:
        return None
    lookup = bytes(ticket.lookup)
    return Found(ticket, by_lookup[lookup], lookup)
