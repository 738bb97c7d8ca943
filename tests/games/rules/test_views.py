"""What the boards are given to show: only what was drawn, and what the player can still do."""

from games.rules import as_capone, sauve_souris
from games.rules import poule_aux_oeufs_d_or as poule
from games.rules.as_capone import Pair
from games.rules.poule_aux_oeufs_d_or import CHICK, EGG, EMPTY
from tests.games.rules.moves import EXTRA, NO_EGG, SAFE_1, TIE, WON, a_round, from_pack, lifting
from tests.games.rules.playing import played


def test_the_board_shows_the_placement_being_prepared_and_no_cat_before_the_draw() -> None:
    """Annex 1, art. 3.3.1."""
    shown = sauve_souris.view(sauve_souris.State(), {"f1": 3, "f2": 0, "f3": 1, "f4": 0})
    assert [len(cheese["mice"]) for cheese in shown["cheeses"]] == [3, 0, 1, 0] and len(shown["left"]) == 4
    assert (shown["step"], shown["last"], shown["ended"]) == (1, None, False)
    assert [(len(step["cats"]), step["done"]) for step in shown["steps"]] == [(1, False), (2, False), (3, False)]


def test_the_board_shows_what_the_last_step_saved_and_lost() -> None:
    """Annex 1, art. 3.3.3.3."""
    shown = sauve_souris.view(played(sauve_souris, SAFE_1, ((1, 1, 1, 3), (3, 4))))
    last = shown["last"]
    assert (shown["step"], shown["mice"], last["number"], last["cats"]) == (3, 2, 2, (3, 4))
    assert (last["saved"], last["lost"]) == (2, 4)
    assert [(len(cheese["mice"]), cheese["cat"]) for cheese in last["cheeses"]] == [
        (1, False),
        (1, False),
        (1, True),
        (3, True),
    ]
    assert not any(cheese["mice"] for cheese in shown["cheeses"]) and len(shown["left"]) == 2


def test_the_board_tells_goes_the_last_element_and_the_haystacks() -> None:
    """Annex 2, art. 3.2.1.3, 3.2.5.1."""
    shown = poule.view(played(poule, *lifting(CHICK, EMPTY, hens=(4, 9))))
    assert (shown["goes"], shown["first_go"], shown["extra"], shown["at_stacks"]) == (2, False, False, False)
    assert [cell["hen"] for cell in shown["cells"] if cell["mine"]] == [4, 9]
    assert [cell["hen"] for cell in shown["cells"] if cell["last"]] == [9] and shown["last"].element == EMPTY
    shown = poule.view(played(poule, *NO_EGG))
    assert shown["at_stacks"] and (shown["stack"], shown["extra_stack"]) == (None, None)
    shown = poule.view(played(poule, *EXTRA))
    assert shown["extra"] and shown["first_go"] and (shown["stack"], shown["extra_stack"]) == (2, 2)


def test_the_board_knows_the_first_hen_of_a_yard() -> None:
    """Annex 2, art. 3.2.2 and 3.2.5.3."""
    yards = (), (CHICK,), (CHICK, EMPTY)
    assert [poule.view(played(poule, *lifting(*yard)))["first_lift"] for yard in yards] == [False, True, False]


def test_a_lost_play_offers_no_haystack_any_more_and_tells_where_extra_was() -> None:
    """Annex 2, art. 3.2.5.5, 3.2.6."""
    rest = [EGG, *[CHICK] * 17, *[EMPTY] * 9]
    shown = poule.view(played(poule, *NO_EGG, (("stack", 2), 5, rest)))
    assert (shown["ended"], shown["won"], shown["at_stacks"]) == (True, False, False)
    assert (shown["stack"], shown["extra_stack"]) == (2, 5)
    assert [cell["element"] for cell in shown["cells"]] == [EMPTY] * 3 + rest
    assert [cell["mine"] for cell in shown["cells"]] == [True] * 3 + [False] * 27


def test_the_board_shows_how_many_cards_he_holds_and_only_those_he_played() -> None:
    """Annex 3, art. 3.2.1.2."""
    shown = as_capone.view(played(as_capone, ("R", "D"), ("9", "9")))
    assert (shown["his_cards"], shown["won"], shown["lost"], shown["tied"], shown["left"]) == (6, 1, 0, True, 7)
    assert [pair.his for trick in shown["tricks"] for pair in trick.pairs] == ["D", "9"]
    assert shown["on_top"] == Pair("9", "9") and len(shown["to_play"]) == 6


def test_the_board_says_what_is_still_within_reach() -> None:
    """Annex 3, art. 3.2.3.3: the rungs from four to eight tricks."""
    ladder = as_capone.view(played(as_capone, *a_round(5)[3:]))["ladder"]  # five tricks, all won
    assert [rung["tricks"] for rung in ladder] == [4, 5, 6, 7, 8] and all(rung["open"] for rung in ladder)
    assert [rung["reached"] for rung in ladder] == [True, True, False, False, False]
    assert [rung["exact"] for rung in ladder] == [False, True, False, False, False]
    assert [rung["need"] for rung in ladder] == [0, 0, 1, 2, 3]
    assert [rung["is"] for rung in ladder] == ["past", "now", "open", "open", "open"]
    assert [rung["was"] for rung in ladder] == ["now", "open", "open", "open", "open"]
    ladder = as_capone.view(played(as_capone, *a_round(5)[:2]))["ladder"]  # two tricks, both lost
    assert [rung["was"] for rung in ladder] == ["open", "open", "open", "open", "out"]
    assert [rung["open"] for rung in ladder] == [True, True, True, False, False]


def test_a_duel_won_stays_on_the_table_until_the_first_card_of_the_extra_round() -> None:
    """Annex 3, art. 3.2.5.3."""
    shown = as_capone.view(played(as_capone, *a_round(4), *from_pack(TIE, WON)))
    assert shown["new_round"] and shown["on_top"] == Pair(*WON) and shown["ties"] == 1 and shown["won"] == 0
    shown = as_capone.view(played(as_capone, *a_round(4), *from_pack(WON), ("7", "A")))
    assert not shown["new_round"] and shown["on_top"] == Pair("7", "A")
