"""La Poule aux œufs d'or (annex 2): find the golden egg under thirty hens; a chick gives a go, EXTRA a second yard."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.rules.dealer import Dealer
from games.rules.game import IllegalChoice, Lots, Strategy

LOTS: tuple[str, ...] = ("several_goes", "first_go")
STRATEGIES: Mapping[str, Strategy] = {"any hen": lambda state: legal(state)[0]}
LABELS: Mapping[str, str] = {
    "several_goes": "en plusieurs coups",
    "first_go": "du premier coup",
    "any hen": "n’importe quelles poules",
    "lost": "œuf d’or non trouvé",
}
EGG, CHICK, EMPTY = "egg", "chick", "empty"
ELEMENTS = (EGG,) + (CHICK,) * 17 + (EMPTY,) * 12  # annex 2, art. 3.2.1.2
HENS = tuple(range(1, 31))
STACKS = (1, 2, 3, 4, 5)
GOES = 3

Choice = tuple[str, int]  # ("hen", 1 to 30) or ("stack", 1 to 5)


@dataclass(frozen=True, slots=True)
class Found:
    """A hen lifted and what was under it."""

    hen: int
    element: str


@dataclass(frozen=True, slots=True)
class State:
    """The yards played (the second one is the extra round), the haystacks, and the last draw of a lost play."""

    yards: tuple[tuple[Found, ...], ...] = ((),)
    stack: int | None = None  # the haystack chosen, and the one that hid EXTRA
    extra_stack: int | None = None
    rest: tuple[str, ...] = ()  # what the unlifted hens of the last yard hid, in the order of their numbers

    @property
    def yard(self) -> tuple[Found, ...]:
        return self.yards[-1]

    @property
    def goes(self) -> int:
        """Goes left: three, less one a hen lifted, plus one a chick found (annex 2, art. 3.2.4)."""
        return GOES - len(self.yard) + sum(found.element == CHICK for found in self.yard)

    @property
    def won(self) -> bool:
        return bool(self.yard) and self.yard[-1].element == EGG

    @property
    def at_stacks(self) -> bool:
        return not self.won and self.goes == 0 and self.stack is None

    @property
    def ended(self) -> bool:
        return self.won or (self.goes == 0 and self.stack is not None)

    @property
    def unlifted(self) -> tuple[int, ...]:
        lifted = {found.hen for found in self.yard}
        return tuple(hen for hen in HENS if hen not in lifted)


def start() -> State:
    return State()


def legal(state: State) -> tuple[Choice, ...]:
    if state.ended:
        return ()
    if state.at_stacks:
        return tuple(("stack", stack) for stack in STACKS)
    return tuple(("hen", hen) for hen in state.unlifted)


def play(state: State, choice: Choice, dealer: Dealer) -> State:
    """Lift a hen or search a haystack; a play lost here is shown whole (annex 2, art. 3.2.2-3.2.6)."""
    _refuse(state, choice)
    kind, number = choice
    state = _lift(state, number, dealer) if kind == "hen" else _search(state, number, dealer)
    if state.ended and not state.won:
        return replace(state, rest=dealer.arrange("rest", _hidden(state)))
    return state


def _refuse(state: State, choice: Choice) -> None:
    if choice in legal(state):
        return
    if state.ended:
        raise IllegalChoice("Cette partie est terminée.")
    if state.at_stacks:
        raise IllegalChoice("Choisissez l’un des cinq tas de paille.")
    if choice[0] == "hen" and choice[1] in HENS:
        raise IllegalChoice(f"La poule {choice[1]} est déjà levée\u00a0: choisissez-en une autre.")
    raise IllegalChoice("Choisissez l’une des poules.")


def _lift(state: State, hen: int, dealer: Dealer) -> State:
    found = Found(hen, dealer.one("element", _hidden(state)))
    return replace(state, yards=(*state.yards[:-1], (*state.yard, found)))


def _hidden(state: State) -> tuple[str, ...]:
    """The elements not discovered in this yard (annex 2, art. 3.2.3.1)."""
    hidden = list(ELEMENTS)
    for found in state.yard:
        hidden.remove(found.element)
    return tuple(hidden)


def _search(state: State, stack: int, dealer: Dealer) -> State:
    """Draw which haystack hides EXTRA: thirty new hens and three goes, once (annex 2, art. 3.2.5)."""
    extra_stack = dealer.one("extra", STACKS)
    state = replace(state, stack=stack, extra_stack=extra_stack)
    return replace(state, yards=(*state.yards, ())) if stack == extra_stack else state


def standing(state: State) -> str:
    """Tell "first_go", "several_goes" or "lost"; a first go of the extra round counts as one (art. 3.2.5.3)."""
    if not state.won:
        return "lost"
    return "first_go" if len(state.yard) == 1 else "several_goes"


def outcome(state: State) -> str | None:
    return standing(state) if state.ended else None


def prize(lots: Lots, outcome: str) -> int:
    return {"several_goes": lots[0], "first_go": lots[1], "lost": 0}[outcome]


def essence(state: State) -> tuple[Any, ...]:
    chicks = sum(found.element == CHICK for found in state.yard)
    return len(state.yards), len(state.yard), chicks, state.won, state.stack is not None


def choice_from(data: Mapping[str, str]) -> Choice:
    """The field `poule` (1 to 30) or `paille` (1 to 5)."""
    for field, kind, numbers in (("poule", "hen", HENS), ("paille", "stack", STACKS)):
        if field in data:
            named = {str(number): number for number in numbers}
            if data[field] in named:
                return kind, named[data[field]]
    raise IllegalChoice("Choisissez une poule ou un tas de paille.")


def view(state: State, draft: None = None) -> Mapping[str, Any]:
    rest = dict(zip(state.unlifted, state.rest, strict=False))
    lifted = {found.hen: found.element for found in state.yard}
    last = state.yard[-1] if state.yard else None
    return {
        "cells": [
            {
                "hen": hen,
                "element": lifted.get(hen) or rest.get(hen),
                "mine": hen in lifted,
                "last": last is not None and hen == last.hen,
            }
            for hen in HENS
        ],
        "goes": state.goes,
        "first_go": not state.yard,
        "first_lift": len(state.yard) == 1,
        "last": last,
        "extra": len(state.yards) == 2,
        "at_stacks": state.at_stacks,
        "stacks": STACKS,
        "stack": state.stack,
        "extra_stack": state.extra_stack,
        "ended": state.ended,
        "won": state.won,
    }
