"""Booklets flagged as stolen or misprinted, and unflagged (art. 4.3.4, 7)."""

import time
from datetime import date, timedelta
from itertools import pairwise

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.utils import timezone

from payouts import flagging, lifting, ordering, paying, presenting
from payouts.affected import affected
from payouts.models import FlaggedBooklet, Flagging, Lifting, Refund
from payouts.refusals import PaymentRefused
from payouts.standing import Standing
from tests.games import stock
from tests.payouts import desk, flags
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import Booklet
from tickets.suspending import WHOLE_SITE
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
CLOSED = date(2026, 6, 30)
TOO_LATE = "2026-08-10T10:00:00Z"


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


@pytest.fixture
def lead():
    return flags.user("flag_booklets", "unflag_booklets")


def kinds(key: int) -> list[str]:
    return [entry.kind for entry in record.entries(Subject.BOOKLET, key)]


def test_a_complaint_flags_its_booklets_and_their_prizes_are_not_paid(lead) -> None:
    """Art. 4.3.4: each booklet's record names the complaint."""
    play, other = desk.won(), desk.won()
    made = flags.stolen([flags.booklet(play)], lead)
    assert presenting.of_number(play.ticket_id, at=timezone.now()).standing is Standing.STOLEN
    with pytest.raises(PaymentRefused, match="volé"):
        paying.pay(request=desk.request(play), teller=desk.teller())
    assert presenting.of_number(other.ticket_id, at=timezone.now()).standing is Standing.PAYABLE
    (entry,) = record.entries(Subject.BOOKLET, flags.booklet(play))
    assert entry.kind == "flag" and flags.COMPLAINT.reference in entry.text and "Commissariat" in entry.text
    assert (made.count, made.by) == (1, lead)


def test_what_is_flagged_already_is_left_as_it_is(lead) -> None:
    first, second = (flags.booklet(desk.won()) for _ in range(2))
    flags.stolen([first], lead)
    again = flags.stolen([first, second], lead)
    assert again.count == 1 and list(again.flagged.values_list("booklet", flat=True)) == [second]
    with pytest.raises(PaymentRefused, match="déjà"):
        flags.stolen([first, second], lead)
    assert (kinds(first), Flagging.objects.count()) == (["flag"], 2)


