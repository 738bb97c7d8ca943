"""Tickets to play in tests: an emission on sale and tickets of a known tier, sealed as an issued block seals them."""

import json
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.auth.models import Group, Permission, User
from django.utils import timezone

import tickets
from games.models import Play
from games.playing import play_step
from games.registry import GAMES
from games.rules.dealer import Scripted
from games.starting import enter_code
from office import roles
from tickets import blind, codes, numbers, peppers
from tickets.models import Block, Booklet, Emission, Game, PrizeTable, PrizeTier, Ticket

CODES = {"sauve_souris": 501, "poule_aux_oeufs_d_or": 502, "as_capone": 503}


@cache
def annex_table(slug: str) -> Any:
    tables = json.loads(Path(tickets.__file__).with_name("prize_tables.json").read_text())
    return next(table for table in tables if table["game"] == slug)


def make_emission(slug: str, *, closed_on: date | None = None) -> Emission:
    """An emission of one game, on sale for long, with the prize table of its annex and an empty block."""
    source = annex_table(slug)
    game = Game.objects.create(slug=slug, name=GAMES[slug].name, price=source["price_eur"] * 100)
    table = PrizeTable.objects.create(
        game=game, version=1, block_size=source["block_size"], share=69_00, tolerance=2_00
    )
    PrizeTier.objects.bulk_create(
        PrizeTier(table=table, position=position, lots=[e * 100 for e in euros], tickets=count)
        for position, (*euros, count) in enumerate(source["rows"], 1)
    )
    emission = Emission.objects.create(
        game=game,
        prize_table=table,
        game_code=CODES[slug],
        number=1,
        available_on=date(2020, 1, 1),
        closed_on=closed_on,
    )
    issue(emission)
    return emission


def issue(emission: Emission) -> Block:
    """Its next block, empty."""
    return Block.objects.create(
        emission=emission,
        number=emission.blocks.count() + 1,
        pepper_key=peppers.newest().key_id,
        root=b"",
        print_digest=b"",
        issued_at=timezone.now(),
    )


def approver() -> User:
    """Someone who may approve prize tables."""
    user, _ = User.objects.get_or_create(username="approbation")
    user.groups.add(Group.objects.get(name=roles.APPROVER))
    return user


def make_ticket(emission: Emission, *, tier: int = 1) -> str:
    """One more ticket of a tier (from 1), in a booklet of its own; gives its code."""
    block = emission.blocks.get()
    key = numbers.booklet_key(emission.game_code, emission.number, block.booklets.count() + 1)
    booklet = Booklet.objects.create(key=key, block=block)
    number = numbers.numbers_of_booklet(key, 1)[0]
    code, opener = codes.new_codes(1)[0], peppers.newest()
    lookup = blind.lookup(opener, code)
    sealed = blind.seal(opener, code, lookup, number=number, block_id=block.id, tier=tier)
    Ticket.objects.create(number=number, booklet=booklet, lookup=lookup, sealed_tier=sealed)
    return code


def start(slug: str, *, tier: int = 1) -> Play:
    """A play just started, of a ticket of this tier."""
    emission = Emission.objects.filter(game__slug=slug).first() or make_emission(slug)
    return enter_code(text=make_ticket(emission, tier=tier))


def step(play: Play, data: dict[str, str], *results: Any) -> Play:
    """One more step with scripted draws."""
    return play_step(play_id=play.id, step=play.step, data=data, dealer=Scripted(*results))


def mice(*placed: int) -> dict[str, str]:
    return {f"f{cheese}": str(count) for cheese, count in enumerate(placed, 1)}


def to_the_end(play: Play) -> Play:
    """Play with live draws, always taking the first choice there is."""
    while play.ended_at is None:
        play = play_step(play_id=play.id, step=play.step, data=first_choice(play))
    return play


def first_choice(play: Play) -> dict[str, str]:
    """The form fields of the first legal choice."""
    return fields(play.game_slug, play.game.rules.legal(play.load())[0])


def fields(slug: str, choice: Any) -> dict[str, str]:
    """The form fields that make this choice in a game."""
    if slug == "sauve_souris":
        return mice(*choice)
    if slug == "poule_aux_oeufs_d_or":
        return {{"hen": "poule", "stack": "paille"}[choice[0]]: str(choice[1])}
    return {"paquet": "1"} if choice == "pack" else {"carte": choice}


def manager() -> User:
    """Someone who may suspend."""
    user = User.objects.create_user(f"emissions{User.objects.count()}")
    user.user_permissions.add(Permission.objects.get(codename="suspend_game"))
    return user
