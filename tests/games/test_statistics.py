"""The tests of randomness: their figures against SciPy's and by hand, honest draws, and dealers that cheat."""

from collections import Counter
from collections.abc import Callable
from math import sqrt
from random import Random

import numpy as np
import pytest
from scipy import stats

from games.auditing import measures
from games.auditing.measures import Measure
from games.auditing.tally import Drawn, Kind, Order, Tally, Turn, WrongDraw, pool
from games.registry import GAMES
from games.rules.dealer import Dealer, Draw, Item
from games.rules.game import Rules
from tests import forms

Take = Callable[[Random, tuple[Item, ...], int], list[Item]]
ALARM = 1e-9
CHEESES = (1, 2, 3, 4)


class Taking(Dealer):
    """Takes as it is told, from a seed."""

    def __init__(self, take: Take, chance: Random) -> None:
        super().__init__()
        self._how, self._chance = take, chance

    def _take(self, name: str, among: tuple[Item, ...], count: int) -> tuple[Item, ...]:
        return tuple(self._how(self._chance, among, count))


def honest(chance: Random, among: tuple[Item, ...], count: int) -> list[Item]:
    return chance.sample(among, count)


def always_the_first(chance: Random, among: tuple[Item, ...], count: int) -> list[Item]:
    return list(among[:count])


def sorted_after(chance: Random, among: tuple[Item, ...], count: int) -> list[Item]:
    """Every set of items is as likely as it should be; only their order is not drawn."""
    return sorted(chance.sample(among, count), key=among.index)


def favouring_the_last(chance: Random, among: tuple[Item, ...], count: int) -> list[Item]:
    """The last item comes 10 % too often when one is taken."""
    if count == 1 and chance.random() < 0.1 / len(among):
        return [among[-1]]
    return chance.sample(among, count)


def played(rules: Rules, tally: Tally, dealer: Dealer) -> None:
    """Any legal choices, to the end."""
    state = rules.start()
    while rules.outcome(state) is None:
        choices = rules.legal(state)
        state = rules.play(state, choices[len(dealer.draws) % len(choices)], dealer)
    tally.add("a game", dealer.draws)


def drawn(rules: Rules, take: Take, plays: int) -> dict[str, Drawn]:
    tally, chance = Tally(), Random(1)
    for _ in range(plays):
        played(rules, tally, Taking(take, chance))
    return {kind.name: found for kind, found in tally.kinds.items()}


def ones(results: list[int], among: tuple[Item, ...] = CHEESES) -> Drawn:
    """Draws of one item."""
    tally = Tally()
    tally.add("a game", [Draw("one", among, (result,)) for result in results])
    return tally.kinds[Kind("a game", "one")]


def order(numbers: list[float]) -> Order:
    found = Order()
    for number in numbers:
        found.add(number)
    return found


def p(measure: Measure | None) -> float:
    assert measure is not None
    return measure.p


@pytest.mark.parametrize("slug", GAMES)
def test_uniform_draws_of_every_kind_of_every_game_pass_every_test(slug: str) -> None:
    """Art. 3.1.2: whether several items, shrinking hands or several chicks. Seeded: it can't fail by chance."""
    for found in drawn(GAMES[slug].rules, honest, 2000).values():
        chances = [p(measures.chi_square(found.turns)), p(measures.runs(found.order))]
        chances.append(p(measures.serial_correlation(found.order)))
        assert min(chances) > 0.001
        assert all(
            abs(share.observed - share.expected) < 4.5 * share.deviation for share in measures.shares(found.turns)
        )


@pytest.mark.parametrize("journals", [20, *forms.in_soak(400)])
def test_p_of_uniform_draws_is_itself_uniform(journals: int) -> None:
    """Neither too ready to cry wolf nor too slow, in journals of sets of every size."""
    found: list[float] = []
    for seed in range(journals):
        tally, chance = Tally(), Random(seed)
        for _ in range(60):
            for game in GAMES.values():
                played(game.rules, tally, Taking(honest, chance))
        found += [p(measures.chi_square(kind.turns)) for kind in tally.kinds.values() if kind.draws > 300]
        found += [p(measures.runs(kind.order)) for kind in tally.kinds.values() if kind.draws > 300]
    assert len(found) >= 4 * journals
    assert stats.kstest(found, "uniform").pvalue > 0.001


@pytest.mark.parametrize("slug", GAMES)
def test_a_dealer_that_always_takes_the_first_is_found_by_chi_square(slug: str) -> None:
    rules, tally = GAMES[slug].rules, Tally()
    for _ in range(300):
        dealer = Taking(always_the_first, Random(1))
        state = rules.play(rules.start(), rules.legal(rules.start())[0], dealer)
        assert state is not None
        tally.add("a game", dealer.draws)
    (found,) = tally.kinds.values()
    assert p(measures.chi_square(found.turns)) < ALARM


def test_an_item_that_comes_a_tenth_too_often_is_found_by_chi_square_and_by_no_other() -> None:
    chance = Random(1)
    found = ones([favouring_the_last(chance, CHEESES, 1)[0] for _ in range(40_000)])  # type: ignore[misc]
    assert p(measures.chi_square(found.turns)) < ALARM
    assert p(measures.runs(found.order)) > 0.001
    assert p(measures.serial_correlation(found.order)) > 0.001
    favoured = measures.shares(found.turns)[-1]
    assert favoured.item == 4 and favoured.observed > favoured.expected + 4 * favoured.deviation


