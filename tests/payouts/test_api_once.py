"""A terminal's payment is made exactly once, whatever is repeated, raced or killed, and it learns what happened."""

import threading
import uuid
from collections.abc import Callable

import pytest
from django.db import connection, connections, transaction

from payouts import cancelling, terminals
from payouts.models import Payment
from tests.payouts import desk, terminal
from tests.payouts.terminal import a_win, find, pay
from tickets import numbers
from tickets.models import Ticket
from tickets.verifying import verify

pytestmark = pytest.mark.usefixtures("cloned_db")


@pytest.fixture(autouse=True)
def _true_record(cloned_db: str):
    yield
    verify(blocks=False)


def at_once(*asked: Callable[[], object]) -> list:
    """What each was answered, all asked together."""
    answers: list = []

    def run(ask: Callable[[], object]) -> Callable[[], None]:
        def ran() -> None:
            try:
                answers.append(ask())
            finally:
                connections.close_all()

        return ran

    threads = [threading.Thread(target=run(ask)) for ask in asked]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_twenty_terminals_at_once_pay_once_and_each_learns_it() -> None:
    number, code = a_win()
    tokens = [terminal.token() for _ in range(20)]
    answers = at_once(*(lambda token=token: pay(token, number, code) for token in tokens))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 19
    paid = Payment.objects.get()
    assert {answer.json()["desk"] for answer in answers} == {str(paid.desk)}


def test_one_request_sent_ten_times_at_once_pays_once_and_says_who_paid() -> None:
    number, code = a_win()
    token, key = terminal.token(), uuid.uuid4()
    answers = at_once(*(lambda: pay(token, number, code, key=key) for _ in range(10)))
    assert sorted(answer.status_code for answer in answers) == [200] * 9 + [201]
    assert len({answer.content for answer in answers}) == 1
    assert Payment.objects.count() == 1


def test_one_key_for_two_tickets_at_once_pays_one() -> None:
    """The two wait for different tickets, so only the key's constraint tells them apart."""
    wins, token, key = [a_win() for _ in range(2)], terminal.token(), uuid.uuid4()
    said: list = []
    asked = [lambda win=win: pay(token, *win, key=key) for win in wins]
    both = threading.Thread(target=lambda: said.extend(at_once(*asked)))
    with transaction.atomic():
        list(Ticket.objects.select_for_update().values_list("pk"))
        both.start()
        wait_for(2)
    both.join()
    assert sorted(answer.status_code for answer in said) == [201, 422]
    refused = max(said, key=lambda answer: answer.status_code).json()
    assert refused["field"] == "Idempotency-Key" and "un autre ticket" in refused["message"]
    assert Payment.objects.count() == 1


def test_a_request_killed_before_its_end_is_answered_without_details_and_sent_again_pays_once() -> None:
    number, code = a_win()
    token, key, said = terminal.token(), uuid.uuid4(), []
    with transaction.atomic():
        Ticket.objects.select_for_update().get(pk=numbers.read(number))
        thread = threading.Thread(target=at_once, args=[lambda: said.append(pay(token, number, code, key=key))])
        thread.start()
        for process in wait_for(1):
            with connections["owner"].cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(%s)", [process])
        thread.join()
    assert said[0].status_code == 500
    assert set(said[0].json()) == {"field", "message"} and "Rien n’est sûr" in said[0].json()["message"]
    assert find(token, key).status_code == 404
    answers = [pay(token, number, code, key=key) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 200]
    assert find(token, key).content == answers[0].content == answers[1].content
    assert Payment.objects.count() == 1


def wait_for(count: int) -> list[int]:
    """The processes of this database that wait for a lock, once there are so many."""
    with connections["owner"].cursor() as cursor:
        while True:
            cursor.execute(
                "SELECT pid FROM pg_stat_activity WHERE datname = %s AND wait_event_type = 'Lock'",
                [connection.settings_dict["NAME"]],
            )
            if len(waiting := [pid for (pid,) in cursor.fetchall()]) >= count:
                return waiting


def test_the_same_key_with_another_body_is_refused() -> None:
    (number, code), (other_number, other_code) = a_win(), a_win()
    token, key = terminal.token(), uuid.uuid4()
    assert pay(token, number, code, key=key).status_code == 201
    fewer = pay(token, number, code, key=key, attested=["whole"])
    assert (fewer.status_code, fewer.json()["field"]) == (422, "attested")
    other = pay(token, other_number, other_code, key=key)
    assert (other.status_code, other.json()["field"]) == (422, "Idempotency-Key")
    assert pay(token, number, other_code, key=key).status_code == 404


def test_another_terminal_with_the_same_key_hands_nothing_over() -> None:
    """A terminal that makes its keys badly, from the ticket's number say, must not pay a second time."""
    number, code = a_win()
    at, key = desk.teller().desk, uuid.uuid4()
    assert pay(terminal.token(at), number, code, key=key).status_code == 201
    again = pay(terminal.token(at), number, code, key=key)
    assert again.status_code == 409 and again.json()["message"].startswith("Déjà payé")


def test_a_payment_cancelled_since_is_a_conflict_for_its_own_key_and_payable_with_another() -> None:
    number, code = a_win()
    token, key = terminal.token(), uuid.uuid4()
    paid = pay(token, number, code, key=key).json()
    cancelling.cancel(payment_id=paid["id"], by=desk.allowed(desk.teller().user, "cancel_payment"), reason="erreur")
    again = pay(token, number, code, key=key)
    assert again.status_code == 409 and "annulé" in again.json()["message"]
    assert again.json()["cancelled_at"] == find(token, key).json()["cancelled_at"] is not None
    assert pay(token, number, code).status_code == 201
    assert terminals.bearer(token).desk.payments.count() == 2
