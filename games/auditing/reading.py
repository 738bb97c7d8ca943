"""Streams every recorded step out of the journal, in the order of the sealed log, and counts its draws."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

import msgspec
from django.db import connection, transaction

from games.auditing.returns import Payouts
from games.auditing.tally import Tally, WrongDraw
from games.rules.dealer import Draw, Item
from tickets import numbers
from tickets.journal import chain
from tickets.journal.chain import Subject
from tickets.models import PrizeTier

# What waits to be sealed comes after the log.
_STEPS = """
SELECT entry.subject_id, entry.number, entry.text, entry.previous, entry.digest, play.tier_id
FROM tickets_journalentry entry
LEFT JOIN tickets_leaf leaf USING (subject, subject_id, number)
LEFT JOIN games_play play ON play.ticket_id = entry.subject_id
WHERE entry.subject = %s AND entry.kind = 'step'
ORDER BY leaf.index NULLS LAST, entry.subject_id, entry.number
"""


class WrongRecord(Exception):
    """A step on record that can't have happened so; the message names its ticket and its entry."""

    def __init__(self, ticket: int, entry: int, what: str) -> None:
        super().__init__(f"ticket {numbers.shown(ticket)}, entry {entry}: {what}")


class _Draw(msgspec.Struct):
    name: str
    among: tuple[Item, ...]
    result: tuple[Item, ...]


class _Data(msgspec.Struct):
    draws: list[_Draw]
    amount: Annotated[int, msgspec.Meta(ge=0)] | None


class _Step(msgspec.Struct):
    data: _Data


@dataclass(slots=True)
class Read:
    """What was counted: the steps, their draws, and what the finished plays paid."""

    steps: int = 0
    tally: Tally = field(default_factory=Tally)
    payouts: Payouts = field(default_factory=Payouts)


@transaction.atomic
def read_journal() -> Read:
    """Count every recorded step (art. 4.4.2). Raises WrongRecord at the first that was altered or is impossible.

    An altered one no longer agrees with its digest; that digests themselves are linked and sealed is for
    `verify_journal`, and that a step leads where its play stands for `replay`.
    """
    tiers = dict(PrizeTier.objects.values_list("pk", "table__game__slug"))
    decode = msgspec.json.Decoder(_Step).decode
    read = Read()
    for ticket, entry, text, previous, digest, tier in _steps():
        if chain.digest(previous, text) != digest:
            raise WrongRecord(ticket, entry, "digest and text disagree")
        if tier is None:
            raise WrongRecord(ticket, entry, "its play is gone")
        try:
            data = decode(text).data
            read.tally.add(tiers[tier], [Draw(d.name, d.among, d.result) for d in data.draws])
        except (msgspec.DecodeError, WrongDraw) as error:
            raise WrongRecord(ticket, entry, str(error)) from error
        if data.amount is not None:
            read.payouts.add(ticket, tier, data.amount)
        read.steps += 1
    return read


def _steps() -> Iterator[tuple[int, int, str, bytes, bytes, int | None]]:
    with connection.chunked_cursor() as cursor:
        cursor.execute(_STEPS, [Subject.TICKET])
        yield from _rows(cursor)


def _rows(cursor: Any) -> Iterator[Any]:
    while rows := cursor.fetchmany(2000):
        yield from rows
