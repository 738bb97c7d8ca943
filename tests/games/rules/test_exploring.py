"""The exploring of every draw, on toy games whose odds are known."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

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


class Maze(Toy):
    """Rooms that draw the next room, or a way out: "goal" or "ruin"."""

    def __init__(self, doors: list[list[int | str]]) -> None:
        self.doors = doors

    def play(self, state: int, choice: str, dealer: Dealer) -> int | str:
        return dealer.one("door", self.doors[state])

    def chance_of_goal(self) -> Fraction:
        """Solved as linear equations: each room's unknown is carried into the rooms before it."""
        rooms = range(len(self.doors))
        rows = [{door: F(doors.count(door), len(doors)) for door in doors} for doors in self.doors]
        for room in reversed(rooms):
            back = rows[room].pop(room, F(0))
            rows[room] = {door: chance / (1 - back) for door, chance in rows[room].items()}
            for other in range(room):
                share = rows[other].pop(room, F(0))
                for door, chance in rows[room].items():
                    rows[other][door] = rows[other].get(door, F(0)) + share * chance
        return rows[0].get("goal", F(0))


@given(st.integers(1, 6).flatmap(lambda n: st.lists(
    st.lists(st.integers(0, n - 1) | st.sampled_from(["goal", "ruin"]), max_size=5).map(lambda doors: [*doors, "ruin"]),
    min_size=n, max_size=n,
)))  # fmt: skip
@settings(deadline=None, max_examples=300)
def test_any_maze_has_the_odds_of_its_linear_equations(doors: list[list[int | str]]) -> None:
    assert distribution(Maze(doors), first).get("goal", F(0)) == Maze(doors).chance_of_goal()


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
