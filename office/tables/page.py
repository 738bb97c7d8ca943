"""The forms of a prize table's page, as typed or as filled from what a table says."""

from collections.abc import Iterator
from typing import Any, cast

from django import forms
from django.http import QueryDict

from games.contents import Content
from games.drafting import MOST_LINES
from games.registry import GAMES
from office.tables.forms import PREFIX, LineForm, Lines, TableForm
from tickets.models import Game

_OWN = ("block_size", "share", "tolerance")
_Lines = cast(
    "type[Lines]",
    forms.formset_factory(
        LineForm, Lines, extra=1, can_delete=True, max_num=MOST_LINES, absolute_max=MOST_LINES, validate_max=True
    ),
)


class Typed:
    """What stands in the two forms of a page."""

    def __init__(self, game: Game, table: TableForm, lines: Lines) -> None:
        self.game, self.table, self.lines = game, table, lines

    @classmethod
    def posted(cls, game: Game, data: QueryDict) -> "Typed":
        """As typed."""
        return cls(game, TableForm(data), _Lines(data, prefix=PREFIX, form_kwargs=_labels(game)))

    @classmethod
    def filled(cls, game: Game, content: Content, *, seen: str) -> "Typed":
        """With a content, to be saved over the one whose fingerprint is `seen`; one line more is empty."""
        told = {name: getattr(content, name) for name in _OWN}
        lines = _Lines(initial=list(_initial(content)), prefix=PREFIX, form_kwargs=_labels(game))
        lines.extra = len(content.tiers) + 1
        return cls(game, TableForm(initial={**told, "seen": seen}), lines)

    def is_valid(self) -> bool:
        """Are both right."""
        return self.table.is_valid() & self.lines.is_valid()

    @property
    def told(self) -> dict[str, Any]:
        """Everything typed, as `change_table` takes it; only of valid forms."""
        return {**self.table.cleaned_data, "tiers": self.lines.tiers}

    @property
    def content(self) -> Content:
        """What is typed and right so far."""
        self.is_valid()
        own = {name: self.table.cleaned_data.get(name) for name in _OWN}
        return Content(self.game.slug, self.game.price, **own, tiers=self.lines.tiers)


def _labels(game: Game) -> dict[str, Any]:
    rules = GAMES[game.slug].rules
    return {"labels": [rules.LABELS[lot] for lot in rules.LOTS]}


def _initial(content: Content) -> Iterator[dict[str, int]]:
    for lots, tickets in content.tiers:
        yield {f"lot_{place}": lot for place, lot in enumerate(lots)} | {"tickets": tickets}
