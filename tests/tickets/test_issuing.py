"""Issuing a block, on real PostgreSQL: what is printed, counted and sealed in the journal."""

import base64
import hashlib
import json
from collections import Counter
from fractions import Fraction
from typing import Any

import pyrage
import pytest
from pyrage import x25519

from tests import forms
from tests.tickets import blocks
from tests.tickets.blocks import issued
from tickets import codes, numbers, peppers, record
from tickets.issuing import print_file
from tickets.issuing.services import issue_block
from tickets.journal.chain import Subject
from tickets.models import Block, Booklet, Ticket
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
GAMES = tuple(blocks.TABLES)
RARE = 50


def issue_entry(block: Block) -> dict[str, Any]:
    (entry,) = record.entries(Subject.BLOCK, block.pk)
    data: dict[str, Any] = json.loads(entry.text)["data"]
    return data


def keeps_the_promises(block: Block, printer: str) -> None:
    """Counts of every tier, lots printed, booklet rule, numbers."""
    tiers = list(block.emission.prize_table.tiers.all())
    opened = blocks.opened(block, printer)
    assert Counter(one.tier for one in opened) == {tier.position: tier.tickets for tier in tiers if tier.tickets}
    lots = {tier.position: tuple(print_file.euros([lot]) for lot in tier.lots) for tier in tiers}
    assert all(one.printed.lots == lots[one.tier] for one in opened)
    keys, size = block.booklets.order_by("key").values_list("key", flat=True), block.emission.booklet_size
    right = [number for key in keys for number in numbers.numbers_of_booklet(key, size)]
    assert [one.printed.number for one in opened] == right
    keeps_the_booklet_rule(block, [one.tier for one in opened])


def keeps_the_booklet_rule(block: Block, opened: list[int]) -> None:
    tiers = {tier.position: tier for tier in block.emission.prize_table.tiers.all()}
    expected = {position: tier.expected_payout for position, tier in tiers.items()}
    rare = {position for position, tier in tiers.items() if tier.tickets <= RARE}
    booklets = list(blocks.booklets_of(block, opened))
    average = sum(expected[tier] * tiers[tier].tickets for tier in tiers) / Fraction(len(booklets))
    for booklet in booklets:
        assert all(count == 1 for tier, count in Counter(booklet).items() if tier in rare)
        assert sum(expected[tier] for tier in booklet) >= Fraction(block.emission.booklet_share, 100) * average


@pytest.mark.parametrize("slug", GAMES)
def test_a_block_has_exactly_the_tickets_of_its_table_under_the_booklet_rule(slug: str, printer: str) -> None:
    """Art. 3.2.1, 3.2.2, 3.2.4."""
    keeps_the_promises(issued(slug), printer)
    assert verify().tickets == 3_000


@pytest.mark.parametrize(("slug", "tickets"), [("as_capone", 30_000), *forms.in_soak(*((g, 300_000) for g in GAMES))])
def test_a_large_block_keeps_the_same_promises(slug: str, tickets: int, printer: str) -> None:
    """Art. 3.2.1, 3.2.2, 3.2.4: a tenth of a full one, all of it in the whole form."""
    block = issued(slug, tickets)
    keeps_the_promises(block, printer)
    assert Booklet.objects.count() * block.emission.booklet_size == tickets
    assert verify().tickets == tickets


def test_the_print_file_holds_what_is_printed_and_nothing_else(printer: str) -> None:
    """Art. 3.3.2."""
    block = issued("sauve_souris", 1_000)
    first, *_ = blocks.opened(block, printer)
    number, code, address, lots = first.printed
    assert numbers.shown(number).startswith("501 01 000001 001 ")
    assert code == codes.shown(codes.read(code))
    assert address == f"http://127.0.0.1:8000/t#{codes.read(code)}"
    assert lots in {(str(value), str(maximum)) for value, maximum, _ in blocks.TABLES["sauve_souris"]["rows"]}
    assert list(blocks.path_of(block).parent.iterdir()) == [blocks.path_of(block)]
    assert blocks.path_of(block).stat().st_mode & 0o777 == 0o600


def test_only_the_printer_reads_the_print_file(printer: str) -> None:
    path = blocks.path_of(issued("sauve_souris", 1_000))
    with pytest.raises(pyrage.DecryptError):
        next(print_file.read(path, str(x25519.Identity.generate())))


def test_lots_are_printed_in_euros() -> None:
    assert print_file.euros([50_000_00, 4_50, 5]) == "50000 4.50 0.05"


def test_the_first_entry_seals_tickets_and_print_file(printer: str) -> None:
    """Art. 3.2.1, 4.3.6."""
    block = issued("poule_aux_oeufs_d_or", 6_500)
    block.refresh_from_db()
    data = issue_entry(block)
    swaps, sealed = data.pop("swaps"), data.pop("swaps_sealed")
    assert data == {
        "game_code": 502,
        "emission": 1,
        "block": 1,
        "prize_table": 1,
        "tickets": 6_500,
        "counts": [tier.tickets for tier in block.emission.prize_table.tiers.all()],
        "booklets": 130,
        "booklet_size": 50,
        "first_booklet": 502_01_000001,
        "pepper_key": peppers.newest().key_id,
        "root": bytes(block.root).hex(),
        "print_file": "502-01-1.csv.age",
        "print_digest": hashlib.sha256(blocks.path_of(block).read_bytes()).hexdigest(),
    }
    assert bytes(block.print_digest).hex() == data["print_digest"]
    identity = x25519.Identity.from_str(printer)
    opened = json.loads(pyrage.decrypt(base64.b64decode(sealed), [identity]))
    assert len(opened) == swaps > 0, "so many rare tickets never fall right at once"


def test_numbers_go_on_from_block_to_block(printer: str) -> None:
    """Art. 3.2.5."""
    block = issued("sauve_souris", 1_000)
    second = issue_block(emission_id=block.emission_id)
    assert (block.number, second.number) == (1, 2)
    assert [one.key for one in Booklet.objects.order_by("key")] == list(range(501_01_000001, 501_01_000041))
    assert Ticket.objects.count() == 2_000
    verify()


def test_booklets_may_have_another_size(printer: str) -> None:
    block = issued("as_capone", 1_000, booklet_size=20, booklet_share=50)
    assert block.booklets.count() == 50
    keeps_the_promises(block, printer)
