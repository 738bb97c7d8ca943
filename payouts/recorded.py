"""Compares what rows say was decided, paid and given with the record: nothing is paid on an edited row (art. 4.3.6)."""

import json
from collections.abc import Iterable
from typing import Any

from games.models import WonLot
from games.replaying import Differs
from tickets import record
from tickets.journal import chain
from tickets.journal.chain import Broken, Subject
from tickets.models import Ticket
from tickets.suspending import WHOLE_SITE

Said = tuple[object, ...]  # of one payment, refund or mark: its sort, its id, and what counts of it


def compare(ticket: Ticket) -> None:
    """Compare the payments, refund and marks of a ticket that `presenting.whole` read. Raises Differs."""
    told = _standing(_bodies(Subject.TICKET, ticket.number, ticket))
    if told != rows(ticket):
        raise Differs(ticket.number, "its payments, its refund or its marks are not the ones recorded")


def compare_lots(ticket: Ticket, lots: Iterable[WonLot]) -> None:
    """Compare additional lots with the addendum approved (art. 3.2.8): what each is, and its value. Raises Differs."""
    approved = [
        body["data"] for body in _bodies(Subject.SITE, WHOLE_SITE, ticket) if body["kind"] == "approve_addendum"
    ]
    recorded = {(one["addendum"], *_of_lot(lot)) for one in approved for lot in one["lots"]}
    for won in lots:
        if (won.lot.addendum_id, *_of_lot(vars(won.lot))) not in recorded:
            raise Differs(ticket.number, "its additional lot is not the one approved")


def rows(ticket: Ticket) -> set[Said]:
    """What the rows of a ticket say of it."""
    read = vars(ticket)
    return {
        *(("pay", str(one.pk), one.what, one.amount) for one in read["standing_payments"]),
        *(("refund", one.pk, one.amount) for one in read["ordered"]),
        *(("mark", one.pk, one.kind) for one in read["in_force"]),
    }


def _standing(bodies: Iterable[dict[str, Any]]) -> set[Said]:
    """What a ticket's record says of it in the end: what was neither cancelled, withdrawn nor lifted since."""
    standing: dict[Said, Said] = {}
    for body in bodies:
        data = body["data"]
        match body["kind"]:
            case "pay":
                standing["pay", data["payment"]] = data["what"], data["amount"]
            case "refund":
                standing["refund", data["refund"]] = (data["amount"],)
            case "mark":
                standing.pop(("mark", data.get("ends")), None)
                standing["mark", data["mark"]] = (data["kind"],)
            case "cancel":
                standing.pop(("pay", data["payment"]), None)
            case "refund_withdrawn":
                standing.pop(("refund", data["refund"]), None)
            case "lift":
                standing.pop(("mark", data["mark"]), None)
    return {(*which, *what) for which, what in standing.items()}


def _bodies(subject: Subject, subject_id: int, ticket: Ticket) -> list[dict[str, Any]]:
    """A verified chain, read for a ticket. Raises Differs."""
    entries = record.entries(subject, subject_id)
    try:
        chain.check(entries)
    except Broken as error:
        raise Differs(ticket.number, str(error)) from error
    return [json.loads(entry.text) for entry in entries]


def _of_lot(lot: dict[str, Any]) -> Said:
    return tuple(lot[name] for name in ("id", "description", "value", "in_kind"))
