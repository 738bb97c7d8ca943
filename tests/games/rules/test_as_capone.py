"""As Capone, article by article of annex 3, with scripted cards."""

from collections import Counter
from itertools import product
from typing import Any

import pytest

from games.rules import as_capone
from games.rules.as_capone import FROM_PACK, PACK, RANKS, Pair, State, legal, outcome, prize, view
from tests.games.rules.moves import LOST, TIE, WON, a_round, all_ties, from_pack
from tests.games.rules.playing import draws_of, played, refused

LOTS = (50_000_00, 150_00, 25_00, 6_00)  # for 8, 7, 6 and 5 tricks


def test_player_and_as_capone_have_the_same_eight_values() -> None:
    """Art. 3.2.1.1, 3.2.1.2."""
    now = State().round
    assert now.hand == now.his_hand == ("7", "8", "9", "10", "V", "D", "R", "A") == legal(State())


@pytest.mark.parametrize(("mine", "his"), list(product(range(8), repeat=2)))
def test_the_stronger_card_wins_from_seven_up_to_the_ace(mine: int, his: int) -> None:
    """Art. 3.2.1.3, 3.2.3.1, for hearts against spades and for cards from the pack alike."""
    for pair in (Pair(RANKS[mine], RANKS[his]), Pair("c" + RANKS[mine], "d" + RANKS[his])):
        assert (pair.won, pair.tied) == (mine > his, mine == his)


def test_the_pack_has_sixteen_cards_two_of_each_value() -> None:
    """Art. 3.2.1.4."""
    assert len(set(PACK)) == 16 and Counter(card[1:] for card in PACK) == dict.fromkeys(RANKS, 2)


@pytest.mark.parametrize("card", RANKS)
def test_his_card_is_drawn_from_his_whole_hand_whatever_the_player_plays(card: str) -> None:
    """Art. 3.2.2."""
    assert draws_of(as_capone, State(), card) == [("spade", RANKS, 1)]


def test_his_next_card_is_drawn_from_what_he_has_left() -> None:
    """Art. 3.2.2, 3.2.3.2."""
    state = played(as_capone, ("7", "A"), ("D", "8"))
    for card in legal(state):
        assert draws_of(as_capone, state, card) == [("spade", ("7", "9", "10", "V", "D", "R"), 1)]


def test_a_stronger_card_wins_the_trick_and_a_weaker_one_loses_it() -> None:
    """Art. 3.2.3.1."""
    state = played(as_capone, ("R", "D"), ("V", "A"))
    assert [trick.won for trick in state.round.tricks] == [True, False] and state.round.won == 1


def test_a_card_is_played_once() -> None:
    """Art. 3.2.3.2."""
    state = played(as_capone, ("R", "D"))
    assert legal(state) == ("7", "8", "9", "10", "V", "D", "A")
    assert refused(as_capone, state, "R") == "Vous avez déjà joué cette carte\u00a0: choisissez-en une autre."


@pytest.mark.parametrize("choice", ["d7", "1", "", FROM_PACK, ("hen", 7), (8, 0, 0, 0)])
def test_only_a_card_of_the_hand_can_be_played(choice: Any) -> None:
    """Art. 3.2.1.1, 3.2.4.2: nor can the pack be used without a tie or a duel."""
    assert refused(as_capone, State(), choice) == "Choisissez une carte de votre main."


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4, 5, 6, 7), (7, 3, 0, 5, 1, 6, 2, 4)])
@pytest.mark.parametrize("tricks", [1, 3, 4, 5, 7])
def test_all_eight_cards_are_laid_however_the_round_stands(tricks: int, order: tuple[int, ...]) -> None:
    """Art. 3.2.3.2: five tricks won, or four that can't be reached any more, end nothing before the eighth card."""
    moves = [a_round(tricks)[place] for place in order]
    assert outcome(played(as_capone, *moves[:-1])) is None
    state = played(as_capone, *moves)
    assert state.round.won == tricks and len(state.round.tricks) == 8 and state.round.at_duel == (tricks == 4)


@pytest.mark.parametrize(("tricks", "paid"), [(5, 6_00), (6, 25_00), (7, 150_00)])
def test_five_tricks_or_more_pay_the_lot_of_their_number_alone(tricks: int, paid: int) -> None:
    """Art. 3.1, 3.2.3.3."""
    state = played(as_capone, *a_round(tricks))
    assert outcome(state) == str(tricks) and prize(LOTS, str(tricks)) == paid
    assert legal(state) == () and refused(as_capone, state, "A") == "Cette partie est terminée."


def test_eight_tricks_pay_the_highest_lot_and_need_a_tie_won_with_the_seven() -> None:
    """Art. 3.1, 3.2.3.3."""
    state = played(as_capone, *all_ties(*[WON] * 8))
    assert outcome(state) == "8" and prize(LOTS, "8") == 50_000_00


def test_a_round_that_goes_on_stands_for_what_its_tricks_already_pay() -> None:
    """Art. 3.2.3.3, 3.2.5.5: nothing up to four tricks, nor for those of a round before."""
    moves = a_round(7)
    standings = [as_capone.standing(played(as_capone, *moves[:laid])) for laid in range(9)]
    assert standings == ["lost"] * 6 + ["5", "6", "7"]
    assert as_capone.standing(played(as_capone, *a_round(4), *from_pack(WON), *moves[:2])) == "lost"


