"""The exploring of every draw, on toy games whose odds are known."""

from fractions import Fraction
from typing import Any

import pytest

from games.rules.dealer import Dealer, ImpossibleDraw
from games.rules.game import Lots
from games.rules.odds import branches, distribution, expected, extremes, table_extremes

F = Fraction


class Toy:
    """A game of one draw after another, from which a test takes what it needs."""

    LOTS = ("goal",)
    STRATEGIES: dict[str, Any] = {}
    State = int

    def start(self) -> Any:
        return 0

    def legal(self, state: Any) -> Any:
        return ("go",)

    def play(self, state: Any, choice: Any, dealer: Dealer) -> Any:
        raise NotImplementedError

    def outcome(self, state: Any) -> str | None:
        return state if isinstance(state, str) else None

    def prize(self, lots: Lots, outcome: str) -> int:
        return {"goal": lots[0], "half": lots[0] // 2}.get(outcome, 0)

    def essence(self, state: Any) -> Any:
        return state


class Walk(Toy):
    """Steps of -1 or +1 from 3 until nothing or 10 is left: each state leads back to the one before it."""

    def __init__(self, steps: tuple[int, ...]) -> None:
        self.steps = steps

    def start(self) -> int:
        return 3

    def play(self, state: int, choice: str, dealer: Dealer) -> int | str:
        return {0: "ruin", 10: "goal"}.get(after := state + dealer.one("step", self.steps), after)


def first(state: Any) -> str:
    return "go"


@pytest.mark.parametrize(
    ("steps", "goal"), [((-1, 1), F(3, 10)), ((-1, 0, 0, 1), F(3, 10)), ((1, -1, 1), (1 - F(1, 8)) / (1 - F(1, 1024)))]
)
def test_states_that_lead_back_to_one_another_are_solved_exactly(steps: tuple[int, ...], goal: Fraction) -> None:
    """The gambler's ruin, whose odds are known."""
    assert distribution(Walk(steps), first) == {"goal": goal, "ruin": 1 - goal}


class Bag(Toy):
    """Three items of a bag in order, in two draws, and what they spell."""

    def play(self, state: int, choice: str, dealer: Dealer) -> str:
        return "".join((*dealer.some("two", "aab", 2), dealer.one("one", "xyy")))


def test_equal_items_are_explored_once_with_their_weight() -> None:
    law = distribution(Bag(), first)
    third = F(1, 3)
    assert law == {
        two + one: third * weight for two in ("aa", "ab", "ba") for one, weight in (("x", third), ("y", 2 * third))
    }


class Dare(Toy):
    """Take half, or draw for the whole."""

    def legal(self, state: Any) -> Any:
        return () if state else ("stop", "dare")

    def play(self, state: int, choice: str, dealer: Dealer) -> str:
        return "half" if choice == "stop" else dealer.one("dare", ("goal", "none", "none", "none"))


def test_extremes_are_what_the_worst_and_the_best_strategy_give() -> None:
    assert extremes(Dare(), (100,)) == (25, 50)
    assert [expected(Dare(), (100,), distribution(Dare(), lambda _, c=c: c)) for c in ("stop", "dare")] == [50, 25]
    assert table_extremes(Dare(), [((100,), 3), ((200,), 1)], 100, 4) == (F(125, 400), F(250, 400))


class Arranging(Toy):
    """Shows a bag whole before another draw, or before the play goes on."""

    def play(self, state: int, choice: str, dealer: Dealer) -> int | str:
        dealer.arrange("rest", ("a", "b"))
        return {"go": "end", "on": 1, "draw": "again"}[choice] if choice != "draw" else dealer.one("late", "ab")


@pytest.mark.parametrize("choice", ["on", "draw"])
def test_an_arrangement_that_does_not_end_the_play_is_refused(choice: str) -> None:
    """Annex 2, art. 3.2.6: what is left is placed once the play is lost, so that it can't weigh on the odds."""
    assert len(branches(Arranging(), 0, "go")) == 1
    with pytest.raises(ImpossibleDraw, match="arrangement"):
        branches(Arranging(), 0, choice)
