"""Every kind of entry that the code can write about a ticket, or what it belongs to, has its words."""

import ast
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from games.telling import words_of
from tickets.journal.chain import Subject
from tickets.models import BlockOrder, Notice

TOLD = {Subject.TICKET, Subject.BOOKLET, Subject.BLOCK, Subject.EMISSION, Subject.PRIZE_TABLE}
WRITES = {"note", "note_all", "append", "append_all"}  # each takes the moment as `at`, which no list does
PASS_ON = {"tickets/record.py", "payouts/chaining.py"}  # what writes; the kinds come from those who call it
NAMED_ELSEWHERE = {  # kinds that are no literal where they are written
    ("tickets/emitting.py", "notice.kind"): set(Notice.Kind.values),
    ("tickets/issuing/orders.py", "f'block_{state}'"): {
        f"block_{state}" for state in (BlockOrder.State.CANCELLED, BlockOrder.State.FAILED)
    },
    ("games/additional.py", "KIND"): {"additional"},
    ("payouts/returning.py", "kind"): {"transfer_return", "transfer_refuse"},
    ("payouts/refunding.py", "kind"): {"mass_refund_prepare", "mass_refund_withdraw", "mass_refund"},
    ("payouts/lifting.py", "kind"): {"unflag_prepare", "unflag_confirm", "unflag_withdraw"},
}


def test_every_kind_that_is_written_has_its_words() -> None:
    found = set(written())
    assert {subject for subject, _ in found} >= TOLD and len(found) > 30
    other = words_of(Subject.SITE, "x")
    assert {one for one in found if one[0] in TOLD and words_of(*one) == other} == set()


def written() -> Iterator[tuple[Subject, str]]:
    """The subject and the kind of each entry that the code writes."""
    for app in ("tickets", "games", "payouts", "office"):
        for path in Path(settings.BASE_DIR, app).rglob("*.py"):
            place = path.relative_to(settings.BASE_DIR).as_posix()
            if place in PASS_ON:
                continue
            for call in ast.walk(ast.parse(path.read_text())):
                if isinstance(call, ast.Call) and "at" in {one.arg for one in call.keywords} and _name(call) in WRITES:
                    subject, kind = _subject_and_kind(call)
                    yield from ((subject, one) for one in _kinds(kind, place))


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _subject_and_kind(call: ast.Call) -> tuple[Subject, ast.expr]:
    """Those of `record` name their subject first; the others write about tickets."""
    first, name = call.args[0], _name(call)
    if isinstance(first, ast.Starred):  # a game, or the site
        return Subject.GAME, call.args[1]
    if isinstance(first, ast.Attribute) and ast.unparse(first.value) == "Subject":
        return Subject[first.attr], call.args[2 if name in ("note", "append") else 1]
    return Subject.TICKET, call.args[1 if name == "note_all" else 0]


def _kinds(kind: ast.expr, place: str) -> set[str]:
    if isinstance(kind, ast.Constant):
        return {str(kind.value)}
    return NAMED_ELSEWHERE[place, ast.unparse(kind)]
