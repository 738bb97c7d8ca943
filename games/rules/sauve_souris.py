"""Sauve Souris (annex 1): eight mice hide in four cheeses, three times; one, two, then three cats come."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.rules.dealer import Dealer
from games.rules.game import IllegalChoice, Lots, Strategy

LOTS: tuple[str, ...] = ("mouse_value", "maximum")
MICE = 8
CHEESES = (1, 2, 3, 4)
FIELDS = ("f1", "f2", "f3", "f4")  # the form's fields, one a cheese
CATS = (1, 2, 3)  # cats at each step (annex 1, art. 3.3.2.2, 3.3.3.2, 3.3.4.2)

Choice = tuple[int, ...]  # mice in each of the four cheeses


@dataclass(frozen=True, slots=True)
class Step:
    """One step played: the mice in each cheese and the cheeses behind which a cat was."""

    placed: tuple[int, ...]
    cats: tuple[int, ...]

    @property
    def saved(self) -> int:
        return sum(mice for cheese, mice in zip(CHEESES, self.placed, strict=True) if cheese not in self.cats)


@dataclass(frozen=True, slots=True)
class State:
    """The steps played so far."""

    steps: tuple[Step, ...] = ()

    @property
    def mice(self) -> int:
        return self.steps[-1].saved if self.steps else MICE

    @property
    def ended(self) -> bool:
        return len(self.steps) == len(CATS) or self.mice == 0


def start() -> State:
    return State()


def legal(state: State) -> tuple[Choice, ...]:
    if state.ended:
        return ()
    mice = state.mice
    return tuple(
        (first, second, third, mice - first - second - third)
        for first in range(mice + 1)
        for second in range(mice + 1 - first)
        for third in range(mice + 1 - first - second)
    )


def play(state: State, choice: Choice, dealer: Dealer) -> State:
    """Hide every mouse, then draw the cheeses that have a cat (annex 1, art. 3.3.2-3.3.4)."""
    if state.ended:
        raise IllegalChoice("Cette partie est terminée.")
    if len(choice) != len(CHEESES) or any(mice < 0 for mice in choice):
        raise IllegalChoice("Indiquez pour chaque fromage un nombre de souris.")
    _all_placed(state, choice)
    cats = dealer.some("cats", CHEESES, CATS[len(state.steps)])
    return replace(state, steps=(*state.steps, Step(tuple(choice), tuple(sorted(cats)))))


def _all_placed(state: State, choice: Choice) -> None:
    left = state.mice - sum(choice)
    if left > 0:
        raise IllegalChoice(f"Il reste {_mice(left)} à cacher avant de valider.")
    if left < 0:
        raise IllegalChoice(f"Vous n’avez que {_mice(state.mice)}\u00a0: retirez-en {-left}.")


def _mice(count: int) -> str:
    return f"{count} souris"


def standing(state: State) -> str:
    """The number of mice saved so far, as "0" to "8"."""
    return str(state.mice)


def outcome(state: State) -> str | None:
    return standing(state) if state.ended else None


def prize(lots: Lots, outcome: str) -> int:
    """The value of a mouse times the mice saved; the printed maximum for all eight (annex 1, art. 3.3.4.4)."""
    mouse_value, maximum = lots
    saved = int(outcome)
    return maximum if saved == MICE else mouse_value * saved


def essence(state: State) -> tuple[int, int]:
    return len(state.steps), state.mice


def choice_from(data: Mapping[str, str]) -> Choice:
    """The fields f1 to f4, all of them; an empty one is no mouse."""
    if any(field not in data for field in FIELDS):
        raise IllegalChoice("Indiquez pour chaque fromage un nombre de souris.")
    return tuple(_count(data[field]) for field in FIELDS)


def _count(text: str) -> int:
    text = text.strip() or "0"
    if not (text.isascii() and text.isdigit() and len(text) <= 2 and int(text) <= MICE):
        raise IllegalChoice(f"Un nombre de souris va de 0 à {MICE}, en chiffres.")
    return int(text)


def draft(state: State, data: Mapping[str, str]) -> Mapping[str, int]:
    """The form's fields after a press on + or - or on a cheese: no step, nothing drawn (annex 1, art. 3.3.1)."""
    counts = list(choice_from(data))
    typed = dict(zip(FIELDS, counts, strict=True))
    for field, change in (("plus", 1), ("moins", -1), ("dans", 1)):
        cheese = data.get(field)
        if cheese and f"f{cheese}" not in FIELDS:
            raise IllegalChoice("Choisissez l’un des quatre fromages.")
        if cheese:
            counts[int(cheese) - 1] += change
    if any(mice < 0 for mice in counts):
        raise IllegalChoice("Il n’y a pas de souris à retirer de ce fromage.", typed)
    if sum(counts) > state.mice:
        raise IllegalChoice(f"Vous n’avez que {_mice(state.mice)} à cacher.", typed)
    return dict(zip(FIELDS, counts, strict=True))


def _heaped(cheeses: int) -> Strategy:
    """Share the mice as evenly as can be among the first `cheeses`."""
    return lambda state: tuple(
        len(range(cheese, state.mice, cheeses)) if cheese < cheeses else 0 for cheese in range(len(CHEESES))
    )


STRATEGIES: Mapping[str, Strategy] = {
    "all in one cheese": _heaped(1),
    "two halves": _heaped(2),
    "spread": _heaped(4),
}
LABELS: Mapping[str, str] = {
    "mouse_value": "une souris sauvée",
    "maximum": "les huit souris",
    "all in one cheese": "toutes dans un fromage",
    "two halves": "moitié-moitié dans deux fromages",
    "spread": "réparties dans les quatre fromages",
    "8": "les huit souris sauvées",
    **{str(saved): f"{saved} souris sauvée{'s' if saved > 1 else ''}" for saved in range(MICE - 1, 0, -1)},
    "0": "aucune souris sauvée",
}


def view(state: State, draft: Mapping[str, int] | None = None) -> Mapping[str, Any]:
    counts = tuple((draft or dict.fromkeys(FIELDS, 0)).values())
    return {
        "step": min(len(state.steps) + 1, len(CATS)),
        "steps": [
            {"number": number, "cats": range(cats), "done": number <= len(state.steps)}
            for number, cats in enumerate(CATS, 1)
        ],
        "mice": state.mice,
        "left": range(1, state.mice - sum(counts) + 1),
        "too_many": max(0, sum(counts) - state.mice),
        "cheeses": [{"number": n, "mice": range(1, mice + 1)} for n, mice in zip(CHEESES, counts, strict=True)],
        "last": _revealed(state) if state.steps else None,
        "ended": state.ended,
    }


def _revealed(state: State) -> Mapping[str, Any]:
    last = state.steps[-1]
    return {
        "number": len(state.steps),
        "cats": last.cats,
        "saved": last.saved,
        "lost": sum(last.placed) - last.saved,
        "cheeses": [
            {"number": n, "mice": range(1, mice + 1), "cat": n in last.cats}
            for n, mice in zip(CHEESES, last.placed, strict=True)
        ],
    }
