"""The verifier finds whatever was altered behind the application's back, and names it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError
from django.db.models import F

from tests.tickets import sealed, tampering
from tests.tickets.blocks import issued
from tickets import record
from tickets.journal import chain
from tickets.journal.chain import Subject
from tickets.models import Block, Booklet, Emission, Game, JournalEntry, PrizeTable, Ticket
from tickets.verifying import Altered, Counts, verify

pytestmark = pytest.mark.django_db
AT = datetime(2027, 3, 1, 12, tzinfo=UTC)


def write_chain() -> None:
    for word in ("one", "two", "three"):
        record.append(Subject.GAME, 7, "note", {"word": word}, at=AT)


@pytest.fixture(autouse=True)
def _own_folder(settings: Any, tmp_path: Path) -> None:
    """Where the command keeps how far it is."""
    settings.VAR = tmp_path


@pytest.mark.parametrize(
    ("change", "where"),
    [
        ("UPDATE {} SET text = replace(text, 'two', 'six') WHERE number = 2", "game 7, entry 2: digest"),
        ("UPDATE {} SET digest = sha256('') WHERE number = 3", "game 7, entry 3: digest"),
        ("UPDATE {} SET digest = sha256('') WHERE number = 2", "game 7, entry 2: digest"),
        ("UPDATE {} SET previous = sha256('') WHERE number = 1", "game 7, entry 1: not linked"),
        ("UPDATE {} SET kind = 'other' WHERE number = 2", "game 7, entry 2: text and entry"),
        ("UPDATE {} SET subject_id = 8", "game 8, entry 1: text and entry"),
        ("DELETE FROM {} WHERE number = 2", "game 7, entry 3: entry 2 expected"),
        ("DELETE FROM {} WHERE number = 1", "game 7, entry 2: entry 1 expected"),
    ],
)
def test_an_altered_entry_is_named(change: str, where: str, cloned_db: str) -> None:
    """Art. 4.4.2."""
    write_chain()
    tampering.as_owner(change.format("tickets_journalentry"))
    with pytest.raises(CommandError, match=f"ALTERED: {where}"):
        call_command("verify_journal", "--no-blocks")


def test_an_entry_rewritten_with_its_digest_breaks_the_next_link(cloned_db: str) -> None:
    write_chain()
    tampering.rewrite(Subject.GAME, 7, 2, {"word": "six"}, rest=False)
    with pytest.raises(Altered, match="game 7, entry 3: not linked"):
        verify()


def swap_tiers(block: Block) -> None:
    one, other = Ticket.objects.order_by("number")[:2]
    one.sealed_tier, other.sealed_tier = other.sealed_tier, one.sealed_tier
    Ticket.objects.bulk_update([one, other], ["sealed_tier"])


def exchange_lookup(block: Block) -> None:
    Ticket.objects.filter(pk=Ticket.objects.earliest("number").pk).update(lookup=bytes(32))


def add_ticket(block: Block) -> None:
    booklet = block.booklets.earliest("key")
    Ticket.objects.create(number=booklet.key * 10_000 + 9_990, booklet=booklet, lookup=bytes(32), sealed_tier=bytes(18))


def move_ticket(block: Block) -> None:
    one, other = block.booklets.order_by("key")[:2]
    Ticket.objects.filter(pk=one.tickets.earliest("number").pk).update(booklet=other)


def move_booklet(block: Block) -> None:
    other = Block.objects.create(
        emission=block.emission, number=2, pepper_key=1, root=b"", print_digest=b"", issued_at=AT
    )
    Booklet.objects.filter(pk=block.booklets.latest("key").pk).update(block=other)


def add_booklet(block: Block) -> None:
    Booklet.objects.create(key=501_01_900_000, block=block)


def add_block(block: Block) -> None:
    Block.objects.create(emission=block.emission, number=2, pepper_key=1, root=b"", print_digest=b"", issued_at=AT)


def updating(**values: Any) -> Callable[[Block], None]:
    def update(block: Block) -> None:
        Block.objects.update(**values)

    return update


def with_another_table(block: Block) -> None:
    table = PrizeTable.objects.create(game=block.emission.game, version=2, block_size=1_000)
    Emission.objects.update(prize_table=table)


@pytest.mark.parametrize(
    ("alter", "what"),
    [
        (swap_tiers, "its tickets do not give its root"),
        (exchange_lookup, "its tickets do not give its root"),
        (add_ticket, "its tickets do not give its root"),
        (move_booklet, "its tickets do not give its root"),
        (move_ticket, "ticket 501 01 000001 001 .: moved to booklet 50101000002"),
        (add_booklet, "booklets is not"),
        (add_block, "no entry of its issue"),
        (updating(root=bytes(32)), "its tickets do not give its root"),
        (updating(print_digest=bytes(32)), "print_digest is not"),
        (updating(pepper_key=9), "pepper_key is not"),
        (updating(number=2), "block is not"),
        (updating(issued_at=F("issued_at") + timedelta(seconds=1)), "at is not"),
        (with_another_table, "prize_table is not"),
        (lambda block: Emission.objects.update(number=9), "emission is not"),
    ],
)
def test_an_altered_block_is_named(alter: Callable[[Block], None], what: str, printer: str) -> None:
    """Art. 3.2.1, 3.2.2, 4.3.2."""
    block = issued("sauve_souris", 1_000)
    assert verify()._replace(oldest=timedelta()) == Counts(
        2, 2, sealed=0, checkpoints=0, waiting=2, tickets=1_000, blocks=1
    )
    alter(block)
    with pytest.raises(Altered, match=what):
        verify()
    assert verify(blocks=False).entries == 2


@pytest.mark.parametrize(
    ("models", "what"),
    [([Ticket], "its tickets do not give its root"), ([Ticket, Booklet, Block], "issued, says the journal, and gone")],
)
def test_tickets_deleted_by_the_owner_are_missed(
    models: list[type[Ticket | Booklet | Block]], what: str, cloned_db: str, printer: str
) -> None:
    """The application's log-in may not even delete them."""
    issued("sauve_souris", 1_000)
    for model in models:
        with pytest.raises(ProgrammingError, match="permission denied"):
            model.objects.all().delete()
        model.objects.using("owner").all().delete()
    with pytest.raises(Altered, match=what):
        verify()


