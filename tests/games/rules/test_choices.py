"""Posted forms: each game reads only its own choices, written as its board writes them."""

from typing import Any

import pytest

from games.rules import as_capone, poule_aux_oeufs_d_or, sauve_souris
from games.rules.game import IllegalChoice, Rules
from games.rules.sauve_souris import CHEESES, State, draft
from tests.games.rules.playing import played

NOT_NUMBERS = [
    "-1",
    "+1",
    "1.5",
    "1e1",
    "0x1",
    "1_0",
    "one",
    "None",
    "true",
    "[1]",
    "١",
    "３",
    "²",
    "Ⅳ",
    "1\x00",
    "\x00",
]
NONE = {"f1": "0", "f2": "0", "f3": "0", "f4": "0"}
HUGE = ["99", "100", "9" * 5000, "1" * 100_000]


@pytest.mark.parametrize(("rules", "field", "values"), [
    (sauve_souris, "f2", [*NOT_NUMBERS, *HUGE, "9"]),
    (poule_aux_oeufs_d_or, "poule", [*NOT_NUMBERS, *HUGE, "", " 3", "0", "03", "31"]),
    (poule_aux_oeufs_d_or, "paille", [*NOT_NUMBERS, *HUGE, "", "0", "05", "6"]),
    (as_capone, "carte", [*NOT_NUMBERS, *HUGE, "", " A", "a", "11", "d7", "Roi", "pack"]),
    (as_capone, "paquet", [*NOT_NUMBERS, *HUGE, "", "0", "2"]),
])  # fmt: skip
def test_what_no_board_posts_is_refused(rules: Rules, field: str, values: list[str]) -> None:
    for value in values:
        with pytest.raises(IllegalChoice) as refusal:
            rules.choice_from(NONE | {field: value})
        assert refusal.value.message.endswith("."), value


@pytest.mark.parametrize("data", [{}, {"csrfmiddlewaretoken": "x"}, {"step": "0"}, {"f1": "8"}, {"chat": "1"}])
@pytest.mark.parametrize("rules", [poule_aux_oeufs_d_or, as_capone])
def test_a_form_without_a_choice_is_refused(rules: Rules, data: dict[str, str]) -> None:
    with pytest.raises(IllegalChoice, match="Choisissez"):
        rules.choice_from(data)


@pytest.mark.parametrize(("rules", "data"), [
    (as_capone, {"poule": "7"}),
    (as_capone, {"paille": "1"}),
    (poule_aux_oeufs_d_or, {"carte": "7"}),
    (poule_aux_oeufs_d_or, {"paquet": "1"}),
    (sauve_souris, {"poule": "7"}),
    (sauve_souris, {"carte": "7", "paquet": "1"}),
    (sauve_souris, {}),
])  # fmt: skip
def test_the_choice_of_another_game_plays_nothing(rules: Rules, data: dict[str, str]) -> None:
    with pytest.raises(IllegalChoice):
        played(rules, (rules.choice_from(data),))


def test_every_hen_every_haystack_and_every_card_can_be_posted() -> None:
    """Annex 2, art. 3.2.2.1, 3.2.5.1; annex 3, art. 3.2.1.1, 3.2.4.2."""
    read = poule_aux_oeufs_d_or.choice_from
    assert [read({"poule": str(hen)}) for hen in range(1, 31)] == [("hen", hen) for hen in range(1, 31)]
    assert [read({"paille": str(stack)}) for stack in range(1, 6)] == [("stack", stack) for stack in range(1, 6)]
    cards = ["7", "8", "9", "10", "V", "D", "R", "A"]
    assert [as_capone.choice_from({"carte": card}) for card in cards] == cards
    assert as_capone.choice_from({"paquet": "1"}) == as_capone.FROM_PACK


@pytest.mark.parametrize(("data", "placed"), [
    ({"f1": "8"}, (8, 0, 0, 0)),
    ({"f1": "", "f2": " 3 ", "f3": "05", "f4": "0"}, (0, 3, 5, 0)),
    ({"f4": "8", "f5": "8", "poule": "3"}, (0, 0, 0, 8)),
])  # fmt: skip
def test_mice_are_read_from_the_four_fields_an_empty_one_being_none(
    data: dict[str, str], placed: tuple[int, ...]
) -> None:
    """Annex 1, art. 3.3.1."""
    assert sauve_souris.choice_from(NONE | data) == placed


@pytest.mark.parametrize("cheese", CHEESES)
@pytest.mark.parametrize(("field", "change"), [("plus", 1), ("dans", 1), ("moins", -1)])
def test_a_press_moves_one_mouse_of_that_cheese(cheese: int, field: str, change: int) -> None:
    """Annex 1, art. 3.3.1: with + and -, or by choosing a cheese; nothing is drawn and no step is made."""
    prepared = draft(State(), {"f1": "1", "f2": "1", "f3": "1", "f4": "1", field: str(cheese)})
    assert prepared == {f"f{other}": 1 + change * (other == cheese) for other in CHEESES}


def test_a_draft_without_a_press_is_the_form_as_posted() -> None:
    assert draft(State(), NONE | {"f2": "3", "plus": ""}) == {"f1": 0, "f2": 3, "f3": 0, "f4": 0}


def test_a_draft_may_leave_mice_unplaced_but_never_places_more_than_there_are() -> None:
    """Annex 1, art. 3.3.3.1: what is left to place is what the step before saved."""
    six_left = played(sauve_souris, ((2, 2, 2, 2), 1))
    assert draft(six_left, NONE | {"f1": "5", "plus": "1"})["f1"] == 6
    with pytest.raises(IllegalChoice, match="que 6 souris"):
        draft(six_left, NONE | {"f1": "6", "dans": "2"})


def test_no_mouse_can_be_taken_from_an_empty_cheese() -> None:
    with pytest.raises(IllegalChoice, match="pas de souris"):
        draft(State(), NONE | {"f1": "8", "moins": "2"})


@pytest.mark.parametrize("cheese", ["0", "5", "-1", "f1", "1\x00", "３", "9" * 5000])
@pytest.mark.parametrize("field", ["plus", "moins", "dans"])
def test_a_press_on_no_cheese_is_refused(field: str, cheese: str) -> None:
    with pytest.raises(IllegalChoice, match="quatre fromages"):
        draft(State(), NONE | {"f1": "4", field: cheese})


@pytest.mark.parametrize("data", [{"f1": "x"}, {"f1": "9"}, {"f1": "1" * 5000}, {"f1": "8", "f2": "8"}])
def test_an_impossible_form_is_not_prepared(data: dict[str, Any]) -> None:
    with pytest.raises(IllegalChoice):
        draft(State(), NONE | data | {"plus": "1"})


@pytest.mark.parametrize("absent", ["f1", "f2", "f3", "f4"])
def test_a_placement_names_every_cheese(absent: str) -> None:
    """An absent field is a broken form, not an empty cheese."""
    with pytest.raises(IllegalChoice, match="pour chaque fromage"):
        sauve_souris.choice_from({field: "2" for field in NONE if field != absent})
