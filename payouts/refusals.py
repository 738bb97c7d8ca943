"""What a desk is refused, with the words it is told, in French; nothing was changed."""

from games.refusals import Refusal


class Unreadable(Refusal):
    """What was typed is no number or no code."""


class NotFound(Refusal):
    """No ticket bears it."""


class PaymentRefused(Refusal):
    """It can't be paid, here, now, or in this way."""


class TransferRefused(Refusal):
    """A transfer or a file of transfers with which this can't be done, or not by this person."""
