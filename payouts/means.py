"""How a prize may be paid, by its amount, at which desk and to how many winners (art. 5.2-5.4)."""

from enum import StrEnum

CASH_LIMIT = 200_00
TRANSFER_AT_POINT_OF_SALE_LIMIT = 30_000_00
TRANSFER_BELOW = 50_000_00
IDENTITY_ABOVE = 3_000_00


class Means(StrEnum):
    """Where and how, as the result page and the desks tell it."""

    CASH_ANYWHERE = "cash_anywhere"
    TRANSFER_SOME_OR_CENTRE = "transfer_some_or_centre"
    CENTRE_TRANSFER_OR_CHEQUE = "centre_transfer_or_cheque"
    CENTRE_CHEQUE = "centre_cheque"


def means(cents: int) -> Means:
    """The means of payment of a whole prize in cents."""
    if cents <= CASH_LIMIT:
        return Means.CASH_ANYWHERE
    if cents <= TRANSFER_AT_POINT_OF_SALE_LIMIT:
        return Means.TRANSFER_SOME_OR_CENTRE
    return Means.CENTRE_TRANSFER_OR_CHEQUE if cents < TRANSFER_BELOW else Means.CENTRE_CHEQUE


def identity_needed(cents: int) -> bool:
    """True when the winner must prove who they are in writing (art. 5.3.3)."""
    return cents > IDENTITY_ABOVE


def at_point_of_sale(cents: int, *, transfers: bool, winners: int = 1) -> tuple[str, ...]:
    """What a point of sale may pay a prize by, as Payment.Means; nothing when it sends the winner to a centre."""
    if winners > 1:
        return ()
    if cents <= CASH_LIMIT:
        return ("cash",)
    return ("transfer",) if transfers and cents <= TRANSFER_AT_POINT_OF_SALE_LIMIT else ()


def at_payment_centre(cents: int, *, winners: int = 1) -> tuple[str, ...]:
    """What a payment centre may pay a prize by, as Payment.Means (art. 5.3, 5.4)."""
    if winners > 1:
        return ("cheque",)
    if cents <= CASH_LIMIT:
        return ("cash",)
    return ("transfer", "cheque") if cents < TRANSFER_BELOW else ("cheque",)
