"""Plays a game's rules through with scripted draws."""

from typing import Any

import pytest

from games.rules.dealer import Dealer, Item, Scripted
from games.rules.game import IllegalChoice, Rules


def played(rules: Rules, *moves: tuple[Any, ...], state: Any = None) -> Any:
    """The state after `moves`, each a choice and then the results of its draws, all of which must be asked for."""
    state = rules.start() if state is None else state
    for choice, *results in moves:
        dealer = Scripted(*results)
        state = rules.play(state, choice, dealer)
        dealer.check_spent()
    return state


def refused(rules: Rules, state: Any, choice: Any) -> str:
    """What the player is told; a draw before the refusal would fail, since nothing is left to deal."""
    with pytest.raises(IllegalChoice) as refusal:
        rules.play(state, choice, Scripted())
    return refusal.value.message


class First(Dealer):
    """Takes the first items of every set, so that a test can look at what was asked for."""

    def _take(self, name: str, among: tuple[Item, ...], count: int) -> tuple[Item, ...]:
        return among[:count]


def draws_of(rules: Rules, state: Any, choice: Any) -> list[tuple[str, tuple[Item, ...], int]]:
    """Name, set and number taken of each draw that `choice` leads to."""
    dealer = First()
    rules.play(state, choice, dealer)
    return [(draw.name, draw.among, len(draw.result)) for draw in dealer.draws]
