"""What importing a file of desks would change, before anything is."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from hashlib import sha256

from payouts.importing.lines import KINDS, Fault, Line, taken
from payouts.importing.reading import COLUMNS, Read
from payouts.models import Desk

FIELDS = tuple(field.name for field in fields(Line))


@dataclass(frozen=True, slots=True)
class Change:
    """A desk that is there and its line, which says otherwise."""

    desk: Desk
    line: Line

    @property
    def differences(self) -> list[tuple[str, str, str]]:
        """Each column that changes, as it is and as it would be."""
        return [
            (COLUMNS[name][0], told(name, getattr(self.desk, name)), told(name, getattr(self.line, name)))
            for name in COLUMNS
            if getattr(self.desk, name) != getattr(self.line, name)
        ]


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be made, changed and left as it is; `absent` are agreed, have a reference and aren't in the file."""

    created: list[Line]
    changed: list[Change]
    same: int
    absent: list[Desk]
    faults: list[Fault]
    aside: tuple[str, ...]

    @property
    def bad_lines(self) -> int:
        """How many lines of the file can't be taken."""
        return len({fault.row.line for fault in self.faults})

    @property
    def may_withdraw(self) -> bool:
        """True when the agreement of those absent may be withdrawn: a line that can't be read may be one of them."""
        return bool(self.absent) and not self.faults

    @property
    def is_empty(self) -> bool:
        """True when there is nothing to do."""
        return not (self.created or self.changed or self.may_withdraw)

    @property
    def fingerprint(self) -> str:
        """The same for the same file before the same desks, another when anything shown would change."""
        digest = sha256()
        for part in self._parts():
            digest.update(repr(part).encode())
        return digest.hexdigest()

    def _parts(self) -> Iterator[object]:
        yield from self.created
        for change in self.changed:
            yield change.desk.pk, [getattr(change.desk, name) for name in FIELDS], change.line
        yield self.same, [desk.pk for desk in self.absent]
        yield [(fault.row.line, fault.column, fault.wrong) for fault in self.faults]


def compare(read: Read, desks: Iterable[Desk]) -> Plan:
    """What the file would change of these desks, all that have a reference."""
    known = {desk.reference: desk for desk in desks if desk.reference}
    lines, faults = taken(read.rows, known)
    created, changed = [], []
    for line in lines:
        desk = known.get(line.reference)
        if desk is None:
            created.append(line)
        elif any(getattr(desk, name) != getattr(line, name) for name in FIELDS):
            changed.append(Change(desk, line))
    there = {row.cells["reference"] for row in read.rows}
    absent = [desk for reference, desk in known.items() if desk.agreed and reference not in there]
    return Plan(created, changed, len(lines) - len(created) - len(changed), absent, faults, read.aside)


def told(name: str, value: str | bool) -> str:
    """A field of Desk or Line as a file writes it."""
    if isinstance(value, bool):
        return "oui" if value else "non"
    return next(word for word, kind in KINDS.items() if kind == value) if name == "kind" else value


def cells(line: Line) -> list[str]:
    """A desk as a line of a file."""
    return [told(name, getattr(line, name)) for name in COLUMNS]
