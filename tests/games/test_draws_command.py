"""`manage.py draws`: what it says of honest plays, of records that were touched, and of draws hard to believe."""

import io
import json
from datetime import timedelta
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core.management import CommandError, call_command
from django.utils import timezone
from procrastinate.contrib.django import app

from games.auditing import report
from games.auditing.returns import Payouts, moments
from games.expiring import expire_plays
from games.models import Play
from games.registry import GAMES
from games.rules import odds
from office import tasks
from tests.games import stock
from tests.tickets.tampering import as_owner
from tickets import record
from tickets.journal import chain
from tickets.journal.chain import Subject
from tickets.journal.notes import Signer
from tickets.models import JournalEntry, PrizeTier
from tickets.seal.sealer import seal_once

pytestmark = pytest.mark.django_db


def draws(*arguments: str) -> str:
    out = io.StringIO()
    call_command("draws", *arguments, stdout=out)
    return out.getvalue()


def found() -> dict[str, Any]:
    told: dict[str, Any] = json.loads(draws("--json"))
    return told


def saved(play: Play, *cats: int) -> Play:
    """One more step of Sauve Souris with all mice in the first cheese."""
    return stock.step(play, stock.mice(play.load().mice, 0, 0, 0), cats)


def test_honest_plays_are_nothing_unusual() -> None:
    for slug in GAMES:
        for _ in range(3):
            stock.to_the_end(stock.start(slug))
    told = draws()
    assert "Nothing unusual." in told
    assert "sauve_souris, cats:" in told and "as_capone, spade:" in told and "poule_aux_oeufs_d_or, element:" in told


def test_the_queue_makes_the_report_each_night_and_a_wrong_record_is_a_task_that_failed(cloned_db: str) -> None:
    play = stock.to_the_end(stock.start("sauve_souris"))
    assert "office.tasks.draws" in {task.task.name for task in app.periodic_registry.periodic_tasks.values()}
    tasks.draws(timestamp=0)
    last = report.last()
    assert last is not None and last.steps == play.step
    as_owner("UPDATE tickets_journalentry SET text = text || ' ' WHERE kind = 'step'")
    with pytest.raises(CommandError, match="WRONG"):
        tasks.draws(timestamp=0)
    as_owner("UPDATE tickets_journalentry SET text = rtrim(text)")


def test_an_empty_journal_is_nothing_unusual() -> None:
    assert draws().startswith("0 steps on record, 0 draws")


def test_every_step_is_counted_with_what_it_drew() -> None:
    """Annex 1: one, two, then three cats."""
    play = stock.start("sauve_souris")
    for cats in ((2,), (3, 4), (4, 3, 2)):
        saved(play, *cats)
        play.refresh_from_db()
    told = found()
    (kind,) = told["kinds"]
    assert (told["steps"], kind["game"], kind["name"], kind["draws"]) == (3, "sauve_souris", "cats", 3)
    assert {share["item"]: share["observed"] for share in kind["shares"]} == {1: 0, 2: 2, 3: 2, 4: 2}
    assert sum(share["expected"] for share in kind["shares"]) == pytest.approx(6)
    assert kind["tests"] == {}  # too few to judge


def test_the_return_of_finished_plays_is_told_in_cents_with_the_exact_one_of_their_tickets() -> None:
    """Art. 3.2.1: one ticket of line 1 saves all its mice, one of line 4 loses them; the open play isn't counted."""
    winner, loser = stock.start("sauve_souris"), stock.start("sauve_souris", tier=4)
    for cats in ((2,), (3, 4), (4, 3, 2)):
        winner = saved(winner, *cats)
    saved(loser, 1)
    unfinished = saved(stock.start("sauve_souris"), 3)
    assert unfinished.ended_at is None
    (told,) = found()["returns"]
    assert (told["game_code"], told["emission"], told["plays"]) == (501, 1, 2)
    assert (told["sales"], told["paid"]) == (2 * 300, winner.lots["maximum"])
    lots = [PrizeTier.objects.get(position=position).lots[0] for position in (1, 4)]
    assert Fraction(told["exact"]) == Fraction(3, 4) * sum(lots) / 600  # 3/4 of a mouse is saved on average
    margin = 1.959964 * sqrt(sum(Fraction(87, 16) * lot**2 for lot in lots)) / 600
    assert told["observed"] == pytest.approx(winner.lots["maximum"] / 600)
    assert told["greatest"] == pytest.approx(winner.lots["maximum"] / 600 + margin)


def test_an_expired_play_is_not_counted_in_the_return() -> None:
    """Art. 3.3.8: it pays nothing, whatever was drawn."""
    saved(stock.start("sauve_souris"), 3)
    with time_machine.travel(timezone.now() + timedelta(days=40), tick=False):
        assert expire_plays() == 1
        told = found()
    assert told["steps"] == 1 and told["returns"] == []


@pytest.mark.parametrize(
    ("slug", "strategy"), [("sauve_souris", "all in one cheese"), ("poule_aux_oeufs_d_or", "any hen")]
)
def test_the_interval_of_honest_plays_holds_the_exact_return_95_times_in_100(slug: str, strategy: str) -> None:
    """1,000 emissions of 400 plays each, drawn from the exact odds; seeded."""
    stock.make_emission(slug)
    rules, chance, tier = GAMES[slug].rules, Random(1), PrizeTier.objects.earliest("position")
    law = odds.distribution(rules, rules.STRATEGIES[strategy])
    prizes = [rules.prize(tuple(tier.lots), outcome) for outcome in law]
    shares = [float(share) for share in law.values()]
    covered = 0
    for _ in range(1000):
        payouts = Payouts()
        for prize in chance.choices(prizes, shares, k=400):
            payouts.add(502_01_000001_001_0, tier.pk, prize)
        (one,) = payouts.returns()
        covered += one.covers
    assert 930 < covered < 970


