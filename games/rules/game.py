"""What every game's rules module offers; a module is checked against this protocol where it is registered."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from games.rules.dealer import Dealer

Lots = tuple[int, ...]  # cents, in the order of the module's LOTS
Strategy = Callable[[Any], Any]  # a state -> the choice made there


class IllegalChoice(ValueError):
    """A choice that the rules refuse before anything is drawn; `message` tells the player why, in French.

    `draft` keeps what was being prepared, for the player to mend.
    """

    def __init__(self, message: str, draft: Any = None) -> None:
        super().__init__(message)
        self.message = message
        self.draft = draft


class Rules(Protocol):
    """One game: its state is frozen, and only `play` with a dealer makes another one."""

    LOTS: tuple[str, ...]
    """Names of the potential lots printed on a ticket, in the order of the prize table's columns."""
    STRATEGIES: Mapping[str, Strategy]
    """Ways of playing whose odds are published."""
    LABELS: Mapping[str, str]
    """What each of LOTS, of STRATEGIES and of the outcomes is called, in French."""
    State: type[Any]

    def __hash__(self) -> int: ...  # odds are remembered by rules

    def start(self) -> Any:
        """The state before the first choice."""

    def legal(self, state: Any) -> Sequence[Any]:
        """Every choice the player has now; empty once the play is ended."""

    def play(self, state: Any, choice: Any, dealer: Dealer) -> Any:
        """The state after `choice` and its draws. Raises IllegalChoice before drawing."""

    def standing(self, state: Any) -> str:
        """The outcome that the play would have if it ended as it stands."""

    def outcome(self, state: Any) -> str | None:
        """How the play ended, None while it is open."""

    def prize(self, lots: Lots, outcome: str) -> int:
        """What `outcome` pays on a ticket bearing `lots`, in cents; 0 for a lost play."""

    def essence(self, state: Any) -> Any:
        """What of the state the future depends on: states of the same essence have the same odds."""

    def choice_from(self, data: Mapping[str, str]) -> Any:
        """The choice that a posted form names. Raises IllegalChoice."""

    def view(self, state: Any, draft: Any = None) -> Mapping[str, Any]:
        """What the player may see of the state, shaped for the board's template."""
