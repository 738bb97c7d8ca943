"""Which ticket bears which potential prize: exact counts, uniform order, the booklet rule (art. 3.2.1-3.2.4)."""

import itertools
import json
import math
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tickets.issuing import booklets
from tickets.issuing.booklets import Assignment, CannotAssign, assign, shuffled

TABLES = {t["game"]: t for t in json.loads((Path(booklets.__file__).parents[1] / "prize_tables.json").read_text())}
SHARE = Fraction(3, 4)
# A tier's expected payout in euros, from a row of its table; any weights of the right size would do here.
EXPECTED = {
    "sauve_souris": lambda row: Fraction(3, 4) * row[0],
    "poule_aux_oeufs_d_or": lambda row: Fraction(1, 26) * row[1] + Fraction(11, 50) * row[0],
    "as_capone": lambda row: (
        Fraction(1, 7984413) * row[0]
        + Fraction(728, 887157) * row[1]
        + Fraction(331612, 7984413) * row[2]
        + Fraction(2485288, 7984413) * row[3]
    ),
}


def table(game: str) -> tuple[list[int], list[Fraction]]:
    rows = TABLES[game]["rows"]
    return [row[-1] for row in rows], [EXPECTED[game](row) for row in rows]


def offences(
    tiers: list[int],
    counts: list[int],
    expected: list[Fraction],
    size: int = 50,
    share: Fraction = SHARE,
    rare: int = 50,
) -> list[tuple[int, int | None]]:
    """What breaks the rule, by its definition: a booklet with a rare tier held twice, or with None if it is poor."""
    unit = math.prod({amount.denominator for amount in expected})
    weights = [int(amount * unit) for amount in expected]
    least = share * sum(weights[tier] for tier in tiers) * size / len(tiers)
    found: list[tuple[int, int | None]] = []
    for booklet, start in enumerate(range(0, len(tiers), size)):
        held = Counter(tiers[start : start + size])
        if sum(weights[tier] * times for tier, times in held.items()) < least:
            found.append((booklet, None))
        found += [(booklet, tier) for tier, times in held.items() if times > 1 and counts[tier] <= rare]
    return found


def replayed(first: list[int], swaps: list[tuple[int, int]]) -> list[int]:
    tiers = list(first)
    for one, other in swaps:
        tiers[one], tiers[other] = tiers[other], tiers[one]
    return tiers


