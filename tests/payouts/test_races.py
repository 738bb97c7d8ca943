"""Several people at one ticket at once: each is told what is true, and the record says what was done, in order."""

import json
import random
import threading
from collections.abc import Callable, Iterator

import pytest
from django.db import connection, connections, transaction
from django.utils import timezone

from games.models import Play, WonLot
from games.refusals import Refusal
from games.replaying import replay
from payouts import cancelling, handing, marking, ordering, paying, presenting
from payouts.models import Mark, Payment, Refund, Teller
from payouts.standing import Standing
from tests.payouts import desk
from tickets import record
from tickets.journal.chain import Subject
from tickets.verifying import verify

pytestmark = pytest.mark.usefixtures("cloned_db")


@pytest.fixture(autouse=True)
def _true_record(cloned_db: str) -> Iterator[None]:
    yield
    verify(blocks=False)


def elsewhere(do: Callable[[], object]) -> threading.Thread:
    """Do it on another connection."""

    def run() -> None:
        try:
            do()
        finally:
            connections.close_all()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def bodies(play: Play) -> list[dict]:
    return [json.loads(entry.text) for entry in record.entries(Subject.TICKET, play.ticket_id)]


@pytest.mark.parametrize("happens", ["pay", "hold"])
def test_a_ticket_looked_up_while_another_desk_acts_is_told_as_it_is(happens: str) -> None:
    """Art. 4.3.6: between reading the ticket and reading its record nothing makes it look untrue."""
    play, teller = desk.won(), desk.teller()
    service = desk.allowed(desk.teller().user, "decide_ticket")
    acts = {
        "pay": lambda: paying.pay(request=desk.request(play), teller=teller),
        "hold": lambda: marking.hold(number=play.ticket_id, reason="doute", by=service),
    }
    left = [acts[happens]]

    def before_the_record(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        if "tickets_journalentry" in sql and left:
            elsewhere(left.pop()).join()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(before_the_record):
        found = presenting.of_number(play.ticket_id, at=timezone.now()).standing
    assert found is {"pay": Standing.PAID, "hold": Standing.HELD}[happens]


def test_a_payment_that_waited_bears_the_time_at_which_it_was_made() -> None:
    """Entries follow one another in time, and the time bar falls on who is still waiting."""
    play, teller = desk.won(), desk.teller()
    supervisor = desk.allowed(desk.teller().user, "cancel_payment")
    with transaction.atomic():
        Play.objects.select_for_update().get(pk=play.pk)
        waiting = elsewhere(lambda: paying.pay(request=desk.request(play), teller=teller))
        wait_for_a_lock()
        released = timezone.now()
    waiting.join()
    payment = Payment.objects.get()
    assert payment.paid_at >= released
    cancelling.cancel(payment_id=payment.pk, by=supervisor, reason="erreur")
    times = [body["at"] for body in bodies(play)]
    assert times == sorted(times)


def wait_for_a_lock() -> None:
    with connections["owner"].cursor() as cursor:
        waiting = 0
        while not waiting:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND wait_event_type = 'Lock'",
                [connection.settings_dict["NAME"]],
            )
            waiting = cursor.fetchone()[0]


def actions(play: Play, lot: WonLot, teller: Teller, service: object) -> list[Callable[[], object]]:
    """All that desks and customer service can do with a ticket."""
    number, by = play.ticket_id, service

    def cancel(lots: bool) -> None:
        paid = Payment.objects.standing().filter(ticket=number).exclude(lot=None if lots else lot).first()
        if paid:
            cancelling.cancel(payment_id=paid.pk, by=by, reason="erreur")  # type: ignore[arg-type]

    def lift() -> None:
        mark = Mark.objects.filter(ticket=number, lifted_at=None).first()
        if mark:
            marking.lift(mark_id=mark.pk, reason="levé", by=by)  # type: ignore[arg-type]

    def withdraw() -> None:
        refund = Refund.objects.filter(ticket=number, withdrawn_at=None).first()
        if refund:
            ordering.withdraw_refund(refund_id=refund.pk, by=by)  # type: ignore[arg-type]

    return [
        lambda: paying.pay(request=desk.request(play), teller=teller),
        lambda: handing.hand_over(request=desk.request(play, "handed", lot=lot.pk), teller=teller),
        lambda: cancel(lots=False),
        lambda: cancel(lots=True),
        lambda: desk.void(teller, number),
        lambda: marking.hold(number=number, reason="doute", by=by),  # type: ignore[arg-type]
        lift,
        lift,
        lambda: ordering.order_refund(number=number, reason="panne", by=by),  # type: ignore[arg-type]
        withdraw,
    ]


def test_whatever_is_done_at_once_leaves_one_payment_at_most_and_a_record_that_says_all() -> None:
    """Art. 3.3.9, 4.3, 11: each act is done whole or refused in words, none is lost, none fails otherwise."""
    play = desk.won()
    lot = desk.lot(play)
    service = desk.allowed(desk.teller().user, "decide_ticket", "order_refund", "cancel_payment")
    failed: list[Exception] = []

    def busy(seed: int, teller: Teller) -> Callable[[], None]:
        chance, able = random.Random(seed), actions(play, lot, teller, service)

        def run() -> None:
            for _ in range(25):
                try:
                    chance.choice(able)()
                except Refusal:
                    continue
                except Exception as error:
                    failed.append(error)

        return run

    threads = [elsewhere(busy(seed, desk.teller())) for seed in range(6)]
    for thread in threads:
        thread.join()
    assert failed == []
    told = bodies(play)
    kinds = [body["kind"] for body in told]
    assert (kinds.count("pay"), kinds.count("cancel")) == (
        Payment.objects.count(),
        Payment.objects.exclude(cancelled_at=None).count(),
    )
    assert kinds.count("pay") and kinds.count("mark") == Mark.objects.count()
    assert [body["at"] for body in told] == sorted(body["at"] for body in told)
    standing_by_itself(told)
    replay(Play.objects.get(pk=play.pk))


def standing_by_itself(told: list[dict]) -> None:
    """Read in order, no payment was made beside another, nor a refund beside a lot, nor of a ticket that was marked."""
    standing: dict[str, str] = {}
    marks: set[int] = set()
    for body in told:
        data = body["data"]
        if body["kind"] == "pay":
            others = set(standing.values())
            assert not marks and (data["what"] not in others) and not {"prize", "refund"} <= others | {data["what"]}
            assert not {"lot", "refund"} <= others | {data["what"]}
            standing[data["payment"]] = data["what"]
        elif body["kind"] == "cancel":
            del standing[data["payment"]]
        elif body["kind"] == "mark":
            marks.add(data["mark"])
        elif body["kind"] == "lift":
            marks.remove(data["mark"])
