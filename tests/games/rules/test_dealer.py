"""Every draw is named, made from a whole set, and recorded (art. 3.1.2)."""

import pytest

from games.rules.dealer import Dealer, Draw, ImpossibleDraw, Live, Recorded, Scripted

BAG = ("egg", "chick", "chick", "empty")


def test_a_draw_is_recorded_with_its_name_its_whole_set_and_what_was_taken_in_order() -> None:
    dealer = Scripted("chick", (3, 1), ("empty", "egg"))
    dealer.one("element", BAG)
    dealer.some("cats", (1, 2, 3, 4), 2)
    dealer.arrange("rest", ("egg", "empty"))
    assert dealer.draws == [
        Draw("element", BAG, ("chick",)),
        Draw("cats", (1, 2, 3, 4), (3, 1)),
        Draw("rest", ("egg", "empty"), ("empty", "egg")),
    ]


def test_what_is_dealt_is_what_is_recorded() -> None:
    dealer = Live()
    dealt = (dealer.one("a", range(30)), *dealer.some("b", range(16), 2), *dealer.arrange("c", range(29)))
    assert dealt == tuple(item for draw in dealer.draws for item in draw.result)


@pytest.mark.parametrize("count", range(5))
def test_live_draws_put_nothing_back(count: int) -> None:
    for _ in range(50):
        rest = list(BAG)
        for item in Live().some("bag", BAG, count):
            rest.remove(item)
        assert len(rest) == len(BAG) - count


def test_an_arrangement_holds_every_item_once() -> None:
    for _ in range(50):
        assert sorted(Live().arrange("rest", BAG)) == sorted(BAG)


def test_an_arrangement_is_not_always_in_the_same_order() -> None:
    assert len({Live().arrange("rest", range(20)) for _ in range(5)}) == 5


@pytest.mark.parametrize(
    ("result", "count"),
    [("goat", 1), (("egg", "egg"), 2), (("egg",), 2), (("egg", "chick", "empty"), 2), ((), 1)],
    ids=["not in the set", "more than the set has", "too few", "too many", "none"],
)
def test_a_scripted_result_that_cannot_come_out_is_refused(result: str | tuple[str, ...], count: int) -> None:
    with pytest.raises(ImpossibleDraw):
        Scripted(result).some("element", BAG, count)


def test_a_scripted_dealer_with_nothing_left_refuses_to_deal() -> None:
    dealer = Scripted("egg")
    dealer.one("element", BAG)
    with pytest.raises(ImpossibleDraw, match="nothing is left"):
        dealer.one("element", BAG)


@pytest.mark.parametrize("dealer", [Scripted("egg"), Recorded([Draw("element", BAG, ("egg",))])])
def test_a_result_that_was_never_asked_for_is_noticed(dealer: Scripted) -> None:
    with pytest.raises(ImpossibleDraw, match="1 results"):
        dealer.check_spent()
    dealer.one("element", BAG)
    dealer.check_spent()


def _some_draws(dealer: Dealer) -> tuple[object, ...]:
    return dealer.one("element", BAG), dealer.some("pack", range(16), 2), dealer.arrange("rest", BAG)


def test_a_record_is_dealt_again_as_it_was() -> None:
    for _ in range(20):
        live = Live()
        dealt = _some_draws(live)
        again = Recorded(live.draws)
        assert _some_draws(again) == dealt and again.draws == live.draws
        again.check_spent()


@pytest.mark.parametrize(
    ("name", "among", "count"),
    [
        ("extra", BAG, 1),
        ("element", BAG[:-1], 1),
        ("element", (*BAG, "empty"), 1),
        ("element", BAG[::-1], 1),
        ("element", BAG, 2),
    ],
    ids=["another name", "a smaller set", "a larger set", "another order of the set", "another number"],
)
def test_a_record_refuses_any_other_draw(name: str, among: tuple[str, ...], count: int) -> None:
    with pytest.raises(ImpossibleDraw):
        Recorded([Draw("element", BAG, ("egg",))]).some(name, among, count)


def test_a_record_refuses_a_draw_too_many() -> None:
    dealer = Recorded([Draw("element", BAG, ("egg",))])
    dealer.one("element", BAG)
    with pytest.raises(ImpossibleDraw, match="nothing is left"):
        dealer.one("element", BAG)


def test_a_record_altered_to_an_impossible_result_is_refused() -> None:
    with pytest.raises(ImpossibleDraw):
        Recorded([Draw("element", BAG, ("goat",))]).one("element", BAG)
