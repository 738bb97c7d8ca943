"""Exact odds of a game, found by running its own rules through every outcome of every draw."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import isqrt, perm
from types import MappingProxyType
from typing import Any

from games.rules.dealer import Dealer, ImpossibleDraw, Item, T
from games.rules.game import Lots, Rules, Strategy

Samples = tuple[tuple[tuple[Item, ...], int], ...]
Branches = tuple[tuple[Any, Fraction], ...]
Range = tuple[Fraction, Fraction]  # least and greatest
Tiers = Sequence[tuple[Lots, int]]  # the lots of each line of a prize table, and its tickets


class EndlessPlay(Exception):
    """Some way of playing can come back to where it was, so that its extremes can't be found by exploring."""


class _Undecided(Exception):
    """A draw whose result isn't chosen yet; holds its samples and the number of ways to draw in all."""


class Branching(Dealer):
    """Deals the results of one branch, and stops the play at the first draw beyond it."""

    def __init__(self, branch: Sequence[tuple[Item, ...]]) -> None:
        super().__init__()
        self._branch = branch
        self.arranged = False

    def _take(self, name: str, among: tuple[Item, ...], count: int) -> tuple[Item, ...]:
        if self.arranged:
            raise ImpossibleDraw(f"{name}: drawn after an arrangement, which must be the last of a play")
        if len(self.draws) < len(self._branch):
            return self._branch[len(self.draws)]
        raise _Undecided(_samples(among, count), perm(len(among), count))

    def arrange(self, name: str, among: Sequence[T]) -> tuple[T, ...]:
        """One branch stands for every order: an arrangement decides nothing."""
        self.arranged = True
        return self._draw(name, tuple(among), tuple(among))


@cache
def _samples(among: tuple[Item, ...], count: int) -> Samples:
    """Every different ordered sample and the number of ways to draw it; equal items are one."""
    samples: dict[tuple[Item, ...], int] = {(): 1}
    for _ in range(count):
        samples = {
            (*sample, item): ways * number
            for sample, ways in samples.items()
            for item, number in (Counter(among) - Counter(sample)).items()
        }
    return tuple(samples.items())


@lru_cache(maxsize=4096)
def branches(rules: Rules, state: Any, choice: Any) -> Branches:
    """The states that `choice` leads to, one of each essence, and their probabilities."""
    found: dict[Hashable, tuple[Any, Counter[int]]] = {}
    undecided: list[tuple[tuple[tuple[Item, ...], ...], int, int]] = [((), 1, 1)]  # branch, ways, out of how many
    while undecided:
        branch, ways, of = undecided.pop()
        dealer = Branching(branch)
        try:
            after = rules.play(state, choice, dealer)
        except _Undecided as draw:
            samples, all_ways = draw.args
            undecided += [((*branch, result), ways * more, of * all_ways) for result, more in samples]
            continue
        if dealer.arranged and rules.outcome(after) is None:
            raise ImpossibleDraw("an arrangement must end the play")
        essence = rules.essence(after)
        if essence not in found:
            found[essence] = after, Counter()
        found[essence][1][of] += ways
    return tuple(
        (after, sum((Fraction(ways, of) for of, ways in weight.items()), Fraction(0)))
        for after, weight in found.values()
    )


@dataclass(frozen=True, slots=True)
class _Again:
    """The play is back in a state that is still being solved: an unknown of its equation."""

    essence: Hashable


Law = dict[str | _Again, Fraction]


class _Solver:
    """Solves states depth first; one that is met again before it is solved is an unknown, divided out at its turn."""

    def __init__(self, rules: Rules, strategy: Strategy) -> None:
        self._rules, self._strategy = rules, strategy
        self._open: set[Hashable] = set()
        self._solved: dict[Hashable, Law] = {}

    def solve(self, state: Any) -> Law:
        ending = self._rules.outcome(state)
        if ending is not None:
            return {ending: Fraction(1)}
        essence = self._rules.essence(state)
        if essence not in self._open and essence not in self._solved:
            self._open.add(essence)
            nexts = branches(self._rules, state, self._strategy(state))
            law = _mixed((self.solve(after), chance) for after, chance in nexts)
            self._open.remove(essence)
            back = law.pop(_Again(essence), Fraction(0))
            self._solved[essence] = {end: chance / (1 - back) for end, chance in law.items()}
        return self._known(_Again(essence))

    def _known(self, end: str | _Again) -> Law:
        """What `end` comes to, once the unknowns solved since are replaced."""
        if isinstance(end, str) or end.essence in self._open:
            return {end: Fraction(1)}
        law = _mixed((self._known(after), chance) for after, chance in self._solved[end.essence].items())
        self._solved[end.essence] = law
        return law