@pytest.mark.parametrize("tricks", [1, 2, 3])
def test_fewer_than_four_tricks_lose(tricks: int) -> None:
    """Art. 3.2.3.5."""
    state = played(as_capone, *a_round(tricks))
    assert outcome(state) == "lost" and prize(LOTS, "lost") == 0 and legal(state) == ()
    assert outcome(played(as_capone, *all_ties(*[LOST] * 8))) == "lost"


@pytest.mark.parametrize(("pair", "tricks"), [(WON, 1), (LOST, 0)])
def test_a_tie_is_settled_by_a_card_each_from_the_pack(pair: tuple[str, str], tricks: int) -> None:
    """Art. 3.2.3.1, 3.2.4.1, 3.2.4.3."""
    tied = played(as_capone, ("9", "9"))
    assert tied.round.tied and tied.round.won == 0
    assert refused(as_capone, tied, "A") == refused(as_capone, tied, "9") == "Tirez une carte du paquet de seize."
    state = played(as_capone, *from_pack(pair), state=tied)
    assert (state.round.won, state.round.tied, len(state.round.tricks)) == (tricks, False, 1)


def test_ties_follow_ties_and_each_draws_from_all_sixteen_cards_again() -> None:
    """Art. 3.2.1.4, 3.2.4.2, 3.2.4.4."""
    state = played(as_capone, ("9", "9"))
    for ties in range(1, 20):
        assert legal(state) == (FROM_PACK,) and draws_of(as_capone, state, FROM_PACK) == [("pack", PACK, 2)]
        assert view(state)["ties"] == ties - 1
        state = played(as_capone, *from_pack(TIE), state=state)
        assert state.round.tied and state.round.won == 0
    state = played(as_capone, *from_pack(WON), state=state)
    assert state.round.won == 1 and len(state.round.tricks[0].pairs) == 21


def test_a_tie_on_the_last_card_decides_the_round() -> None:
    """Art. 3.2.3.3, 3.2.3.5, 3.2.4.3."""
    for last, ending in ((WON, "5"), (LOST, None)):
        state = played(as_capone, *all_ties(WON, WON, WON, WON, LOST, LOST, LOST, last))
        assert outcome(state) == ending and state.round.at_duel == (ending is None)


def test_exactly_four_tricks_lead_to_a_duel_from_the_whole_pack() -> None:
    """Art. 3.2.3.4, 3.2.5.1, 3.2.5.2."""
    state = played(as_capone, *a_round(4))
    assert outcome(state) is None and legal(state) == (FROM_PACK,)
    assert draws_of(as_capone, state, FROM_PACK) == [("pack", PACK, 2)]
    assert refused(as_capone, state, "7") == "Tirez une carte du paquet de seize."


def test_a_duel_won_brings_eight_new_cards_each_and_no_trick() -> None:
    """Art. 3.2.5.3, 3.2.5.4, 3.2.5.5: neither the four tricks nor the one of the duel count."""
    state = played(as_capone, *a_round(4), *from_pack(WON))
    assert legal(state) == state.round.his_hand == RANKS and state.round.won == 0 and outcome(state) is None
    state = played(as_capone, *a_round(3), state=state)
    assert outcome(state) == "lost"


def test_a_duel_lost_ends_the_play_without_a_prize() -> None:
    """Art. 3.2.5.3."""
    state = played(as_capone, *a_round(4), *from_pack(LOST))
    assert outcome(state) == "lost" and legal(state) == () and view(state)["duel_lost"]
    assert refused(as_capone, state, FROM_PACK) == "Cette partie est terminée."


@pytest.mark.parametrize(("last", "rounds"), [(WON, 2), (LOST, 1)])
def test_a_duel_may_tie_again_and_again(last: tuple[str, str], rounds: int) -> None:
    """Art. 3.2.5.3, 3.2.4.4: from sixteen cards each time."""
    state = played(as_capone, *a_round(4), *from_pack(TIE, ("dA", "cA"), ("c7", "d7")))
    assert state.round.at_duel and outcome(state) is None and state.round.won == 4
    assert draws_of(as_capone, state, FROM_PACK) == [("pack", PACK, 2)]
    state = played(as_capone, *from_pack(last), state=state)
    assert len(state.rounds) == rounds and (outcome(state) == "lost") == (last == LOST)


def test_extra_rounds_follow_extra_rounds_without_limit_and_pay_the_same_lots() -> None:
    """Art. 3.2.5.4, 3.2.5.5: only the tricks of the last round count."""
    state = State()
    for rounds in range(1, 12):
        assert len(state.rounds) == rounds == view(state)["round"]
        state = played(as_capone, *a_round(4), *from_pack(WON), state=state)
    for tricks in (5, 6, 7):
        assert outcome(played(as_capone, *a_round(tricks), state=state)) == str(tricks)
    assert outcome(played(as_capone, *all_ties(*[WON] * 8), state=state)) == "8"
