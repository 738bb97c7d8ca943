"""La Poule aux œufs d'or, article by article of annex 2, with scripted elements."""

from collections import Counter
from typing import Any

import pytest

from games.rules import poule_aux_oeufs_d_or as poule
from games.rules.dealer import ImpossibleDraw, Live
from games.rules.poule_aux_oeufs_d_or import (
    CHICK,
    EGG,
    ELEMENTS,
    EMPTY,
    HENS,
    STACKS,
    State,
    legal,
    outcome,
    prize,
    view,
)
from tests.games.rules.moves import EXTRA, NO_EGG, lifting
from tests.games.rules.playing import draws_of, played, refused

LOTS = (5_000_00, 30_000_00)  # in several goes, on the first go


def lost(*elements: str) -> list[str]:
    """An order of what is left once these were found."""
    return list((Counter(ELEMENTS) - Counter(elements)).elements())


def test_thirty_hens_hide_one_egg_seventeen_chicks_and_twelve_empty_cells() -> None:
    """Art. 3.2.1.1, 3.2.1.2."""
    assert len(HENS) == 30 and Counter(ELEMENTS) == {EGG: 1, CHICK: 17, EMPTY: 12}
    assert len(view(State())["cells"]) == 30


def test_a_play_starts_with_three_goes() -> None:
    """Art. 3.2.1.3."""
    assert State().goes == 3 and played(poule, *lifting(EMPTY, EMPTY)).goes == 1
    assert legal(played(poule, *NO_EGG)) == tuple(("stack", stack) for stack in STACKS)


@pytest.mark.parametrize("hen", HENS)
def test_every_hen_can_be_chosen_and_the_draw_is_the_same_under_each(hen: int) -> None:
    """Art. 3.2.2.1, 3.2.2.2: one of the thirty elements, whatever the hen."""
    assert draws_of(poule, State(), ("hen", hen)) == [("element", ELEMENTS, 1)]
    assert played(poule, (("hen", hen), CHICK)).yard[0].hen == hen


def test_the_egg_on_the_first_go_pays_the_first_go_prize() -> None:
    """Art. 3.1, 3.2.2.3."""
    state = played(poule, *lifting(EGG))
    assert outcome(state) == "first_go" and prize(LOTS, "first_go") == 30_000_00 and legal(state) == ()


def test_a_chick_gives_back_the_go_it_cost() -> None:
    """Art. 3.2.2.4, 3.2.4.1."""
    assert played(poule, *lifting(CHICK)).goes == 3


def test_an_empty_cell_costs_a_go() -> None:
    """Art. 3.2.2.5."""
    assert played(poule, *lifting(EMPTY)).goes == 2


@pytest.mark.parametrize("chicks", range(18))
def test_there_are_as_many_more_goes_as_chicks_found(chicks: int) -> None:
    """Art. 3.2.4.2, 3.2.4.3."""
    state = played(poule, *lifting(EMPTY, *[CHICK] * chicks, EMPTY))
    assert state.goes == 1 and outcome(state) is None
    assert played(poule, (("hen", 30), EMPTY), state=state).at_stacks


def test_the_next_draw_is_made_from_what_was_not_discovered_yet() -> None:
    """Art. 3.2.3.1."""
    state = played(poule, *lifting(CHICK, EMPTY, CHICK))
    for choice in legal(state):
        assert draws_of(poule, state, choice)[0] == ("element", (EGG,) + (CHICK,) * 15 + (EMPTY,) * 11, 1)


def test_the_egg_after_the_first_go_pays_the_several_goes_prize() -> None:
    """Art. 3.1, 3.2.3.2."""
    for before in ([CHICK], [EMPTY, EMPTY], [CHICK] * 17 + [EMPTY] * 2):
        state = played(poule, *lifting(*before, EGG))
        assert outcome(state) == "several_goes" and legal(state) == ()
    assert prize(LOTS, "several_goes") == 5_000_00


def test_the_longest_grid_opens_twenty_hens() -> None:
    """Art. 3.2.1.2, 3.2.4: seventeen chicks and three empty cells, then only the haystacks are left."""
    state = played(poule, *lifting(*[CHICK] * 17, EMPTY, EMPTY, EMPTY))
    assert len(state.yard) == 20 and state.goes == 0 and state.at_stacks
    with pytest.raises(ImpossibleDraw):
        played(poule, *lifting(*[CHICK] * 18))


def test_a_hen_is_lifted_once() -> None:
    state = played(poule, *lifting(CHICK, hens=(7,)))
    assert refused(poule, state, ("hen", 7)) == "La poule 7 est déjà levée\u00a0: choisissez-en une autre."


