"""All that a desk gives, each to be raced for: by every means a prize is paid, a refund, a lot (art. 3.2.8, 5)."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import pytest

from payouts import handing, paying
from payouts.asking import Share
from payouts.models import Payment, Transfer, Winner
from payouts.paying import Request
from payouts.persons import Person
from payouts.transfers import accounts
from tests.payouts import bank, desk, flags
from tickets import record
from tickets.journal.chain import Subject
from tickets.verifying import verify

PRIZE, SHARES = 9_000_00, (4_000_00, 3_000_00, 2_000_00)


class Race(NamedTuple):
    """What each desk wishes, under a key of its own, how it is given, and what it is told when another one did."""

    wish: Callable[[], Request]
    give: Callable[..., Payment] = paying.pay
    told: str = "Déjà payé"
    winners: int = 0
    transfers: int = 0


def transfer() -> Request:
    account = accounts.read(bank.HOME)
    winner = Person("Nom", "Prénom", iban=account.iban)
    return desk.request(desk.won(PRIZE), "transfer", shares=(Share(winner, PRIZE, account),))


def cheques() -> Request:
    winners = tuple(Share(Person("Nom", f"Prénom {cents}"), cents) for cents in SHARES)
    return desk.request(desk.won(PRIZE), "cheque", shares=winners)


def refund() -> Request:
    play = desk.won()
    desk.refund(play.ticket_id)
    return desk.request(play)


def refund_of_an_unplayed() -> Request:
    """Only the ticket is there to be locked."""
    number = flags.unstarted()
    desk.refund(number)
    return replace(desk.request(desk.won()), number=number)


def lot(*, in_kind: bool) -> Request:
    play = desk.won(0)
    won = desk.lot(play, value=20_00, in_kind=in_kind)
    return desk.request(play, "handed" if in_kind else "cash", lot=won.pk)


RACES = {
    "cash": Race(lambda: desk.request(desk.won())),
    "transfer": Race(transfer, winners=1, transfers=1),
    "cheques": Race(cheques, winners=3),
    "refund": Race(refund, told="Déjà remboursé"),
    "refund of an unplayed": Race(refund_of_an_unplayed, told="Déjà remboursé"),
    "lot": Race(lambda: lot(in_kind=True), handing.hand_over, "Ce lot est déjà remis"),
    "lot in money": Race(lambda: lot(in_kind=False), handing.hand_over, "Ce lot est déjà remis"),
}


each_means = pytest.mark.parametrize("race", RACES.values(), ids=RACES.keys())


def given_once(number: int, race: Race) -> None:
    """One payment stands, with what belongs to it, and the record says so."""
    kinds = [json.loads(entry.text)["kind"] for entry in record.entries(Subject.TICKET, number)]
    assert (Payment.objects.count(), kinds.count("pay")) == (1, 1)
    assert (Winner.objects.count(), Transfer.objects.count()) == (race.winners, race.transfers)
    verify(blocks=False)
