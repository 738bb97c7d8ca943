"""What is published of winners: who is, from when on, and how it is taken back (art. 6.3, 6.4)."""

import threading
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Permission, User
from django.db import connection, transaction
from django.test import Client

from payouts import cancelling, publishing
from payouts.erasing import keep_no_longer
from payouts.models import Desk, Payment, Publication, PublishedCount, PublishedName, Winner
from payouts.refusals import PaymentRefused
from payouts.rights import Seen, correct, object_to, object_to_publication
from tests.games import stock
from tests.payouts import desk
from tests.payouts.personal import people
from tests.signing import sign_in
from tests.tickets.journal import site_entries

pytestmark = pytest.mark.django_db
APRIL = date(2026, 4, 8)  # the first day on which payments of March are told
AMOUNT = 10_000_00
OVER = AMOUNT + 1


def manager() -> User:
    user, _ = User.objects.get_or_create(username="direction")
    return desk.allowed(user, "set_publication_amount")


def won(amount: int = OVER, department: str = "48", *, share: int | None = None, **fields: Any) -> Winner:
    """A winner paid in March in Lozère, unless told otherwise."""
    paid = people.payment(amount, **fields)
    place, _ = Desk.objects.get_or_create(kind="payment_centre", name=department, town="Lyon", department=department)
    Payment.objects.filter(pk=paid.pk).update(desk=place)
    return people.winner(Payment.objects.get(pk=paid.pk), share=share)


def names(on: date = APRIL, amount: int | None = AMOUNT) -> list[tuple[str, str]]:
    """Whom a run publishes."""
    publishing.set_amount(cents=amount, by=manager())
    publishing.publish(on)
    return shown()


def shown() -> list[tuple[str, str]]:
    return sorted(PublishedName.objects.values_list("first_name", "department"))


def counts() -> dict[tuple[str, str | None], int]:
    found = PublishedCount.objects.values_list("department", "game__slug", "players")
    return {(department, game): players for department, game, players in found}


@pytest.mark.parametrize(("amount", "published"), [(AMOUNT - 1, False), (AMOUNT, False), (OVER, True)])
def test_a_first_name_is_published_above_the_amount_alone(amount: int, published: bool) -> None:
    won(amount)
    assert names() == ([("Łukasz", "48")] if published else [])


def test_without_an_amount_no_first_name_is_published() -> None:
    won()
    publishing.publish(APRIL)
    assert shown() == [] and counts() == {("48", "as_capone"): 1}


def test_an_amount_is_set_by_who_may_above_what_is_paid_without_a_name_and_journalled() -> None:
    """Up to 200.00 a prize is paid in cash, to nobody by name (art. 5.2)."""
    with pytest.raises(PaymentRefused, match="pas le droit"):
        publishing.set_amount(cents=AMOUNT, by=User.objects.create_user("autre"))
    with pytest.raises(PaymentRefused, match="au moins 200,00"):
        publishing.set_amount(cents=199_99, by=manager())
    publishing.set_amount(cents=200_00, by=manager())
    (entry,) = site_entries()
    assert (entry["kind"], entry["data"]) == ("publication_amount", {"amount": 200_00, "by": manager().pk})


@pytest.mark.parametrize(
    ("paid_at", "on", "published"),
    [
        (datetime(2026, 3, 1, tzinfo=UTC), date(2026, 4, 7), False),
        (datetime(2026, 3, 1, tzinfo=UTC), APRIL, True),
        (datetime(2026, 3, 31, 21, 59, tzinfo=UTC), APRIL, True),
        (datetime(2026, 3, 31, 22, tzinfo=UTC), APRIL, False),
        (datetime(2026, 3, 31, 22, tzinfo=UTC), date(2026, 5, 8), True),
    ],
)
def test_a_month_is_told_whole_a_week_after_it_ended_so_that_no_day_shows(
    paid_at: datetime, on: date, published: bool
) -> None:
    won(paid_at=paid_at)
    assert bool(names(on)) == published == bool(counts())


def test_a_raised_amount_leaves_those_above_it() -> None:
    won()
    won(50_000_00, department="59", means="cheque")
    assert len(names()) == 2
    assert names(amount=20_000_00) == [("Łukasz", "59")]
    assert counts()["59", None] == 1 and ("48", None) not in counts()


def test_who_objected_before_is_never_published() -> None:
    made = won()
    object_to_publication(winner_id=made.pk, by=1)
    assert names() == [] and counts()["48", None] == 1


def test_who_objects_later_disappears_at_once_and_for_good_journalled_once(client: Client) -> None:
    """Art. 6.4; customer service may, without reading anything of the winner."""
    made, other = won(), won(department="59")
    assert len(names()) == 2
    agent = User.objects.create_user("service", is_staff=True)
    agent.user_permissions.set(Permission.objects.filter(codename="view_winner"))
    address = f"/admin/payouts/winner/{made.pk}/publication/"
    assert sign_in(client, agent).post(address, {"asked": "on"}).status_code == 403
    agent.user_permissions.add(Permission.objects.get(codename="keep_unpublished"))
    assert client.get(address).status_code == 200 and client.post(address, {"asked": ""}).status_code == 422
    assert len(shown()) == 2
    for _ in range(2):
        assert client.post(address, {"asked": "on"}).status_code == 302
        assert shown() == [("Łukasz", "59")]
    assert names() == [("Łukasz", "59")]
    (entry,) = people.entries(made, "data_unpublish")
    assert f'"by":{agent.pk}' in entry.text and people.entries(other, "data_unpublish") == []
    assert made.person() == Winner.objects.get(pk=made.pk).person()