@pytest.mark.parametrize("choice", [("hen", 0), ("hen", 31), ("stack", 1), ("egg", 1)])
def test_only_a_hen_can_be_lifted(choice: tuple[str, int]) -> None:
    """Art. 3.2.2.1, 3.2.5.1: the haystacks come after the last go."""
    assert refused(poule, State(), choice) == "Choisissez l’une des poules."


@pytest.mark.parametrize("stack", STACKS)
def test_one_of_five_haystacks_hides_extra_whatever_the_player_chooses(stack: int) -> None:
    """Art. 3.2.5.1, 3.2.5.2."""
    state = played(poule, *NO_EGG)
    assert draws_of(poule, state, ("stack", stack))[0] == ("extra", (1, 2, 3, 4, 5), 1)


@pytest.mark.parametrize("choice", [("stack", 0), ("stack", 6), ("hen", 30), ("hen", 1)])
def test_only_a_haystack_can_be_searched_after_the_last_go(choice: tuple[str, int]) -> None:
    """Art. 3.2.5.1."""
    assert refused(poule, played(poule, *NO_EGG), choice) == "Choisissez l’un des cinq tas de paille."


def test_extra_brings_thirty_new_hens_and_three_goes() -> None:
    """Art. 3.2.5.3."""
    state = played(poule, *EXTRA)
    assert outcome(state) is None and (state.goes, state.yard, len(legal(state))) == (3, (), 30)
    assert draws_of(poule, state, ("hen", 1)) == [("element", ELEMENTS, 1)]


def test_the_egg_on_the_first_go_of_the_extra_round_pays_the_first_go_prize() -> None:
    """Art. 3.2.5.3 applies art. 3.2.2.3 again."""
    assert outcome(played(poule, *EXTRA, *lifting(EGG))) == "first_go"
    assert outcome(played(poule, *EXTRA, *lifting(CHICK, EGG))) == "several_goes"


def test_a_haystack_without_extra_ends_the_play_lost() -> None:
    """Art. 3.2.5.4, 3.2.5.5."""
    state = played(poule, *NO_EGG, (("stack", 2), 3, lost(EMPTY, EMPTY, EMPTY)))
    assert outcome(state) == "lost" and prize(LOTS, "lost") == 0
    assert refused(poule, state, ("stack", 3)) == refused(poule, state, ("hen", 9)) == "Cette partie est terminée."


def test_extra_comes_once_only() -> None:
    """Art. 3.2.5.6, 3.2.5.3: the extra round lost, no haystack is offered again."""
    *moves, (last, element) = lifting(CHICK, EMPTY, EMPTY, EMPTY)
    state = played(poule, *EXTRA, *moves, (last, element, lost(CHICK, EMPTY, EMPTY, EMPTY)))
    assert outcome(state) == "lost" and legal(state) == ()
    assert refused(poule, state, ("stack", 1)) == "Cette partie est terminée."


@pytest.mark.parametrize("moves", [NO_EGG, [*EXTRA, *lifting(CHICK, EMPTY, EMPTY)]], ids=["first yard", "extra yard"])
def test_a_lost_play_shows_what_was_not_discovered_on_the_last_yard(moves: list[tuple[Any, ...]]) -> None:
    """Art. 3.2.6: one more draw puts the rest, with the egg, under the hens that were not lifted."""
    before = played(poule, *moves)
    dealer = Live()
    choice = ("hen", 30) if before.yards[1:] else ("stack", 1)
    state = before
    while outcome(state) != "lost":  # until the live draw loses
        dealer = Live()
        state = poule.play(before, choice, dealer)
    found = [found.element for found in state.yard]
    assert [draw.name for draw in dealer.draws][1:] == ["rest"]
    assert dealer.draws[-1].result == state.rest and Counter(state.rest) + Counter(found) == Counter(ELEMENTS)
    cells = view(state)["cells"]
    assert [cell["element"] for cell in cells if not cell["mine"]] == list(state.rest)
    assert sum(cell["element"] == EGG for cell in cells) == 1


def test_nothing_more_is_drawn_or_shown_when_the_play_is_won_or_goes_on() -> None:
    """Art. 3.2.6 is for a lost play."""
    for moves in (lifting(EGG), NO_EGG, EXTRA, [*EXTRA, *lifting(EMPTY)]):
        state = played(poule, *moves)
        shown = [cell["element"] for cell in view(state)["cells"]]
        assert state.rest == () and [element for element in shown if element] == [f.element for f in state.yard]
    assert draws_of(poule, State(), ("hen", 1))[1:] == []
