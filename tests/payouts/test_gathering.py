"""Transfers leave for the bank in files: on the right day, once, the same bytes each time (art. 5.3.1)."""

import re
import threading
import xml.etree.ElementTree as ET
from datetime import date, timedelta
from queue import Queue
from typing import Any

import pytest
import time_machine
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from payouts import bank_files, cancelling, erasing, returning, rights, tasks
from payouts.gathering import Gathered, gather
from payouts.models import Payment, Transfer, TransferFile, Winner
from payouts.refusals import PaymentRefused, TransferRefused
from payouts.retention import Part
from payouts.transfers.pain import NAMESPACE
from tests.games.conftest import _verified
from tests.payouts import bank, desk
from tickets import record
from tickets.calendar import paris_day
from tickets.journal.chain import Subject

__all__ = ["_verified"]
pytestmark = pytest.mark.django_db
SEEN = rights.Seen(by=1, kind="passport", reference="12AB34567")


def leave() -> Gathered:
    """Gather as if every transfer were due."""
    return gather(paris_day(timezone.now()) + timedelta(days=20))


def texts(file: TransferFile, path: str) -> list[str]:
    content = bank_files.content(file)
    steps = "/".join(f"{{{NAMESPACE}}}{step}" for step in path.split("/"))
    return [element.text or "" for element in ET.fromstring(content).iterfind(f".//{steps}")]  # noqa: S314


@pytest.mark.parametrize(
    ("asked", "leaves", "executes"),
    [
        ("2026-06-12", "2026-06-15", "2026-06-15"),  # a Friday
        ("2026-06-13", "2026-06-15", "2026-06-15"),  # a Saturday
        ("2026-12-24", "2026-12-28", "2026-12-28"),  # Christmas on a Friday
        ("2026-12-31", "2027-01-04", "2027-01-04"),
        ("2026-04-02", "2026-04-03", "2026-04-07"),  # Good Friday: a working day on which banks are closed
        ("2026-04-03", "2026-04-07", "2026-04-07"),  # Easter Monday
        ("2026-04-30", "2026-05-04", "2026-05-04"),
        ("2026-05-07", "2026-05-11", "2026-05-11"),
        ("2026-05-13", "2026-05-15", "2026-05-15"),  # Ascension
        ("2026-05-23", "2026-05-26", "2026-05-26"),  # Whit Monday
    ],
)
def test_an_order_leaves_on_the_first_working_day_after_it_was_asked_for(
    asked: str, leaves: str, executes: str
) -> None:
    """Art. 5.3.1: over weekends, Christmas, Easter and the holidays of May, by the daily task."""
    with time_machine.travel(f"{asked}T09:00:00Z", tick=False) as clock:
        bank.transfer()
        found = {}
        for _ in range(6):
            tasks.gather_transfers(timestamp=0)
            found |= {paris_day(one.made_at): one.executes_on for one in TransferFile.objects.all()}
            clock.shift(24 * 3600)
    assert found == {date.fromisoformat(leaves): date.fromisoformat(executes)}


def test_what_was_missed_waits_for_the_next_working_day() -> None:
    """Art. 5.3.1: nothing leaves on a Saturday or on a holiday, late orders neither."""
    with time_machine.travel("2026-04-29T09:00:00Z", tick=False) as clock:
        bank.transfer()
        for day, files in (("2026-05-01", 0), ("2026-05-02", 0), ("2026-05-04", 1)):
            clock.move_to(f"{day}T04:00:00Z")
            tasks.gather_transfers(timestamp=0)
            assert TransferFile.objects.count() == files


