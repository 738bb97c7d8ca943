"""The exact odds of the three games, as published."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import prod

import pytest

from games.rules import as_capone, odds, sauve_souris
from games.rules import poule_aux_oeufs_d_or as poule
from games.rules.game import Lots, Rules
from games.rules.odds import branches, distribution, extremes, payout, table_extremes, table_return
from tests import forms
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
    "strategy", ["lowest first", "one end then the other", *forms.in_soak("highest first", "strong when behind")]
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


@pytest.mark.parametrize("strategy", sauve_souris.STRATEGIES)
def test_what_a_block_pays_out_is_exact(strategy: str) -> None:
    """Art. 2.3: against every way in which two small lines can end, counted one by one."""
    law = distribution(sauve_souris, sauve_souris.STRATEGIES[strategy])
    tiers = [((5_00, 40_00), 2), ((2_00, 16_00), 1)]
    tickets = [lots for lots, count in tiers for _ in range(count)]
    totals = dict[int, Fraction]()
    for ends in product(law, repeat=len(tickets)):
        total = sum(sauve_souris.prize(lots, end) for lots, end in zip(tickets, ends, strict=True))
        totals[total] = totals.get(total, F(0)) + prod(law[end] for end in ends)
    mean = sum(total * chance for total, chance in totals.items())
    found = payout(sauve_souris, tiers, 3_00, law)
    assert found.mean == mean and found.share == mean / 9_00 and found.worst == max(totals)
    assert found.variance == sum((total - mean) ** 2 * chance for total, chance in totals.items())
    assert found.win == 1 - law["0"]
    assert abs(found.deviation - float(found.variance) ** 0.5) <= 0.5


def test_the_annexes_blocks_return_their_games_share() -> None:
    for rules in (sauve_souris, poule):
        lines, price, _ = table(rules)
        for playing in rules.STRATEGIES.values():
            assert payout(rules, lines, price, distribution(rules, playing)).share == RETURNS[rules]


def test_no_ticket_has_no_payout() -> None:
    with pytest.raises(ValueError, match="no ticket"):
        payout(poule, [], 2_00, {"lost": F(1)})
