"""Twenty desks at one ticket at once: whatever is given and by whichever means, it is given once (art. 4.3, 5)."""

import threading
import uuid
from collections.abc import Callable
from dataclasses import replace

from django.db import connections

from payouts.models import Desk
from payouts.refusals import PaymentRefused
from tests.payouts import desk
from tests.payouts.races import RACES, Race, each_means, given_once


@each_means
def test_twenty_desks_at_once_pay_once_and_each_learns_it(cloned_db: str, race: Race) -> None:
    wish, tellers = race.wish(), [desk.teller(Desk.Kind.PAYMENT_CENTRE) for _ in range(20)]
    wishes = [replace(wish, key=uuid.uuid4()) for _ in tellers]
    said = at_once(
        [lambda one=one: race.give(request=one[0], teller=one[1]) for one in zip(wishes, tellers, strict=True)]
    )
    assert sorted(said) == sorted(["paid"] + [race.told] * 19)
    given_once(wish.number, race)


@each_means
def test_one_request_sent_many_times_at_once_pays_once_and_is_told_each_time_what_it_paid(
    cloned_db: str, race: Race
) -> None:
    """A repeated click, or an answer that was lost."""
    wish, teller = race.wish(), desk.teller(Desk.Kind.PAYMENT_CENTRE)
    assert at_once([lambda: race.give(request=wish, teller=teller)] * 5) == ["paid"] * 5
    given_once(wish.number, race)


def at_once(acts: list[Callable[[], object]]) -> list[str]:
    """What each is told, all begun together."""
    begun, said = threading.Barrier(len(acts)), []

    def run(act: Callable[[], object]) -> None:
        begun.wait()
        try:
            act()
            said.append("paid")
        except PaymentRefused as error:
            said.append(
                next((race.told for race in RACES.values() if error.message.startswith(race.told)), error.message)
            )
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return said
