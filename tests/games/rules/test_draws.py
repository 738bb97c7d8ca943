"""Live draws, made by the rules themselves, against their exact odds: they fail below one chance in 10^9 only."""

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import permutations
from typing import Any, NamedTuple

import pytest

from games.rules import as_capone, sauve_souris
from games.rules import poule_aux_oeufs_d_or as poule
from games.rules.dealer import Dealer, Draw, Item, Live
from games.rules.game import Rules
from games.rules.poule_aux_oeufs_d_or import CHICK, EGG, EMPTY, STACKS
from tests import forms
from tests.games.rules.chance import chi_square, tail
from tests.games.rules.moves import NO_EGG, SAFE_1, SAFE_2, Move, a_round, lifting
from tests.games.rules.playing import played

LIMIT = 1e-9
CHEESES = (1, 2, 3, 4)


def result_of_the_first(draws: list[Draw]) -> Any:
    return draws[0].result


def place_of_the_egg(draws: list[Draw]) -> int | None:
    """Where the arrangement puts the egg; None when the haystack gave the extra round instead."""
    return draws[1].result.index(EGG) if len(draws) == 2 else None


class Kind(NamedTuple):
    """A kind of draw: moves that lead to it, the choice that asks for it, and the chances of what is seen of it."""

    rules: Rules
    moves: list[Move]
    choice: Any
    chances: dict[Any, float]
    seen: Callable[[list[Draw]], Any] = result_of_the_first


def evenly(items: Iterable[Any]) -> dict[Any, float]:
    found = list(items)
    return dict.fromkeys(found, 1 / len(found))


def ordered(items: Iterable[Item], count: int) -> dict[Any, float]:
    return evenly(permutations(items, count))


def spade(laid: int) -> Kind:
    """His card after this many tricks."""
    moves = a_round(3)
    return Kind(as_capone, moves[:laid], "A", ordered([his for _, his in moves[laid:]], 1))


KINDS = {
    "one cat": Kind(sauve_souris, [], (8, 0, 0, 0), ordered(CHEESES, 1)),
    "two cats": Kind(sauve_souris, [SAFE_1], (3, 3, 0, 0), ordered(CHEESES, 2)),
    "three cats": Kind(sauve_souris, [SAFE_1, SAFE_2], (0, 0, 3, 3), ordered(CHEESES, 3)),
    "element of thirty": Kind(poule, [], ("hen", 17), {(EGG,): 1 / 30, (CHICK,): 17 / 30, (EMPTY,): 12 / 30}),
    "element of what is left": Kind(
        poule,
        lifting(CHICK, CHICK, EMPTY),
        ("hen", 30),
        {(EGG,): 1 / 27, (CHICK,): 15 / 27, (EMPTY,): 11 / 27},
    ),
    "haystack": Kind(poule, NO_EGG, ("stack", 4), ordered(STACKS, 1)),
    "rest": Kind(poule, NO_EGG, ("stack", 4), evenly(range(27)), place_of_the_egg),
    "spade of eight": spade(0),
    "spade of five": spade(3),
    "spade of two": spade(6),
    "pack for a tie": Kind(as_capone, [("9", "9")], "pack", ordered(as_capone.PACK, 2)),
    "pack for the duel": Kind(as_capone, a_round(4), "pack", ordered(as_capone.PACK, 2)),
}


def counts_of(kind: Kind, number: int, make: Callable[[], Dealer]) -> Counter[Any]:
    """What is seen of this many draws, each made by playing the same choice again."""
    state = played(kind.rules, *kind.moves)
    counts: Counter[Any] = Counter()
    while number > 0:
        dealer = make()
        kind.rules.play(state, kind.choice, dealer)
        seen = kind.seen(dealer.draws)
        if seen is not None:
            counts[seen] += 1
            number -= 1
    return counts


@pytest.mark.parametrize("number", [10_000, *forms.in_soak(1_000_000)])
@pytest.mark.parametrize("name", KINDS)
def test_live_draws_are_uniform_and_every_result_comes(name: str, number: int) -> None:
    """Annex 1, art. 3.3.2.2, 3.3.3.2, 3.3.4.2; annex 2, art. 3.2.2.2, 3.2.3.1, 3.2.5.2, 3.2.6;
    annex 3, art. 3.2.2, 3.2.4.2, 3.2.5.2."""
    counts = counts_of(KINDS[name], number, Live)
    assert counts.keys() == KINDS[name].chances.keys()
    assert chi_square(counts, KINDS[name].chances) > LIMIT


class Loaded(Live):
    """One time in four, deals the first of the set instead of drawing."""

    def _take(self, name: str, among: tuple[Item, ...], count: int) -> tuple[Item, ...]:
        (die,) = super()._take(name, range(4), 1)
        return among[:count] if die == 0 else super()._take(name, among, count)


@pytest.mark.parametrize("name", KINDS)
def test_a_dealer_that_cheats_one_time_in_four_is_found_out(name: str) -> None:
    assert chi_square(counts_of(KINDS[name], 8_000, Loaded), KINDS[name].chances) < LIMIT


def test_a_result_that_can_not_come_out_is_found_out() -> None:
    assert chi_square(Counter({"a": 500, "b": 499, "c": 1}), {"a": 1 / 2, "b": 1 / 2}) == 0


@pytest.mark.parametrize(
    ("distance", "freedom", "known"),
    [
        (0, 3, 1),
        (3.841459, 1, 0.05),
        (37.324894, 1, 1e-9),
        (5.991465, 2, 0.05),
        (18.307038, 10, 0.05),
        (124.342113, 100, 0.05),
        (233.994269, 200, 0.05),
    ],
)
def test_the_tail_of_chi_square_is_that_of_the_tables(distance: float, freedom: int, known: float) -> None:
    assert tail(distance, freedom) == pytest.approx(known, rel=1e-4)
