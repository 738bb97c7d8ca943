"""How long what is known of a person is kept, and what is erased when: the one home of that rule.

Winners' data follows art. 5.3.3 and 6.1; claimants' the time in which a settled claim may still be disputed.
"""

from calendar import monthrange
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from payouts.means import identity_needed

NAME_KEPT = 5 * 12  # months after the payment (art. 5.3.3)
RETURNED_WITHIN = 13  # months after a transfer, during which it may still come back
CLAIM_KEPT = 5 * 12  # months after a claim is settled: as long as it can be taken to court (Code civil, art. 2224)
BACKUPS_KEPT = 35  # days that backups, which hold what was erased since, are kept (docs/operations.md)
_DAY = timedelta(days=1)


class Part(StrEnum):
    """What an erasure takes away."""

    DETAILS = "details"  # all but name, address and amount
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Kept:
    """The last Paris days on which everything, then name, address and amount, are kept.

    Both None as long as the emission has no closing date: claims go on, and what is kept is looked at again each day.
    """

    everything: date | None
    name: date | None
    obliged: date | None  # until when art. 5.3.3 forbids to erase name, address and amount

    def due(self, today: date, *, reduced: bool) -> Part | None:
        """What has to go on a Paris day, `reduced` telling whether the details are gone already."""
        if self.everything is None or self.name is None or today <= self.everything:
            return None
        if today > self.name:
            return Part.ALL
        return None if reduced else Part.DETAILS

    def next_day(self, *, reduced: bool) -> date | None:
        """The Paris day on which something is to be erased next, None as long as that is not known."""
        last = self.name if reduced else self.everything
        return last + _DAY if last else None


def kept(
    *,
    paid_on: date,
    prize: int,
    last_payment_day: date | None,
    transferred_on: date | None = None,
    cancelled: bool = False,
) -> Kept:
    """What is kept of a winner of a payment, from its Paris day and the whole prize in cents, however it is shared.

    Above 3,000.00 name, address and amount stay five years from the payment (art. 5.3.3); everything else no longer
    than payment and claims need: until the emission's last payment day, or thirteen months after the day the bank
    carries a transfer out if that is later. A cancelled payment paid nobody, so art. 5.3.3 asks nothing of it.
    """
    obliged = months_after(paid_on, NAME_KEPT) if identity_needed(prize) and not cancelled else None
    if last_payment_day is None:
        return Kept(None, None, obliged)
    returned = months_after(transferred_on, RETURNED_WITHIN) if transferred_on else last_payment_day
    needed = max(last_payment_day, returned)
    return Kept(needed, max(needed, obliged or needed), obliged)


def claim_erasure(settled_on: date) -> date:
    """The Paris day on which all that is known of a claimant goes; reopening the claim puts it off."""
    return months_after(settled_on, CLAIM_KEPT) + _DAY


def months_after(day: date, months: int) -> date:
    """The same day of the month, so many months later; the month's last day where it has no such day."""
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))
