"""Sauve Souris, article by article of annex 1, with scripted cats."""

from itertools import combinations

import pytest

from games.rules import sauve_souris
from games.rules.dealer import ImpossibleDraw
from games.rules.sauve_souris import CHEESES, State, legal, outcome, prize
from tests.games.rules.moves import SAFE_1, SAFE_2
from tests.games.rules.playing import draws_of, played, refused

LOTS = (125_00, 1_000_01)  # a maximum that is not eight times a mouse, to tell them apart
SPREAD, HALVES, ONE = (2, 2, 2, 2), (4, 4, 0, 0), (8, 0, 0, 0)


def test_a_play_starts_with_eight_mice_to_hide_in_four_cheeses() -> None:
    """Art. 3.3.1, 3.3.2.1."""
    assert State().mice == 8 and len(CHEESES) == 4
    assert len(legal(State())) == 165 and set(map(sum, legal(State()))) == {8}


@pytest.mark.parametrize("placed", [(0, 0, 0, 0), (2, 2, 2, 1), (7, 0, 0, 0)])
def test_nothing_is_drawn_before_every_mouse_is_placed(placed: tuple[int, ...]) -> None:
    """Art. 3.3.2.2."""
    assert refused(sauve_souris, State(), placed) == f"Il reste {8 - sum(placed)} souris à cacher avant de valider."


@pytest.mark.parametrize("placed", [(3, 2, 2, 2), (9, 0, 0, 0), (8, 8, 8, 8), (10**30, 0, 0, 0)])
def test_more_mice_than_there_are_is_refused(placed: tuple[int, ...]) -> None:
    """Art. 3.3.2.1."""
    assert refused(sauve_souris, State(), placed).startswith("Vous n’avez que 8 souris\u00a0: retirez-en ")


@pytest.mark.parametrize("placed", [(9, -1, 0, 0), (4, 4, 0), (2, 2, 2, 1, 1), ()])
def test_a_placement_is_a_number_of_mice_for_each_cheese(placed: tuple[int, ...]) -> None:
    """Art. 3.3.1."""
    assert refused(sauve_souris, State(), placed) == "Indiquez pour chaque fromage un nombre de souris."


@pytest.mark.parametrize(("before", "cats"), [((), 1), ((SAFE_1,), 2), ((SAFE_1, SAFE_2), 3)])
def test_each_step_draws_its_cats_among_the_four_cheeses_whatever_was_placed(
    before: tuple[tuple[object, ...], ...], cats: int
) -> None:
    """Art. 3.2, 3.3.2.2, 3.3.3.2, 3.3.4.2: one, two, then three different cheeses, in one draw without putting back."""
    state = played(sauve_souris, *before)
    for placed in legal(state):
        assert draws_of(sauve_souris, state, placed) == [("cats", CHEESES, cats)]


@pytest.mark.parametrize("cat", CHEESES)
def test_mice_where_the_cat_is_are_lost_and_the_others_go_on_to_step_2(cat: int) -> None:
    """Art. 3.3.2.3."""
    state = played(sauve_souris, ((1, 1, 2, 4), cat))
    assert state.mice == 8 - (1, 1, 2, 4)[cat - 1] and outcome(state) is None
    assert state.steps[-1].saved == state.mice


@pytest.mark.parametrize("cats", list(combinations(CHEESES, 2)))
def test_mice_of_the_two_cheeses_without_a_cat_go_on_to_step_3(cats: tuple[int, int]) -> None:
    """Art. 3.3.3.1, 3.3.3.3: exactly the mice saved at step 1 are placed again."""
    state = played(sauve_souris, ((3, 0, 5, 0), 2))
    assert refused(sauve_souris, state, (2, 2, 2, 1)) == "Il reste 1 souris à cacher avant de valider."
    placed = (1, 2, 2, 3)
    state = played(sauve_souris, (placed, cats[::-1]), state=state)
    assert state.mice == sum(placed[cheese - 1] for cheese in CHEESES if cheese not in cats) and outcome(state) is None


@pytest.mark.parametrize("safe", CHEESES)
def test_mice_of_the_one_cheese_without_a_cat_are_what_is_won(safe: int) -> None:
    """Art. 3.3.4.1-3.3.4.4: the value of a mouse times the mice saved."""
    cats = [cheese for cheese in CHEESES if cheese != safe]
    state = played(sauve_souris, SAFE_1, SAFE_2, ((0, 1, 2, 3), cats))
    saved = (0, 1, 2, 3)[safe - 1]
    assert outcome(state) == str(saved) and prize(LOTS, str(saved)) == 125_00 * saved


@pytest.mark.parametrize("saved", range(8))
def test_fewer_than_eight_mice_pay_a_mouse_s_value_each(saved: int) -> None:
    """Art. 3.1, 3.3.4.4."""
    assert prize(LOTS, str(saved)) == saved * 125_00


def test_eight_saved_mice_pay_the_printed_maximum() -> None:
    """Art. 3.1, 3.3.4.4."""
    state = played(sauve_souris, (ONE, 2), (ONE, (3, 4)), (ONE, (4, 2, 3)))
    assert outcome(state) == "8" and prize(LOTS, "8") == 1_000_01


LOST = {
    1: [(ONE, 1)],  # art. 3.3.2.4, 3.3.2.5
    2: [(HALVES, 3), (HALVES, (2, 1))],  # art. 3.3.3.4, 3.3.3.5
    3: [(SPREAD, 1), ((2, 2, 2, 0), (3, 4)), ((2, 1, 1, 0), (1, 2, 3))],  # art. 3.3.4.5, 3.3.4.6
}


@pytest.mark.parametrize("step", LOST)
def test_a_step_that_leaves_no_mouse_ends_the_play_without_a_prize(step: int) -> None:
    """Art. 3.3.2.4-3.3.2.5, 3.3.3.4-3.3.3.5, 3.3.4.5-3.3.4.6."""
    state = played(sauve_souris, *LOST[step][:-1])
    assert outcome(state) is None
    state = played(sauve_souris, LOST[step][-1], state=state)
    assert len(state.steps) == step and outcome(state) == "0" and prize(LOTS, "0") == 0
    assert legal(state) == () and refused(sauve_souris, state, (0, 0, 0, 0)) == "Cette partie est terminée."


def test_the_play_ends_after_three_steps() -> None:
    """Art. 3.2: three steps, no more."""
    state = played(sauve_souris, SAFE_1, SAFE_2, ((6, 0, 0, 0), (2, 3, 4)))
    assert legal(state) == () and refused(sauve_souris, state, (6, 0, 0, 0)) == "Cette partie est terminée."


def test_two_cats_are_never_behind_the_same_cheese() -> None:
    """Art. 3.3.3.2, 3.3.4.2: the dealer itself can't deal one cheese twice."""
    with pytest.raises(ImpossibleDraw, match="can't be 2 of"):
        played(sauve_souris, SAFE_1, ((6, 0, 0, 0), (3, 3)))


def test_cats_are_kept_in_the_order_of_the_cheeses() -> None:
    state = played(sauve_souris, SAFE_1, ((6, 0, 0, 0), (4, 2)))
    assert [step.cats for step in state.steps] == [(4,), (2, 4)]
