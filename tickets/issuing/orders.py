"""Blocks asked for and issued in the background; each order ends once, with a block or with nothing."""

import time
from collections.abc import Callable

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from tickets import record
from tickets.issuing import planning, progress
from tickets.issuing.progress import Made
from tickets.issuing.services import NotUnderWay, issue_block
from tickets.journal.chain import Subject
from tickets.models import BlockOrder
from tickets.refusals import BlockRefused

PERMISSION = "tickets.issue_block"
PAUSE = 0.25  # seconds between two tellings
BROKEN = "Une panne a arrêté l’émission du bloc, rien n’est émis. Prévenez l’exploitation, puis recommencez."
State = BlockOrder.State
Tell = Callable[[Made | None], None]


class Stopped(Exception):
    """Somebody cancelled the order; the argument is their id."""


@transaction.atomic
def ask(*, emission_id: int, by: User) -> BlockOrder:
    """Ask for an emission's next block; the caller has it run. Raises BlockRefused, planning.CannotIssue."""
    if not by.has_perm(PERMISSION):
        raise BlockRefused("Seul un responsable des émissions fait émettre un bloc.")
    planning.check(emission_id)
    try:
        with transaction.atomic():
            return BlockOrder.objects.create(emission_id=emission_id, asked_by=by, asked_at=timezone.now())
    except IntegrityError as error:
        raise BlockRefused(
            "Un bloc de cette émission est déjà demandé\u00a0: attendez sa fin, ou annulez-le."
        ) from error


@transaction.atomic(durable=True)
def cancel(*, order_id: int, by: User) -> BlockOrder:
    """Cancel an order: at once when no worker is at it, else as soon as the worker reads it, if no block is made yet.

    Raises BlockRefused when it has ended, BlockOrder.DoesNotExist.
    """
    if not by.has_perm(PERMISSION):
        raise BlockRefused("Seul un responsable des émissions annule un bloc.")
    free = BlockOrder.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
    order = free.filter(pk=order_id).first()
    if order is None:  # a worker holds it: its transaction alone can end it
        order = BlockOrder.objects.get(pk=order_id)
        progress.ask_to_stop(order_id, by.pk)
    elif not order.under_way:
        raise BlockRefused("Cette demande est déjà finie\u00a0: elle ne s’annule plus.")
    else:
        _end(order, State.CANCELLED, cancelled_by=by.pk)
    return order


def run(*, order_id: int, tell: Tell) -> None:
    """Issue the block of an order; `tell` gets how far it is, None when the order itself has changed.

    While it gets figures it has to leave the database alone: the tickets are streaming into it.
    Run again after its worker was killed, it begins anew; once ended, it does nothing. A bug is raised after the order
    is marked as failed.
    """
    order = _begin(order_id)
    if order is None:
        return
    try:
        tell(None)
        issue_block(emission_id=order.emission_id, progress=_watching(order_id, tell), order_id=order_id)
    except Stopped as stopped:
        _ended(order_id, State.CANCELLED, cancelled_by=stopped.args[0])
    except planning.CannotIssue as refused:
        _ended(order_id, State.FAILED, message=str(refused))
    except NotUnderWay:
        pass
    except Exception:
        _ended(order_id, State.FAILED, message=BROKEN)
        raise
    finally:
        progress.forget(order_id)
        tell(None)


@transaction.atomic(durable=True)
def _begin(order_id: int) -> BlockOrder | None:
    """Mark the order as running; None when it has ended. Waits for a worker that is still at it."""
    order = BlockOrder.objects.select_for_update(of=("self",), no_key=True).get(pk=order_id)
    if not order.under_way:
        return None
    order.state, order.started_at = State.RUNNING, timezone.now()
    order.save(update_fields=["state", "started_at"])
    return order


@transaction.atomic(durable=True)
def _ended(order_id: int, state: State, *, cancelled_by: int | None = None, message: str = "") -> None:
    order = BlockOrder.objects.select_for_update(of=("self",), no_key=True).get(pk=order_id)
    if order.under_way:
        _end(order, state, cancelled_by=cancelled_by, message=message)


def _end(order: BlockOrder, state: State, *, cancelled_by: int | None = None, message: str = "") -> None:
    """End it without a block, journalled on the emission's chain: it has no chain of its own."""
    order.state, order.ended_at, order.cancelled_by_id, order.message = state, timezone.now(), cancelled_by, message
    order.save(update_fields=["state", "ended_at", "cancelled_by", "message"])
    said = {"order": order.pk, "asked_by": order.asked_by_id, "cancelled_by": cancelled_by, "message": message}
    record.note(Subject.EMISSION, order.emission_id, f"block_{state}", said, at=order.ended_at)


def _watching(order_id: int, tell: Tell) -> Callable[[int, int], None]:
    """What is told of each thousand tickets: some times a second, how far it is, unless somebody wants it to stop."""
    told = 0.0

    def watch(done: int, total: int) -> None:
        nonlocal told
        if done < total and time.monotonic() - told < PAUSE:
            return
        told = time.monotonic()
        stopper = progress.stopped_by(order_id)
        if stopper is not None:
            raise Stopped(stopper)
        progress.tell(order_id, Made(done, total))
        tell(Made(done, total))

    return watch