def test_a_card_favoured_in_shrinking_hands_is_found_by_chi_square() -> None:
    """As Capone's hand shrinks from eight to one: the law of the counts follows it."""
    found = drawn(GAMES["as_capone"].rules, favouring_the_last, 8000)["spade"]
    assert p(measures.chi_square(found.turns)) < ALARM


def test_draws_that_take_turns_are_found_by_runs_and_correlation_and_not_by_chi_square() -> None:
    found = ones([1, 4, 2, 3] * 100)
    assert p(measures.chi_square(found.turns)) == pytest.approx(1)
    assert p(measures.runs(found.order)) < ALARM
    assert p(measures.serial_correlation(found.order)) < ALARM


def test_draws_that_stick_are_found_by_runs_and_correlation_and_not_by_chi_square() -> None:
    found = ones([1] * 100 + [2] * 100 + [3] * 100 + [4] * 100)
    assert p(measures.chi_square(found.turns)) == pytest.approx(1)
    assert p(measures.runs(found.order)) < ALARM
    assert p(measures.serial_correlation(found.order)) < ALARM


def test_several_items_given_in_order_are_found_although_each_comes_as_often_as_it_should() -> None:
    """As Capone's two cards of the pack: the first is the player's, so their order decides."""
    tally, chance = Tally(), Random(1)
    dealer = Taking(sorted_after, chance)
    for _ in range(3000):
        dealer.some("pack", range(16), 2)
    tally.add("a game", dealer.draws)
    (found,) = tally.kinds.values()
    counts = Counter(item for draw in dealer.draws for item in draw.result)
    assert stats.chisquare(list(counts.values())).pvalue > 0.001
    assert p(measures.chi_square(found.turns)) < ALARM


def test_chi_square_is_pearsons_where_all_sets_are_the_same() -> None:
    results = [1] * 30 + [2] * 21 + [3] * 27 + [4] * 22
    measure = measures.chi_square(ones(results).turns)
    reference = stats.chisquare([30, 21, 27, 22])
    assert measure is not None and measure.freedom == 3
    assert (measure.value, measure.p) == pytest.approx((reference.statistic, reference.pvalue))


def test_chi_square_of_two_items_that_differ_from_set_to_set_is_a_squared_normal() -> None:
    """By hand: 100 sets half egg, 100 sets a quarter egg; 75 eggs expected, variance 25 + 18.75."""
    turn = Turn(Counter(egg=90, empty=110), Counter({pool(("egg", "empty")): 100, pool(("egg", *["empty"] * 3)): 100}))
    measure = measures.chi_square([turn])
    assert measure is not None and measure.freedom == 1
    assert measure.value == pytest.approx(15**2 / 43.75)
    egg, empty = measures.shares([turn])
    assert (egg.expected, empty.expected, egg.deviation) == pytest.approx((75, 125, sqrt(43.75)))


def test_runs_are_those_of_wald_and_wolfowitz() -> None:
    """By hand: ten a side in 4 runs; 11 expected, variance 2*100*(2*100-20)/(400*19)."""
    measure = measures.runs(order([0.2] * 5 + [0.8] * 5 + [0.2] * 5 + [0.8] * 5))
    assert measure is not None and measure.value == 4
    assert measure.p == pytest.approx(2 * stats.norm.sf(7 / sqrt(36000 / 7600)))


def test_serial_correlation_is_that_of_the_numbers_and_the_same_turned_by_one() -> None:
    numbers = np.random.default_rng(1).random(500)
    measure = measures.serial_correlation(order(numbers.tolist()))
    assert measure is not None
    assert measure.value == pytest.approx(stats.pearsonr(numbers, np.roll(numbers, -1)).statistic)
    assert measure.p == pytest.approx(2 * stats.norm.sf(abs(measure.value + 1 / 499) / (500 / (499 * sqrt(498)))))


def test_too_few_draws_are_not_judged() -> None:
    few = ones([1, 4] * 9)
    assert measures.chi_square(few.turns) is None
    assert measures.runs(few.order) is None
    assert measures.serial_correlation(few.order) is None


def test_correcting_for_several_tests_is_holms() -> None:
    """By hand: 0.01*4, 0.02*3, then never less than the one before, never more than 1."""
    assert measures.corrected([0.9, 0.01, 0.02, 0.025]) == pytest.approx([0.9, 0.04, 0.06, 0.06])
    assert measures.corrected([0.6, 0.7]) == [1, 1]
    assert measures.corrected([]) == []


@pytest.mark.parametrize(
    ("among", "result"),
    [((1, 2), (3,)), ((1, 2), (1, 1)), ((1, 1, 2), (2, 2)), ((1, 2), ()), ((1,), (1, 1)), ((), ())],
)
def test_a_result_that_its_set_can_not_give_is_refused(among: tuple[Item, ...], result: tuple[Item, ...]) -> None:
    with pytest.raises(WrongDraw, match="cats"):
        Tally().add("a game", [Draw("cats", among, result)])


def test_an_item_may_come_as_often_as_it_stands_in_the_set() -> None:
    tally = Tally()
    tally.add("a game", [Draw("rest", ("chick", "chick", "egg"), ("chick", "egg", "chick"))])
    assert tally.kinds[Kind("a game", "rest")].draws == 1


def test_what_leaves_nothing_to_chance_says_nothing() -> None:
    """The last spade of a hand is no evidence of anything."""
    found = ones([7] * 100, among=(7,))
    assert found.draws == 100 and found.turns == [] and found.order.count == 0
