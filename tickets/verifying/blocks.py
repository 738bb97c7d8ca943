"""Verifies approved prize tables and every block's tree of tickets against their first entries (art. 3.2.1, 4.3.6)."""

import json
from collections.abc import Generator
from contextlib import closing
from typing import Any, NamedTuple

from tickets import numbers
from tickets.issuing import sealing
from tickets.journal import chain
from tickets.journal.chain import Subject
from tickets.journal.merkle import Frontier
from tickets.models import Block, JournalEntry, PrizeTable, Ticket
from tickets.verifying.keeping import Keeper
from tickets.verifying.reading import Advance, Altered, Watch

_ROWS_AT_ONCE = 5_000
_Row = tuple[int, bytes, bytes, int]  # a ticket's number, look-up, sealed tier and booklet


class Stock(NamedTuple):
    """What was verified, by this run or by the one that it goes on from."""

    tickets: int
    blocks: int


NONE = Stock(0, 0)


def verify_tables() -> None:
    """Compare each approved prize table with the entry of its approval: what tickets bear is read from its lines."""
    left = _firsts(Subject.PRIZE_TABLE)
    approved = PrizeTable.objects.exclude(approved_at=None).select_related("game").prefetch_related("tiers")
    for table in approved.order_by("pk"):
        approval = left.pop(table.pk, None)
        if approval is None:
            raise Altered(f"prize table {table.pk}: the journal has no entry of its approval")
        written = approval["data"]
        if any(written.get(what) != value for what, value in _of_table(table).items()):
            raise Altered(f"prize table {table.pk}: its lines are not those approved")
        if written.get("price", table.game.price) != table.game.price:
            raise Altered(f"prize table {table.pk}: its game's price is not the one it was approved with")
    if left:
        raise Altered(f"prize table {min(left)}: approved, says the journal, and not in force")


def _of_table(table: PrizeTable) -> dict[str, Any]:
    """What the database now holds of what a table's approval says; share and tolerance are newer than some."""
    lines = [{"lots": t.lots, "tickets": t.tickets, "expected": t.expected} for t in table.tiers.all()]
    own = ("version", "block_size", "share", "tolerance")
    return {"lines": lines} | {name: getattr(table, name) for name in own}


def verify_blocks(watch: Watch, keeper: Keeper) -> Stock:
    """Compare each block, but those that the keeper knows, and its tickets with its first entry."""
    left, done, total = _firsts(Subject.BLOCK), keeper.done.blocks, Ticket.objects.count()
    blocks = Block.objects.select_related("emission__prize_table").order_by("pk")
    with watch("tickets", total) as advance:
        for block in blocks:
            issue = left.pop(block.pk, None)
            if issue is None:
                raise Altered(f"block {block.pk}: the journal has no entry of its issue")
            if block.pk not in done:
                _verify_block(block, issue, advance)
                done.append(block.pk)
                keeper.keep()
    if left:
        raise Altered(f"block {min(left)}: issued, says the journal, and gone")
    return Stock(total, len(blocks))


def _firsts(subject: Subject) -> dict[int, Any]:
    """What the first entry of each chain says, by the subject's id."""
    entries = JournalEntry.objects.filter(subject=subject, number=1).values_list("subject_id", "text")
    return {subject_id: json.loads(text) for subject_id, text in entries}


def _verify_block(block: Block, issue: dict[str, Any], advance: Advance) -> None:
    written = issue["data"] | {"kind": issue["kind"], "at": issue["at"]}
    with closing(_tickets(block)) as tickets:
        tree = Frontier()
        for number, lookup, sealed, booklet in tickets:
            if number // 10_000 != booklet:
                raise Altered(f"ticket {numbers.shown(number)}: moved to booklet {booklet:011d}")
            tree.append(sealing.leaf(number, lookup, sealed))
    for what, value in _found(block, tree).items():
        if written.get(what) != value:
            raise Altered(f"block {block.pk}: {what} is not what its first entry says")
    advance(tree.size)


def _tickets(block: Block) -> Generator[_Row]:
    fields = ("number", "lookup", "sealed_tier", "booklet_id")
    tickets = Ticket.objects.filter(booklet__block=block).order_by("number")
    yield from tickets.values_list(*fields).iterator(chunk_size=_ROWS_AT_ONCE)


def _found(block: Block, tree: Frontier) -> dict[str, Any]:
    """What the database now holds of what a block's first entry says."""
    emission = block.emission
    if tree.root() != bytes(block.root):
        raise Altered(f"block {block.pk}: its tickets do not give its root")
    return {
        "kind": "issue",
        "at": chain.stamp(block.issued_at),
        "game_code": emission.game_code,
        "emission": emission.number,
        "block": block.number,
        "prize_table": emission.prize_table.version,
        "tickets": tree.size,
        "booklets": block.booklets.count(),
        "pepper_key": block.pepper_key,
        "root": bytes(block.root).hex(),
        "print_digest": bytes(block.print_digest).hex(),
    }
