"""Plays that an outage kept from their thirty days are refunded in one action (art. 3.3.9)."""

import json
import time
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.expiring import expire_play
from games.holding import KEY
from games.models import Play
from games.replaying import replay
from games.starting import enter_code
from payouts import ordering, outages, paying, presenting, refunding
from payouts.models import MassRefund, Payment, Refund
from payouts.outages import Outage
from payouts.refusals import PaymentRefused
from payouts.standing import Standing
from tests.games import stock
from tests.payouts import desk, flags
from tickets import record
from tickets.journal.chain import Subject
from tickets.suspending import WHOLE_SITE, lift, suspend
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
OUT = Outage(None, datetime(2026, 3, 10, 8, tzinfo=UTC), datetime(2026, 3, 11, 20, tzinfo=UTC))  # two days of Paris
AFTER = "2026-03-20T10:00:00Z"


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


@pytest.fixture
def manager():
    return flags.user("order_mass_refund")


def ending(day: date) -> Play:
    """A play whose last day is this one, left unfinished."""
    with time_machine.travel(datetime(day.year, day.month, day.day, 12, tzinfo=UTC) - timedelta(days=30), tick=False):
        return enter_code(text=desk.bearing(45_00))


@time_machine.travel(AFTER, tick=False)
def test_the_plays_meant_end_in_the_outage_or_within_as_many_days_after(manager) -> None:
    """Two days: the 10th and 11th of March, then the 12th and 13th."""
    plays = {day: ending(date(2026, 3, day)) for day in range(9, 15)}
    mass = flags.refunded([OUT], manager)
    meant = {day for day, play in plays.items() if Refund.objects.filter(ticket=play.ticket_id).exists()}
    assert (meant, mass.count, mass.total) == ({10, 11, 12, 13}, 4, 4 * 2_00)
    assert presenting.of_number(plays[10].ticket_id, at=timezone.now()).standing is Standing.REFUND
    assert presenting.of_number(plays[9].ticket_id, at=timezone.now()).standing is Standing.EXPIRED


@time_machine.travel(AFTER, tick=False)
def test_one_action_is_told_on_the_sites_chain_and_on_each_tickets(manager) -> None:
    plays = [ending(date(2026, 3, 10)) for _ in range(2)]
    mass = flags.refunded([OUT], manager)
    told = [json.loads(entry.text) for entry in record.entries(Subject.SITE, WHOLE_SITE)]
    assert [body["kind"] for body in told] == ["mass_refund_prepare", "mass_refund"]
    assert (told[1]["data"]["count"], told[1]["data"]["total"], told[1]["data"]["by"]) == (2, 4_00, manager.pk)
    for play in plays:
        last = json.loads(record.entries(Subject.TICKET, play.ticket_id)[-1].text)
        assert last["kind"] == "refund" and last["data"]["mass"] == mass.pk
        paid = paying.pay(request=desk.request(play), teller=desk.teller())
        assert (paid.what, paid.amount) == (Payment.What.REFUND, 2_00)


def test_run_again_it_orders_nothing_twice_and_finds_what_expired_meanwhile(manager) -> None:
    soon, late = ending(date(2026, 3, 10)), ending(date(2026, 3, 13))
    with time_machine.travel("2026-03-12T10:00:00Z", tick=False):
        found = outages.meant([OUT], timezone.now())
        assert (found.to_order, found.open) == (1, 1)
        assert flags.refunded([OUT], manager).count == 1
        with pytest.raises(PaymentRefused, match="Aucune partie"):
            refunding.prepare(outages=[OUT], reason="panne", by=manager)
        assert presenting.of_number(late.ticket_id, at=timezone.now()).standing is Standing.OPEN
    with time_machine.travel(AFTER, tick=False):
        assert flags.refunded([OUT], manager).count == 1
    assert sorted(Refund.objects.values_list("ticket", flat=True)) == sorted([soon.ticket_id, late.ticket_id])


@time_machine.travel(AFTER, tick=False)
def test_what_has_a_result_or_was_dealt_with_is_left_alone(manager) -> None:
    with time_machine.travel("2026-02-08T12:00:00Z", tick=False):
        desk.won()
    withdrawn, ordered, service = ending(date(2026, 3, 10)), ending(date(2026, 3, 11)), flags.user("order_refund")
    refund = ordering.order_refund(number=withdrawn.ticket_id, reason="réclamation", by=service)
    ordering.withdraw_refund(refund_id=refund.pk, by=service)
    ordering.order_refund(number=ordered.ticket_id, reason="réclamation", by=service)
    found = outages.meant([OUT], timezone.now())
    assert (found.to_order, found.total, found.before) == (0, 0, 2)
    with pytest.raises(PaymentRefused, match="Aucune partie"):
        refunding.prepare(outages=[OUT], reason="panne", by=manager)
    assert MassRefund.objects.count() == 0


def test_a_suspension_means_the_plays_of_its_game_alone(manager) -> None:
    """Art. 8.2: what was suspended, from its beginning to its lifting."""
    by = stock.manager()
    with time_machine.travel("2026-02-08T12:00:00Z", tick=False):
        mine, other = stock.start("as_capone"), stock.start("sauve_souris")
    with time_machine.travel("2026-03-10T12:00:00Z", tick=False):
        suspension = suspend(game=mine.tier.table.game, message="Panne.", by=by)
    with time_machine.travel("2026-03-10T14:00:00Z", tick=False):
        outage = Outage.of(lift(suspension_id=suspension.pk, by=by))
    with time_machine.travel(AFTER, tick=False):
        mass = flags.refunded([outage], manager)
        assert Outage.read(mass.outages[0]) == outage
        assert list(Refund.objects.values_list("ticket", flat=True)) == [mine.ticket_id]
        assert not Refund.objects.filter(ticket=other.ticket_id).exists()


