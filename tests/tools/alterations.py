"""Receipts altered in every way that the offline script must see, and what it must say of each."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from tests.tools.receipts import OTHER, SIGNER, Log
from tickets.journal import chain
from tickets.journal.chain import Entry
from tickets.journal.notes import Signer

AT = datetime(2027, 3, 1, 12, tzinfo=UTC)


def rewritten(entries: list[Entry], old: str, new: str) -> list[Entry]:
    """A chain all right in itself, which says something else."""
    made, head = [], chain.GENESIS
    for entry in entries:
        text = entry.text.replace(old, new)
        made.append(replace(entry, text=text, previous=head, digest=chain.digest(head, text)))
        head = made[-1].digest
    return made


def extended(entries: list[Entry]) -> list[Entry]:
    data = {"play": "x", "step": 3, "deadline": "x", "amount": 0}
    last = entries[-1]
    more = chain.make(last.subject, last.subject_id, 5, "expire", data, at=AT, previous=last.digest)
    return [*entries, more]


def logged(entries: list[Entry], checkpoint: str | None = None) -> bytes:
    """A receipt from a log of its own, signed by the right key."""
    return Log([entry.digest for entry in entries]).receipt(entries, checkpoint)


def in_disorder(entries: list[Entry]) -> bytes:
    return Log([entry.digest for entry in reversed(entries)]).receipt(entries)


Alteration = Callable[[Log, list[Entry], list[Entry]], bytes]
ALTERED: dict[str, tuple[Alteration, str]] = {
    "an entry of another play": (
        lambda log, mine, his: log.receipt([*mine[:2], his[2], *mine[3:]]),
        "entrée 3 : ce n’est pas l’entrée 3 de ce ticket",
    ),
    "the end of another play": (
        lambda log, mine, his: log.receipt([*mine[:2], *his[2:]]),
        "entrée 3 : ce n’est pas l’entrée 3 de ce ticket",
    ),
    "a draw changed": (
        lambda log, mine, his: log.receipt(mine).replace(rb"\"result\":[3]", rb"\"result\":[1]"),
        "entrée 2 : elle, ou une avant elle, n’est pas celle du registre signé",
    ),
    "a place written in another way": (
        lambda log, mine, his: log.receipt(mine).replace(b'"index":1,', b'"index":true,'),
        "n’est pas dans sa forme exacte",
    ),
    "a proof with one hash more": (
        lambda log, mine, his: log.receipt(mine).replace(b'"proof":[', b'"proof":["%s",' % (b"00" * 32), 1),
        "entrée 1 : son texte ou sa preuve n’a pas la forme voulue",
    ),
    "a proof with one hash fewer": (
        lambda log, mine, his: re.sub(rb'"proof":\["[0-9a-f]{64}",', b'"proof":[', log.receipt(mine), count=1),
        "entrée 1 : son texte ou sa preuve n’a pas la forme voulue",
    ),
    "a chain rewritten": (
        lambda log, mine, his: logged(rewritten(mine, "[3]", "[1]"), log.checkpoint(4)),
        "entrée 1 : elle, ou une avant elle, n’est pas celle du registre signé",
    ),
    "a checkpoint older than the play": (
        lambda log, mine, his: log.receipt(mine, log.checkpoint(5)),
        "entrée 1",
    ),
    "the checkpoint of a fork": (
        lambda log, mine, his: log.receipt(mine, Log([b"x" * 32, *log.leaves[1:]]).checkpoint()),
        "entrée 1 : elle, ou une avant elle, n’est pas celle du registre signé",
    ),
    "another key of the same name": (
        lambda log, mine, his: log.receipt(mine, log.checkpoint(signer=OTHER)),
        "n’est pas signé par la clé donnée",
    ),
    "another log's key": (
        lambda log, mine, his: log.receipt(mine, log.checkpoint(signer=Signer("x.org", SIGNER.key))),
        "n’est pas signé par la clé donnée",
    ),
    "a second signature": (
        lambda log, mine, his: log.receipt(mine, log.checkpoint() + log.checkpoint().rpartition("\n\n")[2]),
        "n’est pas dans sa forme exacte",
    ),
    "no entry": (lambda log, mine, his: log.receipt([]), "n’est pas entière"),
    "the end cut off": (lambda log, mine, his: log.receipt(mine[:-1]), "n’est pas entière"),
    "the start cut off": (lambda log, mine, his: log.receipt(mine[1:]), "entrée 1 : ce n’est pas l’entrée 1"),
    "an entry left out": (
        lambda log, mine, his: log.receipt(mine[:2] + mine[3:]),
        "entrée 3 : ce n’est pas l’entrée 3",
    ),
    "an entry added after the end": (lambda log, mine, his: logged(extended(mine)), "n’est pas entière"),
    "entries logged in another order": (
        lambda log, mine, his: in_disorder(mine),
        "entrée 2 : elle n’est pas à sa place",
    ),
    "an entry in another form": (
        lambda log, mine, his: logged(rewritten(mine, '"kind":', '"kind": ')),
        "entrée 1 : son texte ou sa preuve n’a pas la forme voulue",
    ),
    "a draw that can't be": (lambda log, mine, his: logged(rewritten(mine, "[3]", "[5]")), "un tirage a donné ce qui"),
    "a step left out before sealing": (
        lambda log, mine, his: logged(rewritten(mine, '"step":1', '"step":2')),
        "n’est pas entière",
    ),
    "no start": (
        lambda log, mine, his: logged(rewritten(mine, '"kind":"start"', '"kind":"note"')),
        "il y manque le début",
    ),
    "a second start": (
        lambda log, mine, his: logged(rewritten(mine, '"kind":"step","number":2', '"kind":"start","number":2')),
        "il y manque le début",
    ),
    "the start of another play": (
        lambda log, mine, his: logged(rewritten(mine, '","reglement"', 'x","reglement"')),
        "les entrées sont de plusieurs parties",
    ),
    "what is no play": (
        lambda log, mine, his: logged(rewritten(mine, '"choice"', '"chance"')),
        "ne disent pas une partie",
    ),
}
