"""What is printed and sold, the journal and its seal."""

from tickets.models.addenda import Addendum, AdditionalLot
from tickets.models.journal_entry import JournalEntry
from tickets.models.notices import Notice
from tickets.models.offer import Emission, Game, PrizeTable, PrizeTier
from tickets.models.orders import BlockOrder, PrintAuthorisation, PrintDownload
from tickets.models.reglement import Reglement
from tickets.models.seal import Checkpoint, Leaf, Outbox, Tile
from tickets.models.stock import Block, Booklet, Ticket
from tickets.models.suspension import Suspension

__all__ = [
    "Addendum",
    "AdditionalLot",
    "Block",
    "BlockOrder",
    "Booklet",
    "Checkpoint",
    "Emission",
    "Game",
    "JournalEntry",
    "Leaf",
    "Notice",
    "Outbox",
    "PrintAuthorisation",
    "PrintDownload",
    "PrizeTable",
    "PrizeTier",
    "Reglement",
    "Suspension",
    "Ticket",
    "Tile",
]
