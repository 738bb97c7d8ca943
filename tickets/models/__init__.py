"""What is printed and sold, the journal and its seal."""

from tickets.models.addenda import Addendum, AdditionalLot
from tickets.models.journal_entry import JournalEntry
from tickets.models.offer import Emission, Game, PrizeTable, PrizeTier
from tickets.models.seal import Checkpoint, Leaf, Outbox, Tile
from tickets.models.stock import Block, Booklet, Ticket
from tickets.models.suspension import Suspension

__all__ = [
    "Addendum",
    "AdditionalLot",
    "Block",
    "Booklet",
    "Checkpoint",
    "Emission",
    "Game",
    "JournalEntry",
    "Leaf",
    "Outbox",
    "PrizeTable",
    "PrizeTier",
    "Suspension",
    "Ticket",
    "Tile",
]
