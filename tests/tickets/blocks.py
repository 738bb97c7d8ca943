"""Blocks to issue in tests: approved prize tables of any size, and what a printer and a presented code can open."""

import json
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings

import tickets
from games.approval import approve_prize_table
from tests.games import stock
from tickets import blind, peppers
from tickets.issuing import print_file
from tickets.issuing.print_file import Printed
from tickets.issuing.services import issue_block
from tickets.models import Block, Emission, Game, PrizeTable, PrizeTier, Ticket

_SOURCE = json.loads(Path(tickets.__file__).with_name("prize_tables.json").read_text())
TABLES = {table["game"]: table for table in _SOURCE}
GAME_CODES = {"sauve_souris": 501, "poule_aux_oeufs_d_or": 502, "as_capone": 503}


class Opened(NamedTuple):
    """A ticket as its bearer sees it: what is printed, and the tier that its code opens (from 1)."""

    printed: Printed
    tier: int


def make_emission(slug: str, tickets: int = 300_000, **fields: Any) -> Emission:
    """An emission whose blocks have so many tickets, in the proportions of the annex (a line may be left without)."""
    source = TABLES[slug]
    game = Game.objects.create(slug=slug, name=source["name"], price=source["price_eur"] * 100)
    table = PrizeTable.objects.create(game=game, version=1, block_size=tickets, share=0, tolerance=100_00)
    counts = [count * tickets // source["block_size"] for *_, count in source["rows"]]
    counts[-1] += tickets - sum(counts)
    for position, (*euros, _) in enumerate(source["rows"], 1):
        lots = [100 * lot for lot in euros]
        PrizeTier.objects.create(table=table, position=position, lots=lots, tickets=counts[position - 1])
    table = approve_prize_table(table_id=table.pk, by=stock.approver())
    fields = {"game_code": GAME_CODES[slug], "number": 1, "available_on": date(2027, 1, 1)} | fields
    return Emission.objects.create(game=game, prize_table=table, **fields)


def issued(slug: str, tickets: int = 3_000, **fields: Any) -> Block:
    """The first block of such an emission."""
    return issue_block(emission_id=make_emission(slug, tickets, **fields).pk)


def path_of(block: Block) -> Path:
    """Where its print file is."""
    folder: Path = settings.PRINT_FOLDER
    return folder / print_file.name(block.emission.game_code, block.emission.number, block.number)


def opened(block: Block, identity: str) -> list[Opened]:
    """Every ticket of a block, opened with the code of the print file, in its order."""
    rows = Ticket.objects.filter(booklet__block=block).values_list("lookup", "number", "sealed_tier")
    sealed = {bytes(lookup): (number, bytes(tier)) for lookup, number, tier in rows}
    return [Opened(one, _open(one, sealed, block.pk)) for one in print_file.read(path_of(block), identity)]


def booklets_of(block: Block, tiers: Sequence[int]) -> Iterator[Sequence[int]]:
    """The tiers of a block cut into booklets."""
    size = block.emission.booklet_size
    return (tiers[start : start + size] for start in range(0, len(tiers), size))


def _open(one: Printed, tickets: dict[bytes, tuple[int, bytes]], block_id: int) -> int:
    code, opener = one.code.replace("-", ""), peppers.newest()
    lookup = blind.lookup(opener, code)
    number, sealed = tickets[lookup]
    assert number == one.number, "the code printed on a ticket finds another"
    return blind.open_tier(opener, code, lookup, number=number, block_id=block_id, sealed=sealed)
