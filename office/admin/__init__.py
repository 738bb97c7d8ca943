"""What the admin shows of each model; a module each, or one for those that go together."""

from office.admin import addenda, blocks, booklets, claims, desks, emissions, people, suspensions, tables, winners

__all__ = ["addenda", "blocks", "booklets", "claims", "desks", "emissions", "people", "suspensions", "tables", "winners"]