@pytest.mark.parametrize(
    ("at", "data", "named"),
    [("2027-03-01", "{}", "no data or no time"), (sealed.AT, "[" * 3000 + "]" * 3000, "text is not canonical JSON")],
    ids=["a time without a zone", "lists without end"],
)
def test_an_entry_that_waits_with_anything_for_a_text_is_named(at: Any, data: str, named: str) -> None:
    """The database checks that an entry's text says whose it is, and nothing else of it."""
    entry = chain.make(Subject.GAME, 7, 1, "note", {}, at=sealed.AT, previous=chain.GENESIS)
    text = entry.text.replace('"data":{}', f'"data":{data}').replace(chain.stamp(sealed.AT), str(at))
    forged = replace(entry, text=text, digest=chain.digest(chain.GENESIS, text))
    JournalEntry.of(forged).save(force_insert=True)
    with pytest.raises(CommandError, match=f"ALTERED: game 7, entry 1: {named}"):
        call_command("verify_journal", "--no-blocks")


def test_an_approval_that_approves_nothing_is_named() -> None:
    game = Game.objects.create(slug="as_capone", name="As Capone", price=500)
    table = PrizeTable.objects.create(game=game, version=1, block_size=10, approved_at=sealed.AT)
    record.append(Subject.PRIZE_TABLE, table.pk, "approve", {}, at=AT)
    with pytest.raises(Altered, match=f"prize table {table.pk}: its lines are not those approved"):
        verify()
