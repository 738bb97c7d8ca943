"""What a prize table says, typed or kept: what it pays, and what stands against its approval."""

import json
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from typing import Self

from games.laws import Laws
from games.registry import GAMES
from games.rules import odds
from games.rules.odds import Payout
from games.templatetags.french import NBSP, count, percent
from tickets.models import PrizeTable

BASIS = 10_000  # shares and tolerances are kept in hundredths of a percent


@dataclass(frozen=True, slots=True)
class Way:
    """One or several ways of playing, by their French names, under which a block pays out the same."""

    names: tuple[str, ...]
    payout: Payout


@dataclass(frozen=True, slots=True)
class Content:
    """A prize table's content; amounts in cents, `share` and `tolerance` in hundredths of a percent (art. 2.3)."""

    slug: str
    price: int
    block_size: int | None
    share: int | None
    tolerance: int | None
    tiers: tuple[tuple[tuple[int, ...], int], ...]

    @classmethod
    def of(cls, table: PrizeTable) -> Self:
        """What is kept of a table; reads its lines."""
        tiers = tuple((tuple(tier.lots), tier.tickets) for tier in table.tiers.all())
        return cls(table.game.slug, table.game.price, table.block_size, table.share, table.tolerance, tiers)

    @property
    def fingerprint(self) -> str:
        """Changes with the content, so that nobody approves or overwrites what they have not read."""
        told = [self.block_size, self.share, self.tolerance, self.tiers]
        return sha256(json.dumps(told).encode()).hexdigest()[:32]

    @property
    def tickets(self) -> int:
        return sum(tickets for _, tickets in self.tiers)

    def ways(self, laws: Laws) -> list[Way]:
        """What its tickets pay out under each published way of playing; those that differ in nothing are one."""
        rules, found = GAMES[self.slug].rules, dict[Payout, tuple[str, ...]]()
        for name, law in laws.items() if self.tickets else ():
            payout = odds.payout(rules, self.tiers, self.price, law)
            found[payout] = (*found.get(payout, ()), rules.LABELS[name])
        return [Way(names, payout) for payout, names in found.items()]

    def expected(self, laws: Laws) -> list[Fraction]:
        """The least expected payout of a ticket of each line, whichever strategy the player follows, in cents."""
        rules = GAMES[self.slug].rules
        return [min(odds.expected(rules, lots, law) for law in laws.values()) for lots, _ in self.tiers]

    def within(self, payout: Payout) -> bool | None:
        """Is this return within the tolerance around the order's share? None while they are not given."""
        if self.share is None or self.tolerance is None:
            return None
        return abs(payout.share * BASIS - self.share) <= self.tolerance

    def obstacles(self, ways: list[Way]) -> list[str]:
        """What stands against its approval, in French (art. 2.3, 3.2.1)."""
        return [*_of_lines(self), *_of_share(self, ways)]


def _of_lines(content: Content) -> list[str]:
    if not content.tiers:
        return ["Ce tableau n’a encore aucune ligne."]
    lots = len(GAMES[content.slug].rules.LOTS)
    found = [f"Chaque ligne de ce jeu porte {lots} lots potentiels."] if _uneven(content, lots) else []
    size, tickets = content.block_size, content.tickets
    if size is None:
        return [*found, "Indiquez le nombre de tickets par bloc."]
    if tickets != size:
        away = (
            f"il en manque {count(size - tickets)}" if tickets < size else f"il y en a {count(tickets - size)} de trop"
        )
        of = f"pour un bloc de {count(size)} (art. 3.2.1)"
        found.append(f"Les lignes font {count(tickets)} tickets{NBSP}: {away} {of}.")
    return found


def _uneven(content: Content, lots: int) -> bool:
    return any(len(one) != lots for one, _ in content.tiers)


def _of_share(content: Content, ways: list[Way]) -> list[str]:
    if content.share is None or content.tolerance is None:
        return ["Indiquez la part des mises fixée par l’arrêté, et sa tolérance (art. 2.3)."]
    fixed = f"{percent(Fraction(content.share, BASIS), 2)} à {percent(Fraction(content.tolerance, BASIS), 2)} près"
    return [
        f"Le taux de retour de {percent(way.payout.share)} est hors de la part fixée, {fixed} (art. 2.3)."
        for way in ways
        if not content.within(way.payout)
    ]
