"""Where a ticket stands: each answer, and which comes first (art. 4.3, 9)."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Play
from games.starting import enter_code
from games.templatetags.french import euros
from payouts import marking, ordering, paying, presenting
from payouts.standing import Standing
from payouts.words import sentence
from tests.browser import states
from tests.games import stock
from tests.payouts import desk
from tickets.models import Booklet

pytestmark = pytest.mark.django_db


def told(play: Play) -> tuple[Standing, str]:
    presented = presenting.of_number(play.ticket_id, at=timezone.now())
    return presented.standing, sentence(presented)


def test_each_standing_comes_before_those_after_it() -> None:
    """What was paid or decided comes before what the play gave; each is added to the one before."""
    play, teller = desk.won(), desk.teller()
    service = desk.allowed(desk.teller().user, "decide_ticket", "order_refund")
    booklet = Booklet.objects.filter(tickets=play.ticket_id)
    found = [told(play)[0]]
    booklet.update(misprint=True)
    assert told(play)[0] is Standing.PAYABLE
    refund = ordering.order_refund(number=play.ticket_id, reason="anomalie", by=service)
    found.append(told(play)[0])
    booklet.update(stolen=True)
    found.append(told(play)[0])
    mark = marking.hold(number=play.ticket_id, reason="doute", by=service)
    found.append(told(play)[0])
    void = desk.void(teller, play.ticket_id)
    found.append(told(play)[0])
    marking.lift(mark_id=void.pk, reason="erreur", by=service)
    marking.lift(mark_id=mark.pk, reason="levé", by=service)
    booklet.update(stolen=False)
    assert told(play)[0] is Standing.REFUND
    paying.pay(request=desk.request(play), teller=teller)
    found.append(told(play)[0])
    assert refund.amount == 2_00
    assert found == [
        Standing.PAYABLE,
        Standing.REFUND,
        Standing.STOLEN,
        Standing.HELD,
        Standing.VOID,
        Standing.PAID,
    ]


@pytest.mark.parametrize(
    ("cents", "how"),
    [
        (1, "en espèces"),
        (200_00, "en espèces"),
        (200_01, "par virement, ou par chèque en centre de paiement"),
        (30_000_00, "par virement, ou par chèque en centre de paiement"),
        (30_000_01, "en centre de paiement, par virement ou par chèque"),
        (49_999_99, "en centre de paiement, par virement ou par chèque"),
        (50_000_00, "en centre de paiement, par chèque"),
    ],
)
def test_what_is_payable_is_told_with_its_means(cents: int, how: str) -> None:
    """Art. 5.2-5.3."""
    assert told(desk.won(cents)) == (Standing.PAYABLE, f"Gagnant\u00a0: {euros(cents)} à payer {how}.")


def test_a_play_not_started_open_expired_or_lost_is_told_as_it_is() -> None:
    code = desk.bearing(45_00)
    presented = presenting.present(number="", code=code, at=timezone.now())
    assert presented.standing is Standing.UNSTARTED
    play = enter_code(text=code)
    assert told(play)[0] is Standing.OPEN and "jusqu’au" in told(play)[1]
    with time_machine.travel(play.deadline - timedelta(microseconds=1), tick=False):
        assert told(play)[0] is Standing.OPEN
    with time_machine.travel(play.deadline, tick=False):
        assert told(play)[0] is Standing.EXPIRED
    assert told(states.STATES["as_capone"]["lost"].play())[0] is Standing.LOST


@pytest.mark.alters_plays
@pytest.mark.parametrize("change", [{"amount": 45_000_00}, {"amount": 0}, {"outcome": "lost", "amount": 0}])
def test_a_result_that_is_not_its_records_is_told_to_nobody(change: dict[str, object]) -> None:
    """Art. 4.3.6, 4.4.2: neither paid nor said to have lost."""
    play = desk.won()
    Play.objects.filter(pk=play.pk).update(**change)
    standing, said = told(play)
    assert standing is Standing.UNSURE and "vérification" in said and "€" not in said


def test_too_late_to_start_is_told() -> None:
    emission = stock.make_emission("as_capone", closed_on=timezone.now().date() - timedelta(days=31))
    presented = presenting.present(number="", code=stock.make_ticket(emission), at=timezone.now())
    assert presented.standing is Standing.LATE


@pytest.mark.alters_plays
def test_a_won_play_made_unended_is_neither_open_nor_expired() -> None:
    """Art. 4.3.6: nobody is told that it gave nothing, nor to go on."""
    play = desk.won()
    Play.objects.filter(pk=play.pk).update(ended_at=None, outcome="", amount=None)
    assert told(play)[0] is Standing.UNSURE
    with time_machine.travel(play.deadline, tick=False):
        assert told(play)[0] is Standing.UNSURE
