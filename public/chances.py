"""What a game pays and how often: from the tables on offer and the odds that were kept, nothing computed for long."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from math import ceil, floor

from games import laws, ranges
from games.contents import Content
from games.laws import Law, Laws
from games.registry import GAMES, Entry
from games.rules import odds
from games.rules.odds import Payout, Range
from public.emissions import ISSUED
from tickets.calendar import START
from tickets.models import Emission


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a play may end, by its French name."""

    name: str
    chance: Fraction
    wins: bool


@dataclass(frozen=True, slots=True)
class Way:
    """A published way of playing: its French name and how often each outcome comes."""

    name: str
    outcomes: tuple[Outcome, ...]

    @property
    def win(self) -> Fraction:
        return sum((outcome.chance for outcome in self.outcomes if outcome.wins), Fraction(0))


@dataclass(frozen=True, slots=True)
class Block:
    """What a block pays out when all its tickets are played one way; `above`: a ticket pays more than its price."""

    name: str
    tickets: int
    payout: Payout
    above: Fraction

    @property
    def winners(self) -> int:
        """How many of its tickets win, on average."""
        return round(self.tickets * self.payout.win)

    @property
    def usual(self) -> tuple[int, int]:
        """Whole euros, in cents between which it pays at least three times in four (Chebyshev: two deviations)."""
        mean, apart = self.payout.mean, 2 * self.payout.deviation
        return max(0, 100 * floor((mean - apart) / 100)), 100 * ceil((mean + apart) / 100)


@dataclass(frozen=True, slots=True)
class Offer:
    """A prize table, the emissions of it that can be bought or started, and what its blocks pay."""

    emissions: tuple[Emission, ...]
    content: Content
    blocks: tuple[Block, ...]
    any_way: Range | None  # its return over every way of playing, where there is one that was kept

    @property
    def columns(self) -> list[str]:
        """What each of its lots is for."""
        rules = GAMES[self.content.slug].rules
        return [rules.LABELS[lot] for lot in rules.LOTS]

    @property
    def greatest(self) -> int:
        """The greatest potential lot, in cents."""
        return max(max(lots) for lots, _ in self.content.tiers)

    @property
    def even(self) -> bool:
        """Is its return the same under every published way?"""
        return len({block.payout.share for block in self.blocks}) == 1

    @property
    def seldom(self) -> bool:
        """Does a ticket pay more than its price less often than not, however it is played?"""
        return all(block.above < Fraction(1, 2) for block in self.blocks)

    @property
    def sales(self) -> int:
        """What a block's tickets cost, in cents."""
        return self.content.price * self.content.tickets


@dataclass(frozen=True, slots=True)
class Told:
    """A game as its pages tell it; without ways as long as its odds are being computed."""

    game: Entry
    ways: tuple[Way, ...]
    offers: tuple[Offer, ...]

    @property
    def price(self) -> int | None:
        return self.offers[0].content.price if self.offers else None

    @property
    def greatest(self) -> int | None:
        return max((offer.greatest for offer in self.offers), default=None)

    @property
    def wins(self) -> Range | None:
        """The least and the greatest chance of a prize, by the way of playing."""
        return _extent([way.win for way in self.ways])

    @property
    def shares(self) -> Range | None:
        """The least and the greatest return of what is on offer."""
        return _extent([block.payout.share for offer in self.offers for block in offer.blocks])


def told(games: Sequence[Entry], today: date) -> list[Told]:
    """What can be told of these games on a Paris day; four statements whatever there is."""
    slugs = [game.slug for game in games]
    kept, sold = laws.known(*slugs), _on_offer(slugs, today)
    contents = {table: Content.of(emissions[0].prize_table) for table, emissions in sold.items()}
    any_way = ranges.known(list(contents.values()))
    offers = [
        Offer(tuple(sold[table]), content, _blocks(content, kept.get(content.slug, {})), any_way.get(content))
        for table, content in contents.items()
    ]
    return [
        Told(game, _ways(game, kept.get(game.slug, {})), tuple(one for one in offers if one.content.slug == game.slug))
        for game in games
    ]


def _on_offer(slugs: list[str], today: date) -> dict[int, list[Emission]]:
    """Emissions that can be bought or started, by their prize table (art. 3.2.2, 3.2.6, 3.3.4)."""
    emissions = Emission.objects.filter(ISSUED, game__slug__in=slugs, available_on__lte=today)
    emissions = emissions.exclude(closed_on__lt=today - START).order_by("game_code", "number")
    found: dict[int, list[Emission]] = {}
    for emission in emissions.select_related("prize_table__game").prefetch_related("prize_table__tiers"):
        found.setdefault(emission.prize_table_id, []).append(emission)
    return found


def _ways(game: Entry, kept: Laws) -> tuple[Way, ...]:
    labels, any_lots = game.rules.LABELS, (1,) * len(game.rules.LOTS)
    return tuple(
        Way(
            labels[name],
            tuple(Outcome(labels[one], law[one], game.rules.prize(any_lots, one) > 0) for one in labels if one in law),
        )
        for name, law in kept.items()
    )


def _blocks(content: Content, kept: Laws) -> tuple[Block, ...]:
    rules = GAMES[content.slug].rules
    return tuple(
        Block(
            rules.LABELS[name],
            content.tickets,
            odds.payout(rules, content.tiers, content.price, law),
            _above(content, law),
        )
        for name, law in kept.items()
    )


def _above(content: Content, law: Law) -> Fraction:
    prize = GAMES[content.slug].rules.prize
    paid = (
        tickets * sum((chance for outcome, chance in law.items() if prize(lots, outcome) > content.price), Fraction(0))
        for lots, tickets in content.tiers
    )
    return sum(paid, Fraction(0)) / content.tickets


def _extent(values: list[Fraction]) -> Range | None:
    return (min(values), max(values)) if values else None
