"""Winners' data in the database: sealed there, erased to the day in Paris, journalled without it (art. 5.3.3, 6)."""

import json
import os
import signal
import subprocess
import sys
import time
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import urlsplit

import pytest
import time_machine
from django.conf import settings as project
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from payouts.erasing import Count, erase_winner, keep_no_longer
from payouts.models import Winner
from payouts.models.sealed import Erased
from payouts.personal import Unreadable, digest, key_of
from payouts.retention import Part
from tests.games import stock
from tests.payouts.personal import people
from tickets.models import Ticket

pytestmark = pytest.mark.django_db
NOTHING = Count(0, 0, 0, 0)


def again(made: Winner) -> Winner:
    return Winner.objects.with_ticket().get(pk=made.pk)


def database() -> bytes:
    """Every row of every table, as a dump writes them."""
    with connection.cursor() as cursor:
        rows = []
        for table in connection.introspection.table_names(cursor):
            with cursor.copy(f'COPY "{table}" TO STDOUT') as copy:
                rows += [bytes(part) for part in copy]
    return b"".join(rows)


def test_no_table_shows_anything_of_a_person(settings: Any) -> None:
    """Neither the row nor, after an erasure, the journal (art. 6)."""
    made = people.winner(people.payment())
    with time_machine.travel(datetime(2027, 5, 1, tzinfo=UTC)):
        assert keep_no_longer() == Count(1, 0, 0, 0)
    dump = database()
    assert str(made.id).encode() in dump
    for value in ("Guessan", "ukasz", "Ouaga", "Œuvre", "1234567890189", "24AZ81350", "39980000"):
        assert value.encode() not in dump and value.encode().hex().encode() not in dump
    assert again(made).person().last_name == "N'Guessan"


def test_data_moved_to_another_row_is_refused() -> None:
    paid = people.payment()
    one, other = people.winner(paid), people.winner(paid, position=2)
    Winner.objects.filter(pk=other.pk).update(sealed=one.sealed, wrapped_key=one.wrapped_key)
    with pytest.raises(Unreadable):
        again(other).person()


@pytest.mark.parametrize("change", [{"share": 1}, {"position": 3}])
def test_data_is_bound_to_its_share_and_place(change: dict[str, int]) -> None:
    made = people.winner(people.payment())
    Winner.objects.filter(pk=made.pk).update(**change)
    with pytest.raises(Unreadable):
        again(made).person()


def test_the_details_go_first_and_the_rest_five_years_after_to_the_second_in_paris() -> None:
    made = people.winner(people.payment(means="cheque"))
    assert made.erase_on == date(2026, 7, 31)
    with time_machine.travel(datetime(2026, 7, 30, 21, 59, 59, tzinfo=UTC)):
        assert keep_no_longer() == NOTHING
    with time_machine.travel(datetime(2026, 7, 30, 22, tzinfo=UTC)):
        assert keep_no_longer() == Count(1, 0, 0, 0)
    reduced = again(made)
    assert reduced.person() == people.person(made.payment.means).reduced()
    assert reduced.erase_on == date(2031, 3, 15) and reduced.sealed != made.sealed
    with time_machine.travel(datetime(2031, 3, 14, 22, 59, 59, tzinfo=UTC)):
        assert keep_no_longer() == NOTHING
    with time_machine.travel(datetime(2031, 3, 14, 23, tzinfo=UTC)):
        assert keep_no_longer() == Count(0, 1, 0, 0)
    gone = again(made)
    assert (gone.sealed, gone.wrapped_key, gone.master, gone.erase_on) == (None, None, None, None)
    with pytest.raises(Erased):
        gone.person()


def test_a_prize_up_to_three_thousand_euros_leaves_nothing_after_the_claims() -> None:
    whole, above = people.winner(people.payment(3_000_00, "cheque")), people.winner(people.payment(3_000_01, "cheque"))
    with time_machine.travel(datetime(2026, 7, 31, 12, tzinfo=UTC)):
        assert keep_no_longer() == Count(1, 1, 0, 0)
    assert again(whole).erased_at and not again(above).erased_at


def test_the_whole_prize_counts_however_it_is_shared() -> None:
    """Art. 5.3.3, 5.4."""
    paid = people.payment(3_000_01, "cheque")
    for position in range(1, 4):
        people.winner(paid, position=position, share=1_000_00)
    with time_machine.travel(datetime(2026, 7, 31, 12, tzinfo=UTC)):
        assert keep_no_longer() == Count(3, 0, 0, 0)


def test_an_erasure_is_journalled_once_without_data() -> None:
    made = people.winner(people.payment())
    with time_machine.travel(datetime(2031, 3, 15, 12, tzinfo=UTC)):
        assert [keep_no_longer(), keep_no_longer()] == [Count(0, 1, 0, 0), NOTHING]
        assert erase_winner(winner_id=made.id) is None
    (entry,) = people.entries(made, "erase")
    assert json.loads(entry.text)["data"] == {"winner": str(made.id), "part": "all", "why": "term"}


