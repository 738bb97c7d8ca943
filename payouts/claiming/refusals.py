"""What customer service is refused of a claim, with the words it is told, in French; nothing was changed."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from games.refusals import Refusal

if TYPE_CHECKING:
    from payouts.models import Claim


class ClaimRefused(Refusal):
    """It can't be done with this claim, now, or by this person; `field` is what is to blame, when something is."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class ClaimMoved(ClaimRefused):
    """Somebody else changed it meanwhile; the message tells what they did, `claim` is as it stands now."""

    status = 409

    def __init__(self, message: str, claim: "Claim") -> None:
        super().__init__(message)
        self.claim = claim


class ClaimantRefused(Refusal):
    """What was typed of a claimant can't be taken: for each field its message, in French."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__("Corrigez ce qui est indiqué.")
        self.errors = dict(errors)
