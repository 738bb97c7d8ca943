"""What is printed and sold, and the journal: games, prize tables, emissions, blocks, booklets, tickets, entries."""

from tickets.models.journal_entry import JournalEntry
from tickets.models.offer import Emission, Game, PrizeTable, PrizeTier
from tickets.models.stock import Block, Booklet, Ticket
from tickets.models.suspension import Suspension

__all__ = ["Block", "Booklet", "Emission", "Game", "JournalEntry", "PrizeTable", "PrizeTier", "Suspension", "Ticket"]
