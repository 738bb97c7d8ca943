"""The games that can be played: one line each."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.rules import as_capone, poule_aux_oeufs_d_or, sauve_souris
from games.rules.game import Rules


@dataclass(frozen=True, slots=True)
class Entry:
    """A game's slug and French name, its rules, and how it prepares a choice in several presses, if it does."""

    slug: str
    name: str
    rules: Rules
    draft: Callable[..., Any] | None = None

    @property
    def template(self) -> str:
        """The board."""
        return f"games/boards/{self.slug}.html"

    @property
    def bill(self) -> str:
        """What the home page says of the game."""
        return f"games/boards/_{self.slug}/bill.html"

    @property
    def lesson(self) -> str:
        """How it is played, in pictures."""
        return f"games/boards/_{self.slug}/lesson.html"

    @property
    def cases(self) -> str:
        """What may come of a play of it."""
        return f"games/boards/_{self.slug}/cases.html"


GAMES = {
    entry.slug: entry
    for entry in (
        Entry("sauve_souris", "Sauve Souris", sauve_souris, draft=sauve_souris.draft),
        Entry("poule_aux_oeufs_d_or", "La Poule aux œufs d’or", poule_aux_oeufs_d_or),
        Entry("as_capone", "As Capone", as_capone),
    )
}
