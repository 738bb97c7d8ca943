"""What the admin shows of each model; a module each, or one for those that go together."""

from office.admin import (  # noqa: F401 - each registers its models
    addenda,
    blocks,
    booklets,
    claims,
    desks,
    emissions,
    incidents,
    people,
    reglement,
    suspensions,
    tables,
    winners,
)
