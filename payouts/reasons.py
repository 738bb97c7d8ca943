"""Why someone decides or undoes something: one line, asked for before anything is done."""

from payouts import typed_data
from payouts.refusals import PaymentRefused


def read(typed: str) -> str:
    """The reason as it is kept. Raises PaymentRefused when there is none, or it can't be kept."""
    if not typed.strip():
        raise PaymentRefused("Dites pourquoi.", "reason")
    try:
        return typed_data.text(typed)  # no longer than the columns that keep it
    except ValueError as error:
        raise PaymentRefused(f"Raison\u00a0: {error}", "reason") from error