def test_a_cancelled_payment_publishes_nobody_and_is_taken_from_the_counts() -> None:
    made = won(means="cheque")
    won(department="59")
    assert len(names()) == 2
    by = desk.allowed(User.objects.create_user("chef"), "cancel_payment")
    cancelling.cancel(payment_id=made.payment_id, by=by, reason="erreur de saisie")
    assert shown() == [("Łukasz", "59")]
    assert names() == [("Łukasz", "59")]
    assert counts() == {("59", "as_capone"): 1, ("59", None): 1}
    again = won(department="59", ticket=made.payment.ticket, play=made.payment.ticket.play)
    assert len(names()) == 2 and counts()["59", "as_capone"] == 2 and again.pk


@pytest.mark.parametrize("amount", [3_000_00, OVER])
def test_a_first_name_goes_with_the_first_data_erased(amount: int) -> None:
    """What stays five years is for authorised bodies alone (art. 5.3.3)."""
    won(amount, means="cheque")
    assert len(names(amount=200_00)) == 1
    with time_machine.travel(datetime(2026, 7, 31, 12, tzinfo=UTC)):
        keep_no_longer()
        assert shown() == []
        assert names(date(2026, 9, 1), 200_00) == [] and counts()["48", None] == 1


def test_who_objects_to_everything_is_no_longer_published() -> None:
    made = won(means="cheque")
    assert len(names()) == 1
    object_to(winner_id=made.pk, seen=Seen(1, "passport", "24AZ81350"))
    assert shown() == []


def test_a_corrected_first_name_takes_the_place_of_the_wrong_one() -> None:
    made = won()
    assert len(names()) == 1
    correct(winner_id=made.pk, seen=Seen(1, "passport", "24AZ81350"), typed={"first_name": "Lucas"})
    assert shown() == []
    assert names() == [("Lucas", "48")]


def test_who_can_not_be_read_hides_their_department_when_they_object_and_nobody_else_at_night() -> None:
    made = won()
    won(department="59")
    won()
    assert len(names()) == 3
    Winner.objects.filter(pk=made.pk).update(sealed=b"x" * 40, wrapped_key=b"x" * 60)
    object_to_publication(winner_id=made.pk, by=1)
    assert shown() == [("Łukasz", "59")]
    assert names() == [("Łukasz", "48"), ("Łukasz", "59")]


def test_players_are_counted_by_department_and_game_each_who_shares_a_prize_as_one() -> None:
    """And above the amount by their own share (art. 5.4)."""
    paid = won(OVER + AMOUNT, means="cheque", share=OVER).payment
    people.winner(paid, position=2, share=AMOUNT)
    won(45_00, means="cash")
    stock.make_emission("sauve_souris")
    won(20_00, means="cash", play=stock.start("sauve_souris"))
    Payment.objects.filter(amount=20_00).update(what=Payment.What.REFUND)
    names()
    assert counts() == {("48", "as_capone"): 3, ("48", None): 1}


def test_a_run_that_fails_or_is_done_twice_leaves_one_whole_publication() -> None:
    won()
    assert len(names()) == 1

    def killed(execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        if "payouts_publishedcount" in sql and sql.startswith("INSERT"):
            raise KeyboardInterrupt
        return execute(sql, *args)

    won(department="59")
    with connection.execute_wrapper(killed), pytest.raises(KeyboardInterrupt):
        publishing.publish(APRIL)
    assert shown() == [("Łukasz", "48")] and Publication.objects.count() == 1
    for _ in range(2):
        publishing.publish(APRIL)
        assert len(shown()) == 2 and Publication.objects.count() == 1
        assert counts() == {(place, game): 1 for place in ("48", "59") for game in ("as_capone", None)}


def test_a_run_takes_as_many_statements_whatever_was_won(django_assert_num_queries: Any) -> None:
    won()
    assert len(names()) == 1
    for department in ("48", "59", "69"):
        won(department=department)
        with django_assert_num_queries(15):
            publishing.publish(APRIL)


def test_who_objects_while_a_run_is_under_way_is_not_published_by_it(cloned_db: str) -> None:
    made = won()
    publishing.set_amount(cents=AMOUNT, by=manager())
    running = threading.Thread(target=lambda: (publishing.publish(APRIL), connection.close()))
    with transaction.atomic():
        object_to_publication(winner_id=made.pk, by=1)
        running.start()
        running.join(0.3)
        assert running.is_alive(), "the run waits for who is objecting"
    running.join(20)
    assert shown() == [] and Publication.objects.exists()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("Łukasz", "Łukasz"),
        ("Jean-Pierre", "Jean-Pierre"),
        ("JEAN-PIERRE", "Jean-Pierre"),
        ("marie Anne Louise", "Marie"),
        ("Marie, Anne", "Marie"),
        ("N'Golo", "N'Golo"),
        ("ÉLODIE", "Élodie"),
        ("McKenzie", "McKenzie"),
    ],
)
def test_one_first_name_is_told_a_hyphenated_one_whole(given: str, told: str) -> None:
    assert publishing.first_of(given) == told