def test_each_zone_has_a_file_of_its_own_valid_and_the_same_when_made_again() -> None:
    made = [bank.transfer(300_01), bank.transfer(450_00, iban=bank.PACIFIC), bank.transfer(999_99)]
    gathered = leave()
    pacific, sepa = gathered.files
    assert [(one.zone, one.orders, one.total) for one in gathered.files] == [
        ("pacific", 1, 450_00),
        ("sepa", 2, 1_300_00),
    ]
    assert texts(sepa, "EndToEndId") == [made[0].reference, made[2].reference]
    assert texts(sepa, "InstdAmt") == ["300.01", "999.99"] and texts(sepa, "CtrlSum") == ["1300.00", "1300.00"]
    assert texts(pacific, "CdtrAgt/FinInstnId/BICFI") == ["CEPANCNM"]
    again = TransferFile.objects.get(pk=sepa.pk)
    assert bank_files.content(again) == bank_files.content(sepa)
    assert all(bank.valid(bank_files.content(one)) for one in gathered.files)


def test_each_ticket_is_told_of_its_file_without_any_data() -> None:
    one = bank.transfer()
    (file,) = leave().files
    entry = record.entries(Subject.TICKET, one.payment.ticket_id)[-1]
    assert entry.kind == "transfer" and f'"file":{file.pk}' in entry.text
    assert not re.search(r"Guessan|FR76|30006", entry.text)


def test_gathered_again_nothing_leaves_twice_and_what_came_meanwhile_leaves() -> None:
    first = bank.transfer()
    assert len(leave().files) == 1
    assert leave() == Gathered()
    second = bank.transfer()
    (file,) = leave().files
    assert [*file.transfers.all()] == [second] and first not in file.transfers.all()


def test_what_is_under_review_withdrawn_or_refused_stays() -> None:
    bank.transfer(iban=bank.UNKNOWN)
    refused, cancelled = bank.transfer(iban=bank.UNKNOWN), bank.transfer()
    accountant, _ = bank.accountants()
    returning.refuse(transfer_id=refused.pk, by=accountant)
    supervisor = desk.allowed(desk.teller().user, "cancel_payment")
    cancelling.cancel(payment_id=cancelled.payment_id, by=supervisor, reason="erreur")
    assert Transfer.objects.get(pk=cancelled.pk).withdrawn_at
    assert leave() == Gathered()


def test_a_payment_whose_order_is_in_a_file_is_not_cancelled() -> None:
    one = bank.transfer()
    leave()
    supervisor = desk.allowed(desk.teller().user, "cancel_payment")
    with pytest.raises(PaymentRefused, match="déjà dans un fichier"):
        cancelling.cancel(payment_id=one.payment_id, by=supervisor, reason="erreur")
    assert Payment.objects.get().cancelled_at is None


def test_a_killed_gathering_leaves_nothing_and_is_run_again(cloned_db: str) -> None:
    """Killed when all but its entry in the journal is written."""
    one = bank.transfer()
    ticket = one.payment.ticket_id
    head, told = record.head(Subject.TICKET, ticket), Queue[Any]()
    thread = threading.Thread(target=gather_and_tell, args=[told])
    with transaction.atomic():
        record.append(Subject.TICKET, ticket, "in the way", {}, at=timezone.now())
        thread.start()
        at_work = told.get()
        while not one_value("SELECT count(*) FROM pg_locks WHERE pid = %s AND NOT granted", at_work):
            assert thread.is_alive()
        assert one_value("SELECT pg_terminate_backend(%s)", at_work)
        thread.join()
        transaction.set_rollback(True)
    assert isinstance(told.get(), DatabaseError)
    assert not TransferFile.objects.exists() and record.head(Subject.TICKET, ticket) == head
    (file,) = leave().files
    assert [*file.transfers.all()] == [one] and bank.valid(bank_files.content(file))


def gather_and_tell(told: "Queue[Any]") -> None:
    """Gather in a connection of its own; tells its process in the database, then its error."""
    try:
        told.put(one_value("SELECT pg_backend_pid()"))
        leave()
    except DatabaseError as error:
        told.put(error)
    finally:
        connections.close_all()


def one_value(statement: str, *values: Any) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchone()[0]