@time_machine.travel(AFTER, tick=False)
def test_a_second_person_orders_whatever_the_total(manager) -> None:
    """Small outages one after the other dodge nothing."""
    ending(date(2026, 3, 10)), ending(date(2026, 3, 10))
    mass = refunding.prepare(outages=[OUT], reason="panne", by=manager)
    assert (mass.ordered_at, Refund.objects.count()) == (None, 0)
    with pytest.raises(PaymentRefused, match="déjà préparé"):
        refunding.prepare(outages=[OUT], reason="panne", by=manager)
    with pytest.raises(PaymentRefused, match="Une autre personne"):
        refunding.order(mass_id=mass.pk, by=manager)
    second = flags.user("order_mass_refund")
    ending(date(2026, 3, 11))
    assert refunding.order(mass_id=mass.pk, by=second).count == 3
    with pytest.raises(PaymentRefused, match="déjà ordonnés"):
        refunding.order(mass_id=mass.pk, by=second)
    kinds = [entry.kind for entry in record.entries(Subject.SITE, WHOLE_SITE)]
    assert (kinds, Refund.objects.count()) == (["mass_refund_prepare", "mass_refund"], 3)


@time_machine.travel(AFTER, tick=False)
def test_what_is_prepared_is_withdrawn_with_a_reason_and_may_be_prepared_again(manager) -> None:
    ending(date(2026, 3, 10))
    mass = refunding.prepare(outages=[OUT], reason="panne", by=manager)
    for reason, by, said in ((" ", manager, "pourquoi"), ("erreur", flags.user("order_refund"), "ne pouvez pas")):
        with pytest.raises(PaymentRefused, match=said):
            refunding.withdraw(mass_id=mass.pk, reason=reason, by=by)
    mass = refunding.withdraw(mass_id=mass.pk, reason="mauvaise période", by=manager)
    assert (mass.withdrawn_by, mass.withdraw_reason) == (manager, "mauvaise période")
    for again in (
        lambda: refunding.order(mass_id=mass.pk, by=flags.user("order_mass_refund")),
        lambda: refunding.withdraw(mass_id=mass.pk, reason="encore", by=manager),
    ):
        with pytest.raises(PaymentRefused, match="sont retirés"):
            again()
    assert flags.refunded([OUT], manager).count == 1
    kinds = [entry.kind for entry in record.entries(Subject.SITE, WHOLE_SITE)]
    assert kinds == ["mass_refund_prepare", "mass_refund_withdraw", "mass_refund_prepare", "mass_refund"]
    with pytest.raises(PaymentRefused, match="déjà ordonnés"):
        refunding.withdraw(mass_id=MassRefund.objects.latest("pk").pk, reason="trop tard", by=manager)


@time_machine.travel(AFTER, tick=False)
def test_nothing_is_ordered_by_who_may_not_or_of_no_true_outage(manager) -> None:
    ending(date(2026, 3, 10))
    later = datetime(2026, 4, 1, tzinfo=UTC)
    for outage, reason, by, said in (
        (OUT, "panne", flags.user("order_refund"), "ne pouvez pas"),
        (OUT, " ", manager, "pourquoi"),
        (Outage(None, OUT.since, OUT.since), "panne", manager, "finit après"),
        (Outage(None, later, None), "panne", manager, "pas encore commencé"),
    ):
        with pytest.raises(PaymentRefused, match=said):
            refunding.prepare(outages=[outage], reason=reason, by=by)
    assert Refund.objects.count() == 0


@pytest.mark.parametrize("count", [200, pytest.param(10_000, marks=pytest.mark.soak)])
def test_thousands_of_plays_are_refunded_in_few_statements(count: int, manager) -> None:
    with time_machine.travel("2026-02-08T12:00:00Z", tick=False):
        flags.started(desk.emission(), count, timezone.now())
    with time_machine.travel(AFTER, tick=False), CaptureQueriesContext(connection) as done:
        begun = time.perf_counter()
        mass = flags.refunded([OUT], manager)
        taken = time.perf_counter() - begun
    assert mass.count == count + 1  # the play that the others are copied from
    assert len(done) < 40 + count / 200
    assert taken < 60
    print(f"{count} plays: {taken:.1f} s, {len(done)} statements")


@time_machine.travel(AFTER, tick=False)
def test_a_refunded_play_is_still_what_its_record_makes_it_and_its_page_says_so(client: Client, manager) -> None:
    """Art. 3.3.9, 4.4.2."""
    play = ending(date(2026, 3, 10))
    session = client.session
    session[KEY] = [str(play.id)]
    session.save()
    address = reverse("payouts:result", args=[play.id])
    assert "Ni gain, ni remboursement" in client.get(address).content.decode()
    flags.refunded([OUT], manager)
    shown = client.get(address).content.decode()
    assert "Votre ticket est remboursé" in shown and "Ni gain, ni remboursement" not in shown
    replay(Play.objects.get(pk=play.pk))
    expire_play(play_id=play.pk)
    replay(Play.objects.get(pk=play.pk))
