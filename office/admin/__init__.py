"""What the admin shows of each model; a module each, or one for those that go together."""

from office.admin import addenda, booklets, claims, desks, people, suspensions, tables, winners

__all__ = ["addenda", "booklets", "claims", "desks", "people", "suspensions", "tables", "winners"]
