"""The peppers that the settings hold outside the database (design: blind storage)."""

from django.conf import settings

from tickets.blind import Peppers


def live() -> tuple[Peppers, ...]:
    """Every generation that a ticket may still bear, the newest last."""
    return tuple(Peppers(*generation) for generation in settings.PEPPERS)


def newest() -> Peppers:
    """The generation that serves new blocks."""
    return live()[-1]
