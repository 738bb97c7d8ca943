"""Random legal and illegal choices against each game: what holds after every step, whatever is drawn."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from games.rules import as_capone, sauve_souris
from games.rules import poule_aux_oeufs_d_or as poule
from games.rules.as_capone import FROM_PACK, PACK, RANKS
from games.rules.dealer import Dealer, Draw, Item, Recorded
from games.rules.game import Rules
from games.rules.poule_aux_oeufs_d_or import CHICK, EGG, ELEMENTS
from tests.games.rules.playing import refused


class Chosen(Dealer):
    """Deals what hypothesis chooses."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        super().__init__()
        self._pick = draw

    def _take(self, name: str, among: tuple[Item, ...], count: int) -> tuple[Item, ...]:
        return tuple(self._pick(st.permutations(among))[:count])


class Playing(RuleBasedStateMachine):
    """A play of one game, from its start."""

    game: Rules
    lots: tuple[int, ...]
    illegal: st.SearchStrategy[Any]

    def __init__(self) -> None:
        super().__init__()
        self.state = self.game.start()
        self.draws: list[Draw] = []

    @precondition(lambda self: self.game.legal(self.state))
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        """A legal choice, dealt once more from its record with the same result."""
        choice = data.draw(st.sampled_from(self.game.legal(self.state)))
        dealer = Chosen(data.draw)
        after = self.game.play(self.state, choice, dealer)
        assert dealer.draws and after != self.state
        assert self.game.play(self.state, choice, Recorded(dealer.draws)) == after
        self.state = after
        self.draws += dealer.draws

    @rule(data=st.data())
    def choose_what_is_not_legal(self, data: st.DataObject) -> None:
        """Refused in words before anything is drawn, and the play is what it was."""
        choice = data.draw(self.illegal.filter(lambda choice: choice not in self.game.legal(self.state)))
        kept = repr(self.state)
        assert refused(self.game, self.state, choice).endswith(".")
        assert repr(self.state) == kept

    @invariant()
    def the_play_is_ended_when_nothing_can_be_chosen(self) -> None:
        outcome = self.game.outcome(self.state)
        assert (outcome is None) == bool(self.game.legal(self.state))
        assert self.game.view(self.state)["ended"] == (outcome is not None)
        standing = self.game.standing(self.state)
        assert outcome in (None, standing) and 0 <= self.game.prize(self.lots, standing) <= max(self.lots)

    def drawn(self, name: str) -> list[Item]:
        return [item for draw in self.draws if draw.name == name for item in draw.result]


class SauveSouris(Playing):
    """Annex 1, art. 3.3: mice are saved or lost, never gained."""

    game, lots = sauve_souris, (125_00, 1_000_00)
    illegal = st.lists(st.integers(-9, 9) | st.integers(), max_size=6).map(tuple)

    @invariant()
    def mice_never_grow(self) -> None:
        left = 8
        for step in self.state.steps:
            assert sum(step.placed) == left and 0 <= step.saved <= left
            left = step.saved
        assert self.state.mice == left and len(self.state.steps) <= 3

    @invariant()
    def only_drawn_cats_are_shown(self) -> None:
        last = sauve_souris.view(self.state)["last"]
        cats = [cheese["number"] for cheese in last["cheeses"] if cheese["cat"]] if last else []
        assert [len(step.cats) for step in self.state.steps] == [1, 2, 3][: len(self.state.steps)]
        assert cats == (sorted(self.draws[-1].result) if self.draws else [])

    @invariant()
    def mice_saved_are_paid(self) -> None:
        outcome = sauve_souris.outcome(self.state)
        assert outcome is None or sauve_souris.prize(self.lots, outcome) == 125_00 * self.state.mice


class LaPoule(Playing):
    """Annex 2, art. 3.2: thirty elements, each found once."""

    game, lots = poule, (5_000_00, 30_000_00)
    illegal = st.tuples(st.sampled_from(["hen", "stack", "egg"]), st.integers(-1, 32) | st.integers())

    @invariant()
    def elements_are_conserved(self) -> None:
        for yard in self.state.yards:
            found = Counter(lifted.element for lifted in yard)
            assert found <= Counter(ELEMENTS) and len({lifted.hen for lifted in yard}) == len(yard) <= 20 + found[EGG]
            assert EGG not in [lifted.element for lifted in yard[:-1]]
        if poule.outcome(self.state) == "lost":
            assert found + Counter(self.state.rest) == Counter(ELEMENTS)

    @invariant()
    def goes_are_three_less_those_used_plus_the_chicks(self) -> None:
        chicks = [lifted.element for lifted in self.state.yard].count(CHICK)
        assert 0 <= self.state.goes == 3 + chicks - len(self.state.yard)

    @invariant()
    def extra_comes_once_at_most(self) -> None:
        assert len(self.state.yards) <= 2 and len(self.drawn("extra")) <= 1
        assert (len(self.state.yards) == 2) == (self.drawn("extra") == [self.state.stack] != [None])

    @invariant()
    def only_drawn_elements_are_shown(self) -> None:
        shown = [cell["element"] for cell in poule.view(self.state)["cells"] if cell["element"]]
        known = self.drawn("element")[len(self.drawn("element")) - len(self.state.yard) :] + self.drawn("rest")
        assert Counter(shown) == Counter(known)
        assert poule.view(self.state)["extra_stack"] in (self.drawn("extra") or [None])


class AsCapone(Playing):
    """Annex 3, art. 3.2: two hands of the same eight values, tricks counted from zero in each round."""

    game, lots = as_capone, (50_000_00, 150_00, 25_00, 6_00)
    illegal = st.sampled_from([*RANKS, FROM_PACK, *PACK, "", "1"]) | st.text()

    @invariant()
    def cards_are_conserved(self) -> None:
        for now in self.state.rounds:
            mine, his = ([getattr(trick.pairs[0], side) for trick in now.tricks] for side in ("mine", "his"))
            assert sorted([*mine, *now.hand]) == sorted([*his, *now.his_hand]) == sorted(RANKS)

    @invariant()
    def a_trick_is_open_only_while_it_is_the_last(self) -> None:
        for now in self.state.rounds:
            assert not any(trick.tied for trick in now.tricks[:-1])
            assert all(pair.tied for trick in now.tricks for pair in trick.pairs[:-1])

    @invariant()
    def rounds_follow_four_tricks_and_a_duel_won(self) -> None:
        for now in self.state.rounds[:-1]:
            assert now.won == 4 and len(now.tricks) == 8 and now.duel is not None and now.duel.won

    @invariant()
    def every_pair_from_the_pack_is_drawn_from_all_sixteen(self) -> None:
        assert {draw.among for draw in self.draws if draw.name == "pack"} <= {PACK}

    @invariant()
    def only_drawn_cards_are_shown(self) -> None:
        shown = as_capone.view(self.state)
        spades = self.drawn("spade")
        assert [trick.pairs[0].his for trick in shown["tricks"]] == spades[len(spades) - len(shown["tricks"]) :]
        assert shown["his_cards"] == 8 - len(shown["tricks"])
        assert shown["on_top"] is None or shown["on_top"].his == self.draws[-1].result[-1]


TestSauveSouris, TestLaPoule, TestAsCapone = SauveSouris.TestCase, LaPoule.TestCase, AsCapone.TestCase
TestSauveSouris.settings = TestLaPoule.settings = TestAsCapone.settings = settings(deadline=None, max_examples=30)