def _mixed(parts: Iterable[tuple[Law, Fraction]]) -> Law:
    mixed: defaultdict[str | _Again, Fraction] = defaultdict(Fraction)
    for law, weight in parts:
        for end, chance in law.items():
            mixed[end] += weight * chance
    return dict(mixed)


@lru_cache(maxsize=16)
def distribution(rules: Rules, strategy: Strategy) -> Mapping[str, Fraction]:
    """Probability of each outcome when `strategy` chooses, which may look only at the state's essence."""
    law = _Solver(rules, strategy).solve(rules.start())
    return MappingProxyType({str(end): law[end] for end in law})


def expected(rules: Rules, lots: Lots, law: Mapping[str, Fraction]) -> Fraction:
    """Mean payout of a ticket bearing `lots` whose outcomes follow `law`, in cents."""
    return sum((chance * rules.prize(lots, outcome) for outcome, chance in law.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class Payout:
    """What some tickets pay out when each is played one way, independently of the others; in cents, exact."""

    win: Fraction  # the probability that a ticket among them pays something
    share: Fraction  # of their sales, on average
    mean: Fraction
    variance: Fraction
    worst: int  # every ticket pays the most that it can

    @property
    def deviation(self) -> int:
        """The standard deviation, to the nearest cent."""
        return (isqrt(int(4 * self.variance)) + 1) // 2


def payout(rules: Rules, tiers: Tiers, price_cents: int, law: Mapping[str, Fraction]) -> Payout:
    """The distribution of what the tickets of `tiers` pay out. Raises ValueError when there is none of them."""
    tickets = sum(count for _, count in tiers)
    if not tickets:
        raise ValueError("no ticket")
    win = mean = variance = Fraction(0)
    worst = 0
    for lots, count in tiers:
        prizes = {outcome: rules.prize(lots, outcome) for outcome in law}
        one = expected(rules, lots, law)
        win += count * sum((law[outcome] for outcome, prize in prizes.items() if prize), Fraction(0))
        mean += count * one
        squares = sum((chance * prizes[outcome] ** 2 for outcome, chance in law.items()), Fraction(0))
        variance += count * (squares - one**2)
        worst += count * max(prizes.values())
    return Payout(win / tickets, mean / (tickets * price_cents), mean, variance, worst)


def extremes(rules: Rules, lots: Lots) -> Range:
    """Least and greatest mean payout of a ticket over every strategy, in cents. Raises EndlessPlay."""
    found: dict[Hashable, Range | None] = {}

    def of(state: Any) -> Range:
        ending = rules.outcome(state)
        if ending is not None:
            return (Fraction(rules.prize(lots, ending)),) * 2
        essence = rules.essence(state)
        if essence not in found:
            found[essence] = None
            means = [mean(branches(rules, state, choice)) for choice in rules.legal(state)]
            found[essence] = min(least for least, _ in means), max(most for _, most in means)
        known = found[essence]
        if known is None:
            raise EndlessPlay
        return known

    def mean(nexts: Branches) -> Range:
        return _weighed((of(after), chance) for after, chance in nexts)

    return of(rules.start())


def _weighed(ranges: Iterable[tuple[Range, Fraction]]) -> Range:
    least = most = Fraction(0)
    for (low, high), weight in ranges:
        least, most = least + low * weight, most + high * weight
    return least, most


def table_return(rules: Rules, tiers: Tiers, price_cents: int, block_size: int, strategy: Strategy) -> Fraction:
    """Share of a block's sales that is paid out on average. Raises ValueError if `tiers` don't make a block."""
    shares = _shares(tiers, price_cents, block_size)
    law = distribution(rules, strategy)
    return sum((expected(rules, lots, law) * share for lots, share in shares), Fraction(0))


def table_extremes(rules: Rules, tiers: Tiers, price_cents: int, block_size: int) -> Range:
    """Least and greatest `table_return` over every strategy. Raises EndlessPlay, ValueError."""
    shares = _shares(tiers, price_cents, block_size)
    return _weighed((extremes(rules, lots), share) for lots, share in shares)


def _shares(tiers: Tiers, price_cents: int, block_size: int) -> list[tuple[Lots, Fraction]]:
    """The lots of each line, and what part of the block's sales one cent more for each of its tickets would be."""
    if sum(tickets for _, tickets in tiers) != block_size:
        raise ValueError(f"the tickets of the table are not the {block_size} of a block")
    return [(lots, Fraction(tickets, block_size * price_cents)) for lots, tickets in tiers]
