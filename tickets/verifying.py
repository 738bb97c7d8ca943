"""Recomputes the whole journal and every block's tree of tickets, and names the first record that was altered."""

import json
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from itertools import groupby
from typing import Any, NamedTuple

from django.db import transaction

from tickets import numbers, record
from tickets.issuing import sealing
from tickets.journal import chain
from tickets.journal.chain import Entry, Subject
from tickets.journal.merkle import Frontier
from tickets.journal.quick import plainly_right
from tickets.models import Block, JournalEntry, PrizeTable, Ticket

Firsts = dict[Subject, dict[int, Entry]]  # by subject, then by its id
Watch = Callable[[str, int, Iterable[Any]], Iterable[Any]]
_ROWS_AT_ONCE = 5_000


class Altered(Exception):
    """A record that is not what was written; the message names it and says what is wrong."""


class Counts(NamedTuple):
    """What was verified."""

    entries: int
    chains: int
    tickets: int = 0
    blocks: int = 0


@transaction.atomic
def verify(*, blocks: bool = True, watch: Watch = lambda unit, total, records: records) -> Counts:
    """Verify every chain and, with `blocks`, every block's tickets (art. 4.3.6, 4.4.2); Altered at the first fault.

    `watch` is handed the records about to be read, with their unit and number, and gives them on: it shows progress.
    """
    firsts: Firsts = {Subject.BLOCK: {}, Subject.PRIZE_TABLE: {}}
    with closing(_every_entry()) as entries:
        counts = _verify_chains(watch("entries", JournalEntry.objects.count(), entries), firsts)
    _verify_tables(firsts[Subject.PRIZE_TABLE])
    if not blocks:
        return counts
    issues = firsts[Subject.BLOCK]
    with closing(_every_ticket()) as tickets:
        trees = _trees(watch("tickets", Ticket.objects.count(), tickets))
    _verify_blocks(issues, trees)
    return counts._replace(tickets=sum(tree.size for tree in trees.values()), blocks=len(issues))


def _verify_chains(entries: Iterable[Entry], firsts: Firsts) -> Counts:
    """Check the chains one by one, and collect the first entry of those that rows are compared with."""
    number = chains = 0
    for (subject, subject_id), group in groupby(entries, key=lambda entry: (entry.subject, entry.subject_id)):
        chained = list(group)
        if not plainly_right(chained):
            _check(chained)
        number, chains = number + len(chained), chains + 1
        if subject in firsts:
            firsts[subject][subject_id] = chained[0]
    return Counts(number, chains)


def _check(chained: list[Entry]) -> None:
    try:
        chain.check(chained)
    except chain.Broken as error:
        raise Altered(str(error)) from error


def _every_entry() -> Generator[Entry, None, None]:
    yield from record.every_entry()


def _every_ticket() -> Generator[tuple[int, bytes, bytes, int, int]]:
    fields = ("number", "lookup", "sealed_tier", "booklet_id", "booklet__block_id")
    yield from Ticket.objects.order_by("number").values_list(*fields).iterator(chunk_size=_ROWS_AT_ONCE)


def _trees(tickets: Iterable[tuple[int, bytes, bytes, int, int]]) -> defaultdict[int, Frontier]:
    """Grow the tree of each block, by its id."""
    trees: defaultdict[int, Frontier] = defaultdict(Frontier)
    for number, lookup, sealed, booklet, block in tickets:
        if number // 10_000 != booklet:
            raise Altered(f"ticket {numbers.shown(number)}: moved to booklet {booklet:011d}")
        trees[block].append(sealing.leaf(number, lookup, sealed))
    return trees


def _verify_tables(approvals: dict[int, Entry]) -> None:
    """Compare each approved prize table with the entry of its approval: what tickets bear is read from its lines."""
    left = dict(approvals)
    for table in PrizeTable.objects.exclude(approved_at=None).prefetch_related("tiers").order_by("pk"):
        approval = left.pop(table.pk, None)
        if approval is None:
            raise Altered(f"prize table {table.pk}: the journal has no entry of its approval")
        written = json.loads(approval.text)["data"]
        lines = [{"lots": t.lots, "tickets": t.tickets, "expected": t.expected} for t in table.tiers.all()]
        if (written["version"], written["block_size"], written["lines"]) != (table.version, table.block_size, lines):
            raise Altered(f"prize table {table.pk}: its lines are not those approved")
    if left:
        raise Altered(f"prize table {min(left)}: approved, says the journal, and not in force")


def _verify_blocks(issues: dict[int, Entry], trees: defaultdict[int, Frontier]) -> None:
    """Compare each block with its first entry."""
    left = dict(issues)
    for block in Block.objects.select_related("emission__prize_table").order_by("pk"):
        issue = left.pop(block.pk, None)
        if issue is None:
            raise Altered(f"block {block.pk}: the journal has no entry of its issue")
        text = json.loads(issue.text)
        written = text["data"] | {"kind": text["kind"], "at": text["at"]}
        for what, value in _found(block, trees[block.pk]).items():
            if written.get(what) != value:
                raise Altered(f"block {block.pk}: {what} is not what its first entry says")
    if left:
        raise Altered(f"block {min(left)}: issued, says the journal, and gone")


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
