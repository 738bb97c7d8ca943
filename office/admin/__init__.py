"""What the admin shows of each model; a module each, or one for those that go together."""

from office.admin import booklets, claims, desks, people, suspensions, tables, winners

__all__ = ["booklets", "claims", "desks", "people", "suspensions", "tables", "winners"]