def test_what_stays_is_named_by_a_digest_under_a_new_key_alone() -> None:
    made = people.winner(people.payment())
    with time_machine.travel(datetime(2027, 5, 1, tzinfo=UTC)):
        assert erase_winner(winner_id=made.id) is Part.DETAILS
    (entry,) = people.entries(made, "erase")
    told, after = json.loads(entry.text)["data"], again(made)
    key = key_of(after.content, row=after.row)
    assert told["digest"] == digest(key, after.person().text())
    assert key != key_of(made.content, row=made.row)


def test_a_closing_date_that_comes_late_or_moves_is_followed() -> None:
    made = people.winner(people.payment(means="cheque", closed_on=None))
    assert made.erase_on is None
    emission = made.payment.ticket.booklet.block.emission
    for closed_on, erase_on in ((date(2026, 5, 1), date(2026, 7, 31)), (date(2026, 6, 1), date(2026, 8, 31))):
        emission.closed_on = closed_on
        emission.save()
        with time_machine.travel(datetime(2026, 7, 1, tzinfo=UTC)):
            assert keep_no_longer() == NOTHING
        assert again(made).erase_on == erase_on


def test_a_ticket_without_a_play_is_erased_too() -> None:
    stock.make_ticket(stock.make_emission("sauve_souris"))
    made = people.winner(people.payment(ticket=Ticket.objects.get()))
    with time_machine.travel(datetime(2031, 3, 15, 12, tzinfo=UTC)):
        assert keep_no_longer() == Count(0, 1, 0, 0)
    assert len(people.entries(made, "erase")) == 1


def test_a_retired_master_key_opens_nothing_and_is_not_needed_after_a_days_run(settings: Any) -> None:
    made = people.winner(people.payment())
    old = settings.PERSONAL_KEYS
    settings.PERSONAL_KEYS = (*old, (7, b"\x07" * 32))
    with time_machine.travel(people.PAID):
        assert keep_no_longer() == Count(0, 0, 1, 0)
        assert keep_no_longer() == NOTHING
    settings.PERSONAL_KEYS = settings.PERSONAL_KEYS[1:]
    assert again(made).person() == people.person()
    with pytest.raises(Unreadable, match="master key 1 "):
        made.person()


def test_who_can_not_be_read_is_told_and_hinders_nobody_else(caplog: pytest.LogCaptureFixture) -> None:
    paid = people.payment()
    broken = people.winner(paid)
    whole = people.winner(paid, position=2)
    Winner.objects.filter(pk=broken.pk).update(sealed=b"x" * 40)
    with time_machine.travel(datetime(2027, 5, 1, tzinfo=UTC)):
        with pytest.raises(CommandError, match="1 winners can't be read"):
            call_command("erase_personal_data")
    assert again(whole).reduced_at and not again(broken).reduced_at
    assert str(broken.id) in caplog.text and "Guessan" not in caplog.text
    with time_machine.travel(datetime(2031, 3, 15, 12, tzinfo=UTC)):
        assert keep_no_longer() == Count(0, 2, 0, 0)


@pytest.mark.parametrize("change", [{"sealed": None}, {"erased_at": people.PAID}])
def test_the_database_refuses_a_row_half_erased(change: dict[str, Any]) -> None:
    made = people.winner(people.payment())
    with pytest.raises(IntegrityError), transaction.atomic():
        Winner.objects.filter(pk=made.pk).update(**change)


def test_killed_in_the_middle_a_run_is_run_again_and_nothing_is_erased_twice(cloned_db: str) -> None:
    count = 80
    paid = people.payment(means="cheque", **people.LONG_AGO)
    for position in range(1, count + 1):
        people.winner(paid, position=position, share=1)
    running = command(cloned_db)
    until = time.monotonic() + 30
    while not Winner.objects.exclude(erased_at=None).exists():
        assert time.monotonic() < until, "nothing is erased"
        time.sleep(0.002)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    erased = Winner.objects.exclude(erased_at=None).count()
    assert 0 < erased < count
    assert keep_no_longer() == Count(0, count - erased, 0, 0)
    told = [json.loads(entry.text)["data"]["winner"] for entry in people.entries(paid.winners.first(), "erase")]
    assert len(told) == len(set(told)) == count


def command(database: str) -> subprocess.Popen[bytes]:
    environment = os.environ | {
        "DATABASE_URL": urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{database}").geturl(),
        "DJANGO_SETTINGS_MODULE": "illikolive.settings",
    }
    run = [sys.executable, "manage.py", "erase_personal_data"]
    return subprocess.Popen(run, cwd=project.BASE_DIR, env=environment, stdout=subprocess.DEVNULL)
