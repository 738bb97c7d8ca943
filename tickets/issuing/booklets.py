"""Which ticket of a block bears which potential prize: a uniform shuffle under the booklet rule (art. 3.2.2, 3.2.4)."""

import math
import secrets
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random

SHARE = Fraction(3, 4)
_SYSTEM = secrets.SystemRandom()
_WORDS = 2**64
_TRIES = 20_000  # swaps drawn for one booklet before the rule is held to be impossible
_PATIENCE = 100  # swaps drawn in vain before a booklet is raised so that its repeated ticket can leave


class CannotAssign(ValueError):
    """A prize table that cannot be spread over booklets under the rule; `message` says why, in French."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Assignment:
    """The tier of each ticket, booklet by booklet, and the swaps, in order, that led there from the first shuffle."""

    tiers: list[int]
    swaps: list[tuple[int, int]]


def assign(
    counts: Sequence[int],
    expected: Sequence[Fraction],
    *,
    booklet_size: int = 50,
    share: Fraction = SHARE,
    rare: int = 50,
    rng: Random = _SYSTEM,
) -> Assignment:
    """Assign to a block's tickets exactly `counts[tier]` times each tier (art. 3.2.1, 3.2.2) under the booklet rule.

    The rule (art. 3.2.4): a tier with at most `rare` tickets falls at most once in a booklet, and a booklet's expected
    payout is at least `share` of an average booklet's; `expected` is a tier's expected payout, in any one unit.
    Raises CannotAssign when the counts do not fill whole booklets or the rule cannot be kept.
    """
    _refuse_impossible(counts, expected, booklet_size, rare)
    tiers = shuffled(counts, rng)
    if not tiers:
        return Assignment([], [])
    block = _Block(tiers, counts, expected, booklet_size, share, rare)
    for booklet in block.suspects():
        block.repair(booklet, rng)
    return Assignment(block.tiers, block.swaps)


def shuffled(counts: Sequence[int], rng: Random) -> list[int]:
    """Return each tier as often as it counts, in an order exactly as likely as any other (art. 3.2.2).

    Fisher-Yates on 64-bit words read at once. A remainder alone would favour low places by the last, incomplete run of
    remainders below 2^64: a word that falls there (once in 10^13) is drawn again, so nothing is favoured.
    """
    tiers = [tier for tier, count in enumerate(counts) for _ in range(count)]
    words = array("Q", rng.randbytes(8 * len(tiers)))
    for last in range(len(tiers) - 1, 0, -1):
        word = words[last]
        place = word % (last + 1)
        if word - place > _WORDS - (last + 1):
            place = rng.randrange(last + 1)
        tiers[last], tiers[place] = tiers[place], tiers[last]
    return tiers


def _refuse_impossible(counts: Sequence[int], expected: Sequence[Fraction], size: int, rare: int) -> None:
    if len(counts) != len(expected):
        raise CannotAssign("Chaque ligne du tableau de lots doit avoir son espérance.")
    if min(counts, default=0) < 0 or min(expected, default=0) < 0:
        raise CannotAssign("Un tableau de lots ne compte rien de négatif.")
    booklets, left_over = divmod(sum(counts), size)
    if left_over:
        raise CannotAssign(f"{sum(counts)} tickets ne remplissent pas des livrets de {size}.")
    for tier, count in enumerate(counts, 1):
        if booklets < count <= rare:
            reason = f"{count} tickets rares, un au plus par livret, pour {booklets} livrets"
            raise CannotAssign(f"Ligne {tier} du tableau de lots\xa0: {reason}.")


class _Block:
    """A shuffled block under repair."""

    def __init__(
        self,
        tiers: list[int],
        counts: Sequence[int],
        expected: Sequence[Fraction],
        size: int,
        share: Fraction,
        rare: int,
    ) -> None:
        # Whole numbers over one denominator: exact like fractions, and a hundred times faster to add.
        unit = math.lcm(*(amount.denominator for amount in expected))
        self.tiers = tiers
        self.swaps: list[tuple[int, int]] = []
        self.size = size
        self.weights = [int(amount * unit) for amount in expected]
        self.rare = frozenset(tier for tier, count in enumerate(counts) if count <= rare)
        weigh = self.weights.__getitem__
        self.sums = [sum(map(weigh, tiers[start : start + size])) for start in range(0, len(tiers), size)]
        self.least = math.ceil(share * sum(self.sums) / len(self.sums))

    def suspects(self) -> Iterator[int]:
        """Yield every booklet that offends when its turn comes."""
        for booklet in range(len(self.sums)):
            if self.sums[booklet] < self.least or self._repeated(booklet) is not None:
                yield booklet

    def repair(self, booklet: int, rng: Random) -> None:
        """Swap tickets of a booklet with tickets drawn from the others until it keeps the rule."""
        for tried in range(1, _TRIES + 1):
            mine = self._repeated(booklet)
            if mine is None and self.sums[booklet] >= self.least:
                return
            # A repeated ticket whose leaving would make the booklet poor waits for swaps that raise the others.
            raising = mine is None or tried % _PATIENCE == 0
            if mine is None or raising:
                mine = booklet * self.size + rng.randrange(self.size)
            other = rng.randrange(len(self.tiers))
            gain = self.weights[self.tiers[other]] - self.weights[self.tiers[mine]]
            if (gain > 0 or not raising) and self._may_swap(mine, other):
                self._swap(mine, other, gain)
        raise CannotAssign(
            f"La règle des livrets (art. 3.2.4) n’a pas pu être respectée dans le livret {booklet + 1} du bloc."
        )

    def _repeated(self, booklet: int) -> int | None:
        """Return the position of a rare ticket whose tier the booklet already has before it."""
        seen = set()
        start = booklet * self.size
        for position, tier in enumerate(self.tiers[start : start + self.size], start):
            if tier in self.rare:
                if tier in seen:
                    return position
                seen.add(tier)
        return None

    def _may_swap(self, one: int, other: int) -> bool:
        """Tell whether a swap moves something and leaves neither booklet with an offence it did not have."""
        if one // self.size == other // self.size or self.tiers[one] == self.tiers[other]:
            return False
        return self._may_become(one, self.tiers[other]) and self._may_become(other, self.tiers[one])

    def _may_become(self, position: int, tier: int) -> bool:
        booklet = position // self.size
        gain = self.weights[tier] - self.weights[self.tiers[position]]
        if gain < 0 and self.sums[booklet] + gain < self.least:
            return False
        start = booklet * self.size
        return tier not in self.rare or tier not in self.tiers[start : start + self.size]

    def _swap(self, one: int, other: int, gain: int) -> None:
        self.tiers[one], self.tiers[other] = self.tiers[other], self.tiers[one]
        self.sums[one // self.size] += gain
        self.sums[other // self.size] -= gain
        self.swaps.append((one, other))