def test_a_return_far_from_the_exact_one_is_outside_its_interval() -> None:
    stock.make_emission("poule_aux_oeufs_d_or")
    tier, payouts = PrizeTier.objects.earliest("position"), Payouts()
    for _ in range(1000):
        payouts.add(502_01_000001_001_0, tier.pk, tier.lots[0])
    (one,) = payouts.returns()
    assert not one.covers


def test_the_interval_is_as_wide_as_the_riskiest_way_of_playing_makes_it() -> None:
    """Sauve Souris: all in one cheese saves eight mice of eight with chance 3/32, else none."""
    mean, variance = moments("sauve_souris", (10_00, 80_00))
    assert (mean, variance) == (Fraction(3, 4) * 1000, Fraction(3, 32) * Fraction(29, 32) * 80_00**2)


def test_the_report_is_kept_for_the_admin() -> None:
    saved(stock.start("sauve_souris"), 2)
    assert report.last() is None
    draws()
    kept = report.last()
    assert kept is not None and kept.steps == 1 and kept.kinds[0].draws == 1


@pytest.mark.alters_plays
@pytest.mark.parametrize("cats", [[[2]], "x", [{"name": "cats", "among": [1, 2], "result": [3]}], [{"name": "cats"}]])
def test_a_step_that_can_not_have_happened_is_named(cats: Any) -> None:
    """Recorded with a right digest after the first entry of its ticket: only its content is impossible."""
    play = stock.start("sauve_souris")
    data = {"draws": cats, "amount": None}
    record.append(Subject.TICKET, play.ticket_id, "step", data, at=timezone.now())
    with pytest.raises(CommandError, match=f"WRONG: ticket {play.number_shown}, entry 2: ") as refusal:
        draws()
    assert refusal.value.returncode == 1


@pytest.mark.alters_plays
def test_a_negative_amount_is_named() -> None:
    play = stock.start("sauve_souris")
    record.append(Subject.TICKET, play.ticket_id, "step", {"draws": [], "amount": -100}, at=timezone.now())
    with pytest.raises(CommandError, match=f"WRONG: ticket {play.number_shown}, entry 2: "):
        draws()


@pytest.mark.alters_plays
def test_a_step_whose_play_is_gone_is_named() -> None:
    play = stock.start("sauve_souris")
    record.append(Subject.TICKET, play.ticket_id + 10, "step", {"draws": [], "amount": None}, at=timezone.now())
    with pytest.raises(CommandError, match="entry 1: its play is gone"):
        draws()


def test_a_drawn_card_that_was_changed_is_named(cloned_db: str) -> None:
    """Art. 4.4.2: another card of the same hand is possible, and no longer agrees with the digest."""
    play = stock.start("as_capone")
    stock.step(play, {"carte": "7"}, "8")
    change = """UPDATE tickets_journalentry SET text = replace(text, '"result":["8"]', '"result":["9"]')"""
    as_owner(f"{change} WHERE kind = 'step'")
    with pytest.raises(CommandError, match=f"WRONG: ticket {play.number_shown}, entry 2: digest and text disagree"):
        draws()
    as_owner("""UPDATE tickets_journalentry SET text = replace(text, '"result":["9"]', '"result":["8"]')""")


def test_draws_hard_to_believe_are_told_with_status_2() -> None:
    """The cat is behind the first cheese 40 times of 40."""
    for _ in range(40):
        saved(stock.start("sauve_souris"), 1)
    with pytest.raises(CommandError, match=r"UNUSUAL: chi square of cats \(sauve_souris\)") as refusal:
        draws()
    assert refusal.value.returncode == 2
    kept = report.last()
    assert kept is not None and [test for _, test in kept.unusual] == ["chi_square"]


def test_draws_follow_the_order_of_the_log_and_not_that_of_the_tickets() -> None:
    """The cat goes from one cheese to the next in the order of play, which isn't that of the tickets' numbers."""
    plays = [stock.start("sauve_souris") for _ in range(40)]
    Random(1).shuffle(plays)
    for number, play in enumerate(plays):
        saved(play, 1 + number // 10)
    assert "Nothing unusual" in draws()  # not sealed yet: by ticket
    seal_once(Signer.read(settings.SEAL_KEY))
    with pytest.raises(CommandError, match="UNUSUAL: runs of cats"):
        draws()
    kept = report.last()
    assert kept is not None and kept.kinds[0].tests["runs"].measure.value == 2


@pytest.mark.alters_plays
def test_a_forged_entry_of_the_chain_still_names_what_it_draws() -> None:
    """A whole entry made anew has a right digest; a draw beyond its set is found by itself."""
    play = stock.start("as_capone")
    entry = chain.make(
        Subject.TICKET,
        play.ticket_id,
        2,
        "step",
        {"draws": [{"name": "spade", "among": ["7", "8"], "result": ["7", "7"]}], "amount": None},
        at=timezone.now(),
        previous=play.chain_head.digest,
    )
    JournalEntry.of(entry).save(force_insert=True)
    with pytest.raises(CommandError, match=r"entry 2: spade: '7' can't be drawn out of \['8'\]"):
        draws()