class Forced(Random):
    """A source whose shuffle leaves the tiers sorted: each place is swapped with itself."""

    def randbytes(self, n: int) -> bytes:
        return b"".join(place.to_bytes(8, "little") for place in range(n // 8))


class Last(Random):
    """A source whose every word is the largest, so that each falls into the incomplete run."""

    asked: list[int]

    def randbytes(self, n: int) -> bytes:
        self.asked = []
        return b"\xff" * n

    def randrange(self, stop: int) -> int:  # type: ignore[override]
        self.asked.append(stop)
        return super().randrange(stop)


@pytest.mark.parametrize("game", TABLES)
def test_a_whole_block_has_exactly_its_table_s_counts_article_3_2_1(game):
    counts, expected = table(game)
    assert sum(counts) == TABLES[game]["block_size"] == 300_000
    made = assign(counts, expected)
    assert Counter(made.tiers) == dict(enumerate(counts))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", TABLES)
def test_every_booklet_of_a_whole_block_keeps_the_rule_article_3_2_4(game, seed):
    counts, expected = table(game)
    made = assign(counts, expected, rng=Random(seed))
    assert offences(made.tiers, counts, expected) == []
    assert len(made.swaps) < 50  # few booklets offend: the shuffle stays what it was


def test_the_swaps_replayed_on_the_first_shuffle_give_the_block():
    counts, expected = table("as_capone")
    share = Fraction(9, 10)
    made = assign(counts, expected, share=share, rng=Random(5))
    first = shuffled(counts, Random(5))
    assert len(made.swaps) > 20
    assert replayed(first, made.swaps) == made.tiers
    assert offences(made.tiers, counts, expected, share=share) == []


@pytest.mark.parametrize("seed", range(12))
def test_only_offending_booklets_are_repaired_and_by_no_swap_that_offends_anew(seed):
    counts, expected = [45, 300, 1455, 1200], [Fraction(20), Fraction(5), Fraction(2), Fraction(1)]
    share = Fraction(9, 10)
    made = assign(counts, expected, share=share, rng=Random(seed))
    tiers = shuffled(counts, Random(seed))
    before = set(offences(tiers, counts, expected, share=share))
    assert len(before) > 10
    for swap in made.swaps:
        assert {place // 50 for place in swap} & {booklet for booklet, _ in before}
        tiers = replayed(tiers, [swap])
        after = set(offences(tiers, counts, expected, share=share))
        assert after <= before
        before = after
    assert not before


def test_a_block_that_comes_sorted_is_repaired():
    counts, expected = [40, 560, 400], [Fraction(50), Fraction(2), Fraction(1)]
    first = shuffled(counts, Forced(1))
    assert first == sorted(first)
    assert len(offences(first, counts, expected, size=25)) > 15
    made = assign(counts, expected, booklet_size=25, rng=Forced(1))
    assert replayed(first, made.swaps) == made.tiers
    assert offences(made.tiers, counts, expected, size=25) == []


def test_a_block_that_keeps_the_rule_is_left_alone():
    made = assign([100, 100], [Fraction(1), Fraction(1)], rng=Random(1))
    assert made == Assignment(shuffled([100, 100], Random(1)), [])
    assert assign([], []) == assign([0, 0], [Fraction(1)] * 2) == Assignment([], [])


@pytest.mark.parametrize(
    ("counts", "expected", "why"),
    [
        ([5, 95], [Fraction(9), Fraction(1)], "Ligne 1 .* 5 tickets rares, .* pour 2 livrets"),
        ([50, 50], [Fraction(1), Fraction(1)], "Ligne 1 .* 50 tickets rares, .* pour 2 livrets"),
        ([101], [Fraction(1)], "101 tickets ne remplissent pas"),
        ([60, 40], [Fraction(1)], "doit avoir son espérance"),
        ([-1, 101], [Fraction(1)] * 2, "rien de négatif"),
        ([60, 40], [Fraction(-1), Fraction(1)], "rien de négatif"),
        ([1, 149], [Fraction(1000), Fraction(1)], r"n’a pas pu être respectée dans le livret [123] "),
    ],
)
def test_what_cannot_be_kept_is_refused_with_its_reason(counts, expected, why):
    with pytest.raises(CannotAssign, match=why) as caught:
        assign(counts, expected, rng=Random(0))
    assert str(caught.value) == caught.value.message


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 60), st.fractions(0, 20, max_denominator=9)), min_size=1, max_size=6),
    st.integers(1, 12),
    st.integers(0, 6),
    st.fractions(0, 1, max_denominator=8),
    st.integers(),
)
def test_a_block_keeps_the_rule_or_is_refused(rows, size, rare, share, seed):
    counts = [count for count, _ in rows] + [-sum(count for count, _ in rows) % size]
    expected = [amount for _, amount in rows] + [Fraction(1)]
    try:
        made = assign(counts, expected, booklet_size=size, share=share, rare=rare, rng=Random(seed))
    except CannotAssign:
        return
    assert Counter(made.tiers) == Counter({tier: count for tier, count in enumerate(counts) if count})
    assert replayed(shuffled(counts, Random(seed)), made.swaps) == made.tiers
    if made.tiers:
        assert offences(made.tiers, counts, expected, size, share, rare) == []


def test_every_order_of_a_shuffle_is_as_likely_article_3_2_2():
    rng, times = Random(20261130), 24_000
    seen = Counter(tuple(shuffled([1, 1, 1, 1], rng)) for _ in range(times))
    assert set(seen) == set(itertools.permutations(range(4)))
    chi_square = sum((count - 1000) ** 2 / 1000 for count in seen.values())
    assert chi_square < 80  # 23 degrees of freedom: below p = 1e-7


def test_a_word_in_the_incomplete_run_of_remainders_is_drawn_again():
    rng = Last(3)
    assert sorted(shuffled([1] * 7, rng)) == list(range(7))
    # 2, 4 and a run of 1 divide 2^64: there the largest word ends a complete run.
    assert rng.asked == [7, 6, 5, 3]
