"""What terminals send and are answered; amounts are cents, times RFC 3339 in UTC."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from ninja import Schema
from pydantic import AfterValidator, ConfigDict, Field

from payouts.models import Payment
from payouts.standing import Standing
from tickets.typed import LONGEST

UUID = r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"
Check = Literal["whole", "box", "print", "adult"]
Way = Literal["cash", "transfer", "cheque"]
Moment = Annotated[datetime, AfterValidator(lambda at: at.astimezone(UTC))]


class Sent(Schema):
    """A field that is not one of these is refused, so that a misspelt one is not silently left out."""

    model_config = ConfigDict(extra="forbid")


class Shown(Sent):
    """A ticket in front of the terminal: its number, its code, or both."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 1})

    number: str = Field("", max_length=LONGEST, description="as typed or scanned")
    code: str = Field("", max_length=LONGEST, description="as typed or scanned; the QR's whole address is understood")


class Wish(Sent):
    """A ticket to pay in cash, and what the person at the terminal attests."""

    number: str = Field(min_length=1, max_length=LONGEST, description="as typed or scanned")
    code: str = Field("", max_length=LONGEST, description="as typed or scanned; needed but for a misprint's refund")
    attested: list[Check] = Field(
        max_length=10,
        description="nothing is paid until every check is attested",
        examples=[["whole", "box", "print", "adult"]],
    )


class ToAttest(Schema):
    """One check that only a person can make."""

    name: Check
    words: str = Field(description="what it means, in French")


class Presented(Schema):
    """Where a ticket stands, as the desk is told it."""

    standing: Standing
    sentence: str = Field(description="to show as it is, in French")
    amount: int | None = Field(description="cents to pay; null when nothing is to be paid or may be said of it")
    ways: list[Way] = Field(description="by which means this desk may pay; none when it may not")
    both_shown: bool = Field(description="number and code were both shown and are those of one ticket")
    checks: list[ToAttest] = Field(description="what is to be attested before paying; none when nothing is paid here")


class Paid(Schema):
    """One payment; it stands unless `cancelled_at` says otherwise."""

    id: str
    key: str = Field(description="the Idempotency-Key that it was made with")
    number: str = Field(description="the ticket's, fifteen digits", pattern=r"^[0-9]{15}$")
    what: Literal["prize", "refund"]
    amount: int = Field(description="cents", ge=0)
    means: Literal["cash"]
    paid_at: Moment
    desk: str
    cancelled_at: Moment | None

    @classmethod
    def of(cls, payment: Payment) -> "Paid":
        """What is told of a payment made here; never the code."""
        return cls(
            id=str(payment.id),
            key=str(payment.request),
            number=f"{payment.ticket_id:015}",
            what=payment.what,  # type: ignore[arg-type]  # a choice of the model
            amount=payment.amount,
            means=payment.means,  # type: ignore[arg-type]
            paid_at=payment.paid_at,
            desk=str(payment.desk),
            cancelled_at=payment.cancelled_at,
        )


class Problem(Schema):
    """Why nothing was done."""

    field: str | None = Field(description="what of the request is to blame, when one thing is")
    message: str = Field(description="to show as it is, in French")


class Conflict(Problem):
    """It was paid before, by another request."""

    paid_at: Moment
    desk: str
    cancelled_at: Moment | None = Field(description="when that payment was cancelled, if it was")
