"""A server killed while it pays leaves nothing half done: the same request then pays, once."""

import threading

import psycopg
from django.db import DatabaseError, connection, connections, transaction
from django.db.backends.utils import CursorWrapper

from payouts.models import Desk, Payment, Transfer, Winner
from tests.payouts import desk
from tests.payouts.races import Race, each_means, given_once
from tickets.models import Ticket

END = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock'"""


def ended(cursor: CursorWrapper) -> bool:
    """End who waits for a lock; the transaction would go on seeing who did at first."""
    cursor.execute("SELECT pg_stat_clear_snapshot()")
    cursor.execute(END)
    return cursor.fetchone()[0] > 0


@each_means
def test_a_request_whose_server_was_killed_pays_once_when_it_is_sent_again(cloned_db: str, race: Race) -> None:
    request, teller = race.wish(), desk.teller(Desk.Kind.PAYMENT_CENTRE)
    failed: list[Exception] = []

    def first() -> None:
        try:
            race.give(request=request, teller=teller)
        except (DatabaseError, psycopg.Error) as error:
            failed.append(error)
        finally:
            connections.close_all()

    with transaction.atomic():
        Ticket.objects.select_for_update().get(pk=request.number)
        server = threading.Thread(target=first)
        server.start()
        with connection.cursor() as cursor:
            while not ended(cursor):
                assert server.is_alive(), "it paid in spite of the lock"
    server.join()
    assert failed and not any(model.objects.exists() for model in (Payment, Winner, Transfer))
    assert race.give(request=request, teller=teller) == race.give(request=request, teller=teller)
    given_once(request.number, race)