def test_a_preview_counts_what_was_started_won_and_paid() -> None:
    won, paid, still = desk.won(45_00), desk.won(20_00), stock.start(desk.SLUG)
    paying.pay(request=desk.request(paid), teller=desk.teller())
    keys = [flags.booklet(play) for play in (won, paid, still)] + [flags.unstarted() // 10_000]
    found = affected(keys, timezone.now())
    assert (found.booklets, found.tickets, found.started, found.open) == (4, 4, 3, 1)
    assert (found.won, found.won_amount) == (2, 65_00)
    assert [(one.number, one.amount) for one in found.paid] == [(paid.ticket_id, 20_00)]


def test_a_lifted_flag_lets_prizes_be_paid_again(lead) -> None:
    play = desk.won()
    key = flags.booklet(play)
    flags.stolen([key], lead)
    assert flags.lifted(keys=[key], kind="stolen", reason="livret retrouvé", by=lead) == (1, 0)
    paying.pay(request=desk.request(play), teller=desk.teller())
    row = FlaggedBooklet.objects.get()
    assert (row.lifted_by, row.lift_reason, kinds(key)) == (lead, "livret retrouvé", ["flag", "unflag"])
    with pytest.raises(PaymentRefused, match="aucun"):
        lifting.lift(keys=[key], kind="stolen", reason="encore", by=lead)
    flags.stolen([key], lead)
    assert kinds(key) == ["flag", "unflag", "flag"]


def test_what_could_not_be_started_in_time_is_refunded_when_the_flag_is_lifted(lead) -> None:
    """Decided where the règlement is silent (art. 4.3.4): only what was never started, once."""
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(CLOSED)
        play, kept, ordered = desk.won(), flags.unstarted(), flags.unstarted()
        keys = [flags.booklet(play), kept // 10_000, ordered // 10_000]
        flags.stolen(keys, lead)
        ordering.order_refund(number=ordered, reason="réclamation", by=flags.user("order_refund"))
    with time_machine.travel("2026-07-29T21:00:00Z", tick=False):
        assert lifting.to_refund(keys=keys, kind="stolen", at=timezone.now()) == []
    with time_machine.travel(TOO_LATE, tick=False):
        assert lifting.to_refund(keys=keys, kind="stolen", at=timezone.now()) == [kept]
        assert flags.lifted(keys=keys, kind="stolen", reason="livrets retrouvés", by=lead) == (3, 1)
        assert presenting.of_number(kept, at=timezone.now()).standing is Standing.REFUND
        assert Refund.objects.get(ticket=kept).amount == 2_00
        assert [entry.kind for entry in record.entries(Subject.TICKET, kept)] == ["refund"]


def kept_too_late(lead) -> list[int]:
    """Flagged booklets of tickets that nobody could start in time."""
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(CLOSED)
        keys = [flags.unstarted() // 10_000 for _ in range(2)]
        flags.stolen(keys, lead)
    return keys


def test_one_prepares_a_lifting_that_orders_refunds_and_another_does_it(lead) -> None:
    """As after an outage: no one alone orders refunds in number."""
    keys = kept_too_late(lead)
    with time_machine.travel(TOO_LATE, tick=False):
        made = lifting.lift(keys=keys, kind="stolen", reason="retrouvés", by=lead)
        assert (made.waits, made.to_refund, made.total, Refund.objects.count()) == (True, 2, 4_00, 0)
        assert Booklet.objects.filter(stolen=True).count() == 2
        with pytest.raises(PaymentRefused, match="aucun"):
            lifting.lift(keys=keys, kind="stolen", reason="encore", by=lead)
        with pytest.raises(PaymentRefused, match="Une autre personne"):
            lifting.confirm(lifting_id=made.pk, by=lead)
        with pytest.raises(PaymentRefused, match="responsable"):
            lifting.confirm(lifting_id=made.pk, by=flags.user("flag_booklets"))
        second = flags.user("unflag_booklets")
        ordering.order_refund(number=lifting.refunds_of(made)[0], reason="à part", by=flags.user("order_refund"))
        made = lifting.confirm(lifting_id=made.pk, by=second)
        assert (made.to_refund, made.total, made.refunds) == (1, 2_00, 1)
        assert Refund.objects.latest("pk").ordered_by == second and not Booklet.objects.filter(stolen=True).exists()
        assert set(FlaggedBooklet.objects.values_list("lifted_by", flat=True)) == {second.pk}
        with pytest.raises(PaymentRefused, match="déjà levé"):
            lifting.confirm(lifting_id=made.pk, by=second)
    entries = record.entries(Subject.SITE, WHOLE_SITE)
    assert [entry.kind for entry in entries] == ["unflag_prepare", "unflag_confirm"]
    assert '"count":2' in entries[0].text and '"total":400' in entries[0].text and "retrouvés" not in entries[0].text


def test_a_lifting_prepared_is_withdrawn_with_a_reason_and_its_booklets_stay_flagged(lead) -> None:
    keys = kept_too_late(lead)
    with time_machine.travel(TOO_LATE, tick=False):
        made = lifting.lift(keys=keys, kind="stolen", reason="retrouvés", by=lead)
        for reason, by, said in ((" ", lead, "pourquoi"), ("erreur", flags.user("flag_booklets"), "responsable")):
            with pytest.raises(PaymentRefused, match=said):
                lifting.withdraw(lifting_id=made.pk, reason=reason, by=by)
        made = lifting.withdraw(lifting_id=made.pk, reason="mauvais livrets", by=lead)
        assert (made.withdrawn_by, made.withdraw_reason) == (lead, "mauvais livrets")
        for again in (
            lambda: lifting.confirm(lifting_id=made.pk, by=flags.user("unflag_booklets")),
            lambda: lifting.withdraw(lifting_id=made.pk, reason="encore", by=lead),
        ):
            with pytest.raises(PaymentRefused, match="est retirée"):
                again()
        assert Booklet.objects.filter(stolen=True).count() == 2 and not Refund.objects.exists()
        assert flags.lifted(keys=keys, kind="stolen", reason="retrouvés", by=lead) == (2, 2)
    kinds = [entry.kind for entry in record.entries(Subject.SITE, WHOLE_SITE)]
    assert kinds == ["unflag_prepare", "unflag_withdraw", "unflag_prepare", "unflag_confirm"]


def test_the_database_refuses_one_person_in_the_place_of_two(lead) -> None:
    at = timezone.now()
    with pytest.raises(IntegrityError, match="two_people_a_lifting"), transaction.atomic():
        Lifting.objects.create(kind="stolen", reason="x", count=1, at=at, by=lead, confirmed_at=at, confirmed_by=lead)


def test_a_flag_put_when_it_was_too_late_to_start_kept_nobody_from_starting(lead) -> None:
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(CLOSED)
        key = flags.unstarted() // 10_000
    with time_machine.travel(TOO_LATE, tick=False):
        flags.stolen([key], lead)
        assert flags.lifted(keys=[key], kind="stolen", reason="erreur", by=lead) == (1, 0)


def test_a_misprint_lifted_orders_no_refund_of_a_booklet_that_is_stolen_too(lead) -> None:
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        desk.emission(CLOSED)
        keys = [flags.unstarted() // 10_000 for _ in range(2)]
        flagging.flag_misprint(keys=keys, reason="codes pâles", by=lead)
        flags.stolen(keys[:1], lead)
    with time_machine.travel(TOO_LATE, tick=False):
        assert flags.lifted(keys=keys, kind="misprint", reason="codes lisibles", by=lead) == (2, 1)
        assert Refund.objects.get().ticket_id // 10_000 == keys[1]


def test_a_misprint_is_marked_with_what_is_wrong_and_leaves_the_other_flag_alone(lead) -> None:
    """Art. 7."""
    play = stock.start(desk.SLUG)
    key = flags.booklet(play)
    flagging.flag_misprint(keys=[key], reason="codes illisibles", by=lead)
    assert presenting.of_number(play.ticket_id, at=timezone.now()).standing is Standing.MISPRINT
    assert Booklet.objects.filter(pk=key, stolen=False, misprint=True).exists()


def test_nothing_is_flagged_by_who_may_not_or_without_saying_why(lead) -> None:
    key, stranger = flags.booklet(desk.won()), flags.user("order_refund")
    tomorrow = timezone.localdate() + timedelta(days=1)
    for do, said in (
        (lambda: flags.stolen([key], stranger), "Service Clients"),
        (lambda: flagging.flag_misprint(keys=[key], reason=" ", by=lead), "pourquoi"),
        (lambda: lifting.lift(keys=[key], kind="stolen", reason="x", by=flags.user("flag_booklets")), "responsable"),
        (lambda: lifting.lift(keys=[key], kind="stolen", reason=" ", by=lead), "pourquoi"),
        (
            lambda: flagging.flag_stolen(keys=[key], complaint=flagging.Complaint(" ", tomorrow, "x"), by=lead),
            "référence",
        ),
        (
            lambda: flagging.flag_stolen(keys=[key], complaint=flagging.Complaint("x", tomorrow, "x"), by=lead),
            "pas encore",
        ),
    ):
        with pytest.raises(PaymentRefused, match=said):
            do()
    assert kinds(key) == [] and not Booklet.objects.filter(stolen=True).exists()


@pytest.mark.parametrize("count", [300, pytest.param(6_000, marks=pytest.mark.soak)])
def test_thousands_of_booklets_are_flagged_and_unflagged_in_few_statements(
    count: int, lead, django_assert_max_num_queries
) -> None:
    """6,000 booklets of 50 tickets: within seconds."""
    with time_machine.travel("2026-06-01T10:00:00Z", tick=False):
        keys = flags.many(desk.emission(), count, 50)
        laps = [time.perf_counter()]
        with django_assert_max_num_queries(35):
            assert affected(keys, timezone.now()).tickets == count * 50
            laps.append(time.perf_counter())
            assert flags.stolen(keys, lead).count == count
            laps.append(time.perf_counter())
        with django_assert_max_num_queries(40):
            assert flags.lifted(keys=keys, kind="stolen", reason="retrouvés", by=lead) == (count, 0)
        laps.append(time.perf_counter())
    assert max(after - before for before, after in pairwise(laps)) < 20
    print(f"{count} booklets seen, flagged, unflagged:", *(f"{b - a:.1f} s" for a, b in pairwise(laps)))
