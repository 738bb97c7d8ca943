"""The demonstration: the three games' emissions with one full block each, and tickets ready to play."""

import json
import secrets
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

from django.conf import settings
from django.utils import timezone

import tickets
from games.approval import approve_prize_table
from games.registry import GAMES
from games.templatetags.french import euros_short
from office.demonstration_staff import in_role
from tickets import numbers
from tickets.calendar import paris_day
from tickets.emitting import Wanted, create_emission
from tickets.issuing import print_file
from tickets.issuing.services import issue_block
from tickets.models import Block, Emission, Game, PrizeTable, PrizeTier

TABLES = Path(tickets.__file__).with_name("prize_tables.json")
GAME_CODES = {"sauve_souris": 601, "poule_aux_oeufs_d_or": 602, "as_capone": 603}
SHARE, TOLERANCE = 69_00, 2_00  # invented: no order is at hand (art. 2.3); the three games pay from 68 to 70.05 %
READY = 3  # tickets of each game shown ready to play


def load_offer() -> list[Emission]:
    """The prize tables of the règlement's annexes, approved, and one emission of each game, on sale from today."""
    emissions, today = [], paris_day(timezone.now())
    for source in json.loads(TABLES.read_text()):
        table = approve_prize_table(table_id=_load_table(source).id, by=in_role("approbation"))
        wanted = Wanted(prize_table=table, game_code=GAME_CODES[source["game"]], number=1, available_on=today)
        emissions.append(create_emission(wanted=wanted, by=in_role("emissions")))
    return emissions


def _load_table(source: dict[str, Any]) -> PrizeTable:
    game = Game.objects.create(slug=source["game"], name=GAMES[source["game"]].name, price=source["price_eur"] * 100)
    own = {"block_size": source["block_size"], "share": SHARE, "tolerance": TOLERANCE}
    table = PrizeTable.objects.create(game=game, version=1, changed_by=in_role("emissions"), **own)
    for position, (*euros, count) in enumerate(source["rows"], 1):
        PrizeTier.objects.create(table=table, position=position, lots=[e * 100 for e in euros], tickets=count)
    return table


def issue(emissions: list[Emission], progress: Callable[[Emission], Callable[[int, int], None]]) -> list[Block]:
    """A full block of each emission."""
    return [issue_block(emission_id=emission.id, progress=progress(emission)) for emission in emissions]


def ready_tickets(blocks: list[Block]) -> list[dict[str, str]]:
    """Some tickets of each block, read from its print file as a printer would: game, number, code, address, lots."""
    return [ticket for block in blocks for ticket in _some_tickets(block)]


def _some_tickets(block: Block) -> list[dict[str, str]]:
    emission = block.emission
    path = settings.PRINT_FOLDER / print_file.name(emission.game_code, emission.number, block.number)
    printed = list(print_file.read(path, settings.PRINTER_IDENTITY))
    return [
        {
            "game": emission.game.slug,
            "name": emission.game.name,
            "number": numbers.shown(one.number),
            "code": one.code,
            "address": one.address,
            "lots": " / ".join(euros_short(round(Decimal(lot) * 100)) for lot in one.lots),
        }
        for one in secrets.SystemRandom().sample(printed, READY)
    ]