@pytest.mark.parametrize(
    ("last", "first", "written"),
    [
        ('=HYPERLINK("x")', "@SUM", "SUM HYPERLINK('x')"),
        ("N'Guessan", "Łukasz", "Lukasz N'Guessan"),
        ("E\u0301te\u0301", "Zoe\u0308", "Zoe Ete"),
        ("<Nm>&amp;]]>", "O’Brien", None),
        ("A" * 100, "B" * 50, f"{'B' * 50} {'A' * 19}"),
        ("Иванова", "Ольга", "Ol'ga Ivanova"),
    ],
)
def test_any_name_stands_in_the_file_in_the_banks_own_characters(last: str, first: str, written: str | None) -> None:
    bank.transfer(last_name=last, first_name=first)
    (file,) = leave().files
    name = texts(file, "Cdtr/Nm")[0]
    assert bank.valid(bank_files.content(file)) and re.fullmatch(r"[A-Za-z0-9/?:().,'+ -]{1,70}", name)
    assert written is None or name == written


def test_a_corrected_name_leaves_a_file_already_made_as_it_was() -> None:
    one = bank.transfer()
    (file,) = leave().files
    before = bank_files.content(file)
    rights.correct(winner_id=one.payment.winners.get().pk, seen=SEEN, typed={"last_name": "Kouassi"})
    assert bank_files.content(TransferFile.objects.get()) == before


def test_rows_that_give_other_bytes_are_told_with_the_files_name() -> None:
    bank.transfer()
    (file,) = leave().files
    TransferFile.objects.update(executes_on=date(2026, 1, 2))
    with pytest.raises(bank_files.FileDiffers, match=re.escape(file.name)):
        bank_files.release(file_id=file.pk, by=bank.accountants()[0])
    assert TransferFile.objects.get().released_at is None


def test_an_order_that_can_not_be_written_is_left_out_and_hinders_no_other() -> None:
    broken, whole = bank.transfer(), bank.transfer()
    Winner.objects.filter(payment=broken.payment).update(sealed=b"altered")
    Transfer.objects.update(leaves_on=date(2026, 1, 2))
    with pytest.raises(CommandError, match="1 transfers can't leave"):
        call_command("gather_transfers")
    assert [*TransferFile.objects.get().transfers.all()] == [whole]


def test_nothing_leaves_without_an_account_to_pay_from(settings: Any) -> None:
    bank.transfer()
    settings.TRANSFER_DEBTOR_BIC = ""
    with pytest.raises(ImproperlyConfigured, match="TRANSFER_DEBTOR_BIC"):
        leave()


def test_many_orders_take_no_more_statements_than_one() -> None:
    counts = []
    for orders in (1, 5):
        for _ in range(orders):
            bank.transfer()
        with CaptureQueriesContext(connection) as queries:
            leave()
        counts.append(len(queries))
    assert counts[0] == counts[1] < 25


def test_data_goes_with_its_orders_but_not_before_they_are_with_the_bank() -> None:
    """Art. 5.3.1, 6.4: an objection waits; after it, or after its term, nothing of the order is left either."""
    one = bank.transfer()
    winner, (first, second) = one.payment.winners.get(), bank.accountants()
    with pytest.raises(rights.MustBeKept):
        rights.object_to(winner_id=winner.pk, seen=SEEN)
    (file,) = leave().files
    with pytest.raises(rights.MustBeKept):
        rights.object_to(winner_id=winner.pk, seen=SEEN)
    bank_files.release(file_id=file.pk, by=first)
    bank_files.download(file_id=file.pk, by=second)
    assert rights.object_to(winner_id=winner.pk, seen=SEEN) is Part.ALL
    assert Transfer.objects.get().sealed is None
    with pytest.raises(TransferRefused, match="effacées"):
        bank_files.download(file_id=file.pk, by=second)


def test_orders_are_put_under_the_newest_master_key_too(settings: Any) -> None:
    bank.transfer()
    (file,) = leave().files
    before = bank_files.content(file)
    settings.PERSONAL_KEYS = (*settings.PERSONAL_KEYS, (2, bytes(32)))
    assert erasing.keep_no_longer().rewrapped == 2
    settings.PERSONAL_KEYS = settings.PERSONAL_KEYS[1:]
    assert bank_files.content(TransferFile.objects.get()) == before
