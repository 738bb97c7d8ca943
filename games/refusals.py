"""Why a code or a step is refused: each has its own words for the player, in plain French."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.models import Play


class Refusal(Exception):
    """Something the player asked for that can't be done; `message` says why and what to do."""

    status = 422

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class CodeRefused(Refusal):
    """The code can't start a play; `position` is the likely wrong character, from 1."""

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.position = position


class UnknownCode(CodeRefused):
    """A well-formed code that no ticket bears."""


class StepRefused(Refusal):
    """The step can't be made; `play` is where the play stands, unchanged."""

    def __init__(self, message: str, play: "Play") -> None:
        super().__init__(message)
        self.play = play


class StaleStep(StepRefused):
    """The step was already made, here or elsewhere: what was chosen first stands."""

    status = 409
