"""What the admin shows of each model; a module each, or one for those that go together."""

from office.admin import claims, desks, people, winners

__all__ = ["claims", "desks", "people", "winners"]
