"""Issues a block: its tickets, print file and first journal entry come into being together, or not at all."""

import json
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from pyrage import x25519

from tickets import numbers, peppers, record
from tickets.issuing import copying, planning, print_file
from tickets.issuing.booklets import Assignment
from tickets.issuing.planning import Plan
from tickets.issuing.sealing import Row, Sealing
from tickets.journal.chain import Subject
from tickets.models import Block, BlockOrder

Progress = Callable[[int, int], None]


class NotUnderWay(Exception):
    """The order was cancelled, or ended by another worker, before its block was begun."""


@transaction.atomic(durable=True)
def issue_block(
    *, emission_id: int, progress: Progress = lambda done, total: None, order_id: int | None = None
) -> Block:
    """Issue an emission's next block under its prize table and the booklet rule (art. 3.2.1, 3.2.2, 3.2.4).

    `progress` gets the tickets made so far and in all; what it raises stops the issue. `order_id` is the running order
    that the block fulfils, in the same transaction. Raises planning.CannotIssue, whose message is in French, and
    NotUnderWay. Killed at any moment, it leaves nothing but encrypted files, which the next call for the emission
    removes.
    """
    order = _held(order_id) if order_id is not None else None
    plan, printer = planning.plan(emission_id), planning.printer()
    print_file.sweep(settings.PRINT_FOLDER, *plan.codes, blocks=plan.number - 1)
    block = _new_block(plan)
    with print_file.drafted(settings.PRINT_FOLDER / plan.file_name, printer) as draft:
        assignment = plan.assign()
        sealing = _write_tickets(plan, block, assignment, progress)
        with copying.checking():
            block.print_digest = draft.fill(_lines(plan, sealing, assignment))
            block.root = sealing.root()
        progress(len(assignment.tiers), len(assignment.tiers))  # the last moment to stop it
        block.save(update_fields=["root", "print_digest"])
        said = _entry(plan, block, assignment, printer) | _fulfilled(order, block)
        record.append(Subject.BLOCK, block.pk, "issue", said, at=block.issued_at)
    return block


def _held(order_id: int) -> BlockOrder:
    """Lock the order, in a way that lets rows name it; the lock tells others that its block is being made."""
    order = BlockOrder.objects.select_for_update(of=("self",), no_key=True).get(pk=order_id)
    if order.state != BlockOrder.State.RUNNING:
        raise NotUnderWay
    return order


def _fulfilled(order: BlockOrder | None, block: Block) -> dict[str, Any]:
    """End the order with its block; what the journal keeps of it."""
    if order is None:
        return {}
    order.block, order.state, order.ended_at = block, BlockOrder.State.DONE, timezone.now()
    order.save(update_fields=["block", "state", "ended_at"])
    return {"order": order.pk, "by": order.asked_by_id}


def _new_block(plan: Plan) -> Block:
    """The block's row comes first, because sealing binds each ticket to its id."""
    return Block.objects.create(
        emission=plan.emission,
        number=plan.number,
        pepper_key=peppers.newest().key_id,
        root=b"",
        print_digest=b"",
        issued_at=timezone.now(),
    )


def _write_tickets(plan: Plan, block: Block, assignment: Assignment, progress: Progress) -> Sealing:
    size = plan.emission.booklet_size
    every_number = array("q", (number for key in plan.keys for number in numbers.numbers_of_booklet(key, size)))
    copying.copy_booklets(plan.keys, block.pk)
    sealing = Sealing(every_number, assignment.tiers, block_id=block.pk, peppers=peppers.newest())
    copying.copy_tickets(_reported(sealing.rows(), len(every_number), progress))
    return sealing


def _reported(chunks: Iterable[Sequence[Row]], total: int, progress: Progress) -> Iterator[Sequence[Row]]:
    done = 0
    for chunk in chunks:
        yield chunk
        done += len(chunk)
        progress(done, total)


def _lines(plan: Plan, sealing: Sealing, assignment: Assignment) -> Iterator[str]:
    yield print_file.HEADER
    lots = [print_file.euros(tier.lots) for tier in plan.tiers]
    for number, code, tier in zip(sealing.numbers, sealing.codes, assignment.tiers, strict=True):
        yield print_file.line(number, code, settings.SITE_URL, lots[tier])


def _entry(plan: Plan, block: Block, assignment: Assignment, printer: x25519.Recipient) -> dict[str, Any]:
    """What the journal keeps of an issue. A swap tells which ticket is worth more: only the printer can read them."""
    return {
        "game_code": plan.emission.game_code,
        "emission": plan.emission.number,
        "block": plan.number,
        "prize_table": plan.emission.prize_table.version,
        "tickets": len(assignment.tiers),
        "counts": [tier.tickets for tier in plan.tiers],
        "booklets": len(plan.keys),
        "booklet_size": plan.emission.booklet_size,
        "first_booklet": plan.keys[0],
        "swaps": len(assignment.swaps),
        "swaps_sealed": print_file.sealed(json.dumps(assignment.swaps), printer),
        "pepper_key": block.pepper_key,
        "root": block.root.hex(),
        "print_file": plan.file_name,
        "print_digest": block.print_digest.hex(),
    }
