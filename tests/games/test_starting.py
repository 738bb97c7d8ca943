"""Entering a code starts a play once, and each refusal has its own words."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connections

from games.models import Play
from games.refusals import CodeRefused, UnknownCode
from games.replaying import replay
from games.starting import enter_code
from tests.games import stock
from tickets import codes, record
from tickets.blind import Tampered
from tickets.calendar import paris_day
from tickets.journal.chain import Subject
from tickets.models import Booklet, Emission, Ticket
from tickets.suspending import suspend

pytestmark = pytest.mark.django_db


@pytest.fixture
def emission() -> Emission:
    return stock.make_emission("as_capone")


def test_a_code_starts_a_play_with_the_lots_printed_on_its_ticket(emission: Emission) -> None:
    """Art. 3.3.3, 3.1.1: the validation of the code is the start; the sealed tier opens with it."""
    play = enter_code(text=stock.make_ticket(emission, tier=8))
    assert play.lots == {"tricks_8": 50_000_00, "tricks_7": 150_00, "tricks_6": 25_00, "tricks_5": 4_00}
    replay(play)


def test_the_start_is_journalled_with_the_reglement_the_lots_and_the_deadline(emission: Emission) -> None:
    play = enter_code(text=stock.make_ticket(emission))
    (entry,) = record.entries(Subject.TICKET, play.ticket_id)
    data = json.loads(entry.text)["data"]
    assert (entry.kind, data["reglement"], data["tier"], data["adult"]) == ("start", "2016-10-11", 1, True)
    assert datetime.fromisoformat(data["deadline"]) == play.deadline


def test_the_code_is_in_no_entry_of_the_journal(emission: Emission) -> None:
    code = stock.make_ticket(emission)
    play = enter_code(text=code)
    assert all(code not in entry.text for entry in record.entries(Subject.TICKET, play.ticket_id))


def test_the_code_entered_again_finds_the_same_play_where_it_stood(emission: Emission) -> None:
    """Art. 3.3.7: the play resumes from the last action recorded."""
    code = stock.make_ticket(emission)
    play = stock.step(enter_code(text=code), {"carte": "A"}, "7")
    again = enter_code(text=f" {codes.shown(code).lower()} ")
    assert (again.id, again.step, again.state) == (play.id, 1, Play.objects.get(pk=play.id).state)
    assert again.deadline == play.deadline


def test_a_mistyped_code_is_refused_with_the_likely_place(emission: Emission) -> None:
    code = stock.make_ticket(emission)
    wrong = codes.ALPHABET[(codes.ALPHABET.index(code[6]) + 1) % 32]
    with pytest.raises(CodeRefused) as refused:
        enter_code(text=code[:6] + wrong + code[7:])
    assert refused.value.position == 7
    assert not isinstance(refused.value, UnknownCode)


def test_a_code_of_no_ticket_is_unknown(emission: Emission) -> None:
    with pytest.raises(UnknownCode, match="d’aucun ticket"):
        enter_code(text=codes.new_codes(1)[0])


def test_a_ticket_of_an_emission_not_yet_on_sale_is_refused(emission: Emission) -> None:
    """Art. 3.2.6: from the day of availability on, in Paris."""
    Emission.objects.update(available_on=date(2026, 6, 2))
    code = stock.make_ticket(emission)
    with time_machine.travel(datetime(2026, 6, 1, 21, 59, 59, tzinfo=UTC)), pytest.raises(CodeRefused, match="vente"):
        enter_code(text=code)
    with time_machine.travel(datetime(2026, 6, 1, 22, 0, tzinfo=UTC)):
        assert enter_code(text=code)


def test_a_play_can_start_until_midnight_of_the_29th_day_after_closing(emission: Emission) -> None:
    """Art. 3.3.4."""
    Emission.objects.update(closed_on=date(2026, 3, 1))
    end = datetime(2026, 3, 30, 22, 0, tzinfo=UTC)  # 24:00 in Paris, in summer time since the day before
    code, late = stock.make_ticket(emission), stock.make_ticket(emission)
    with time_machine.travel(end - timedelta(seconds=1)):
        assert enter_code(text=code).deadline == datetime(2026, 4, 29, 22, 0, tzinfo=UTC)
    with time_machine.travel(end), pytest.raises(CodeRefused, match="trop tard pour commencer"):
        enter_code(text=late)
    with time_machine.travel(end + timedelta(days=3)):
        assert enter_code(text=code).step == 0  # what was started in time goes on


@pytest.mark.parametrize(
    ("flag", "words"), [("stolen", "déclaré volé"), ("misprint", "anomalie d’impression"), ("void", "est nul")]
)
def test_a_ticket_of_a_flagged_booklet_cannot_be_started_but_a_play_started_goes_on(
    emission: Emission, flag: str, words: str
) -> None:
    """Art. 4.3.4, 7, decision 5."""
    started, fresh = stock.make_ticket(emission), stock.make_ticket(emission)
    play = enter_code(text=started)
    Booklet.objects.update(**{flag: True})
    with pytest.raises(CodeRefused, match=words):
        enter_code(text=fresh)
    assert stock.step(enter_code(text=started), {"carte": "A"}, "7").id == play.id


def test_a_suspended_game_starts_nothing_and_its_message_is_shown(emission: Emission) -> None:
    """Art. 8.2."""
    suspend(game=emission.game, message="Travaux jusqu’à 18 h.", by=stock.manager())
    with pytest.raises(CodeRefused, match="Travaux jusqu’à 18 h"):
        enter_code(text=stock.make_ticket(emission))
    assert not Play.objects.exists()


def test_a_tier_sealed_for_another_ticket_opens_nothing(emission: Emission) -> None:
    code, other = stock.make_ticket(emission, tier=1), stock.make_ticket(emission, tier=24)
    first, second = Ticket.objects.order_by("number")
    first.sealed_tier, second.sealed_tier = second.sealed_tier, first.sealed_tier
    first.save()
    second.save()
    for one in (code, other):
        with pytest.raises(Tampered):
            enter_code(text=one)


@pytest.mark.django_db(transaction=True)
def test_one_code_entered_by_ten_at_once_starts_one_play() -> None:
    code = stock.make_ticket(stock.make_emission("as_capone"))

    def enter(_: int) -> object:
        try:
            return enter_code(text=code).id
        finally:
            connections.close_all()

    with ThreadPoolExecutor(10) as threads:
        assert len(set(threads.map(enter, range(10)))) == 1
    replay(Play.objects.get())


def test_the_last_day_shown_for_starting_is_the_law_s(emission: Emission) -> None:
    Emission.objects.update(closed_on=paris_day(datetime(2026, 1, 1, 12, tzinfo=UTC)))
    with (
        time_machine.travel(datetime(2026, 2, 15, tzinfo=UTC)),
        pytest.raises(CodeRefused, match="30/01/2026"),
    ):
        enter_code(text=stock.make_ticket(emission))
