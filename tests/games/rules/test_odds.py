"""Exact odds of the three games, and the exploring that finds them."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from games.rules import as_capone, odds, sauve_souris
from games.rules import poule_aux_oeufs_d_or as poule
from games.rules.dealer import Dealer, ImpossibleDraw
from games.rules.game import Lots, Rules
from games.rules.odds import branches, distribution, expected, extremes, table_extremes, table_return
from tests.games.stock import annex_table

F = Fraction
RETURNS = {sauve_souris: F(7, 10), poule: F(6895193, 10140000), as_capone: F(1258388455987, 1796492925000)}
AS_CAPONE = {
    "5": F(2485288, 7984413),
    "6": F(331612, 7984413),
    "7": F(728, 887157),
    "8": F(1, 7984413),
    "lost": F(573440, 887157),
}


def table(rules: Rules) -> tuple[list[tuple[Lots, int]], int, int]:
    """The annex's table: the lots of each line and its tickets, the price in cents, the size of a block."""
    found = annex_table(rules.__name__.rpartition(".")[2])
    lines = [(tuple(100 * euros for euros in lots), tickets) for *lots, tickets in found["rows"]]
    return lines, found["price_eur"] * 100, found["block_size"]


@pytest.mark.parametrize(
    ("strategy", "win"), [("all in one cheese", F(3, 32)), ("two halves", F(5, 12)), ("spread", F(3, 4))]
)
def test_sauve_souris_wins_more_or_less_often_but_returns_seven_tenths(strategy: str, win: Fraction) -> None:
    """Annex 1, art. 3.3.2-3.3.4."""
    playing = sauve_souris.STRATEGIES[strategy]
    assert 1 - distribution(sauve_souris, playing)["0"] == win
    assert table_return(sauve_souris, *table(sauve_souris), playing) == RETURNS[sauve_souris]


def test_sauve_souris_all_in_one_cheese_is_eight_mice_or_none() -> None:
    law = distribution(sauve_souris, sauve_souris.STRATEGIES["all in one cheese"])
    assert law == {"0": F(29, 32), "8": F(3, 32)}


def test_la_poule_has_its_published_odds() -> None:
    """Annex 2, art. 3.2."""
    law = distribution(poule, poule.STRATEGIES["any hen"])
    assert law == {"first_go": F(1, 26), "several_goes": F(77, 338), "lost": 1 - F(45, 169)}
    assert table_return(poule, *table(poule), poule.STRATEGIES["any hen"]) == RETURNS[poule]


@pytest.mark.parametrize("rules", [sauve_souris, poule])
def test_no_placement_and_no_choice_of_hen_changes_the_return(rules: Rules) -> None:
    """Annex 1, art. 3.3.2.2; annex 2, art. 3.2.2.2, 3.2.3.1, 3.2.5.2: over every strategy there is."""
    assert table_extremes(rules, *table(rules)) == (RETURNS[rules],) * 2


CAPONE_STRATEGIES: dict[str, Callable[[as_capone.State], str]] = {
    "lowest first": as_capone.STRATEGIES["lowest first"],
    "highest first": lambda state: as_capone.legal(state)[-1],
    "one end then the other": lambda state: as_capone.legal(state)[-(len(state.round.hand) % 2)],
    "strong when behind": lambda state: as_capone.legal(state)[-(2 * state.round.won < len(state.round.tricks))],
}


@pytest.mark.parametrize(
    "strategy", [*list(CAPONE_STRATEGIES)[:3], pytest.param("strong when behind", marks=pytest.mark.soak)]
)
def test_no_order_of_cards_changes_the_odds_of_as_capone(strategy: str) -> None:
    """Annex 3, art. 3.2.2: the card he plays does not depend on the player's."""
    playing = CAPONE_STRATEGIES[strategy]
    assert distribution(as_capone, playing) == AS_CAPONE
    assert table_return(as_capone, *table(as_capone), playing) == RETURNS[as_capone]


def test_the_extremes_of_a_play_without_a_longest_course_are_not_explored() -> None:
    """Annex 3, art. 3.2.4.4, 3.2.5.4: ties and extra rounds follow one another without limit."""
    with pytest.raises(odds.EndlessPlay):
        extremes(as_capone, (8, 7, 6, 5))


def test_every_outcome_of_sauve_souris_can_be_reached() -> None:
    """Annex 1, art. 3.3.4.4, 3.3.4.5: from no mouse to all eight, and a play is open as long as there is a choice."""
    found, met, waiting = set(), set(), [sauve_souris.start()]
    while waiting:
        state = waiting.pop()
        found.add(sauve_souris.outcome(state))
        for after, _ in (b for choice in sauve_souris.legal(state) for b in branches(sauve_souris, state, choice)):
            if (essence := sauve_souris.essence(after)) not in met:
                met.add(essence)
                waiting.append(after)
    assert found == {None, "0", "1", "2", "3", "4", "5", "6", "7", "8"}


def test_a_table_that_is_not_one_block_has_no_return() -> None:
    """Art. 3.2.1-3.2.2."""
    lines, price, block_size = table(poule)
    for wrong in (lines[1:], [*lines, lines[0]]):
        with pytest.raises(ValueError, match="300000"):
            table_return(poule, wrong, price, block_size, poule.STRATEGIES["any hen"])


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
