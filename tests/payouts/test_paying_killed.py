"""A server killed while it pays leaves nothing half done: the same request then pays, once."""

import threading

import psycopg
import pytest
from django.db import DatabaseError, connection, connections, transaction
from django.db.backends.utils import CursorWrapper

from games.models import Play
from payouts import paying
from payouts.models import Payment
from tests.payouts import desk

END = """
SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock'"""


def ended(cursor: CursorWrapper) -> bool:
    """End who waits for a lock; the transaction would go on seeing who did at first."""
    cursor.execute("SELECT pg_stat_clear_snapshot()")
    cursor.execute(END)
    return cursor.fetchone()[0] > 0


@pytest.mark.usefixtures("cloned_db")
def test_a_request_whose_server_was_killed_pays_once_when_it_is_sent_again() -> None:
    play, teller = desk.won(), desk.teller()
    request, failed = desk.request(play), []

    def first() -> None:
        try:
            paying.pay(request=request, teller=teller)
        except (DatabaseError, psycopg.Error) as error:
            failed.append(error)
        finally:
            connections.close_all()

    with transaction.atomic():
        Play.objects.select_for_update().get(pk=play.pk)
        server = threading.Thread(target=first)
        server.start()
        with connection.cursor() as cursor:
            while not ended(cursor):
                assert server.is_alive(), "it paid in spite of the lock"
    server.join()
    assert failed and not Payment.objects.exists()
    assert paying.pay(request=request, teller=teller) == paying.pay(request=request, teller=teller)
    assert Payment.objects.count() == 1
