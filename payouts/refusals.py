"""What a desk is refused, with the words it is told, in French; nothing was changed."""

from typing import TYPE_CHECKING

from games.refusals import Refusal

if TYPE_CHECKING:
    from payouts.models import Payment


class Unreadable(Refusal):
    """What was typed is no number or no code; `field` is which, when one of them is to blame."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class NotFound(Refusal):
    """No ticket bears it."""


class PaymentRefused(Refusal):
    """It can't be paid, here, now, or in this way; `field` is what of the request is to blame, when one is."""

    def __init__(self, message: str, field: str = "") -> None:
        super().__init__(message)
        self.field = field


class AlreadyPaid(PaymentRefused):
    """It was paid before, by another request; `payment` says when and where."""

    status = 409

    def __init__(self, message: str, payment: "Payment") -> None:
        super().__init__(message)
        self.payment = payment


class TransferRefused(Refusal):
    """A transfer or a file of transfers with which this can't be done, or not by this person."""
