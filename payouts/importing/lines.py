"""A line of a file of desks: what it says, or everything that is wrong with it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from payouts import places
from payouts.importing.reading import COLUMNS, Row
from payouts.models import Desk
from payouts.places import DEPARTMENTS, Department
from tickets import code_within

KINDS = {"point de vente": Desk.Kind.POINT_OF_SALE, "centre de paiement": Desk.Kind.PAYMENT_CENTRE}
WORDS = {"oui": True, "non": False}
HIDDEN = "(ressemble à un code)"  # in the place of what must not be shown
SHOWN = 60  # characters of a faulty cell
_BY_NAME = {places.key(one.name): one for one in DEPARTMENTS.values()}
_TEXTS = ("reference", "name", "street", "town")
_LONGEST = {field.name: field.max_length or 0 for field in Desk._meta.fields if field.name in _TEXTS}
_MISSING = "manque"

Known = Mapping[str, Desk]  # the desks that are there already, by their reference


@dataclass(frozen=True, slots=True)
class Line:
    """A desk as a file says it: the fields of Desk, the region being that of the department."""

    reference: str
    kind: str
    name: str
    street: str
    postcode: str
    town: str
    department: str
    region: str
    agreed: bool
    transfers: bool


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a cell of a line: the column's name, what stands there, and why it can't be taken."""

    row: Row
    column: str
    wrong: str

    @property
    def value(self) -> str:
        """What stands there, never a code."""
        return shown(self.row.cells[self.column])[:SHOWN]

    @property
    def called(self) -> str:
        """The column, as the file names it."""
        return COLUMNS[self.column][0]


def shown(cell: str) -> str:
    """A cell as it may be shown."""
    return HIDDEN if code_within.holds(cell) else cell


def taken(rows: Iterable[Row], known: Known) -> tuple[list[Line], list[Fault]]:
    """The good lines, and the faults of the others, in the order of the file."""
    lines, faults, first = [], [], dict[str, int]()
    for row in rows:
        reference = row.cells["reference"]
        line = _line(row.cells, known.get(reference))
        if reference and reference in first:
            line = ({} if isinstance(line, Line) else line) | {"reference": f"déjà à la ligne {first[reference]}"}
        first.setdefault(reference, row.line)
        if isinstance(line, Line):
            lines.append(line)
        else:
            faults += [Fault(row, column, wrong) for column, wrong in line.items()]
    return lines, faults


def _line(cells: Mapping[str, str], known: Desk | None) -> Line | dict[str, str]:
    """The line; else what is wrong in each column."""
    wrong = {name: why for name in _TEXTS if (why := _wrong_text(name, cells[name]))}
    kind = KINDS.get(places.key(cells["kind"]))
    if kind is None:
        wrong["kind"] = _expected(cells["kind"], KINDS)
    elif known and known.kind != kind:
        wrong["kind"] = f"était «\u00a0{known.get_kind_display()}\u00a0»\u00a0: cela se change à la main"
    said = {name: WORDS.get(places.key(cells[name])) for name in ("agreed", "transfers")}
    wrong |= {name: _expected(cells[name], WORDS) for name, word in said.items() if word is None}
    department = _department(cells, known, wrong)
    if wrong or department is None or kind is None:
        return wrong
    texts = {name: cells[name] for name in (*_TEXTS, "postcode")}
    where = {"department": department.code, "region": department.region}
    return Line(kind=kind.value, **texts, **where, agreed=bool(said["agreed"]), transfers=bool(said["transfers"]))


def _wrong_text(name: str, cell: str) -> str:
    if not cell:
        return "" if name == "street" else _MISSING
    if len(cell) > _LONGEST[name]:
        return f"trop long\u00a0: {_LONGEST[name]} caractères au plus"
    if not cell.isprintable():
        return "signe illisible"
    return "se lit comme un code de ticket\u00a0: mettez une virgule entre ses mots" if code_within.holds(cell) else ""


def _expected(cell: str, words: Iterable[str]) -> str:
    told = " ou ".join(f"«\u00a0{word}\u00a0»" for word in words)
    return f"{told} est attendu" if cell else _MISSING


def _department(cells: Mapping[str, str], known: Desk | None, wrong: dict[str, str]) -> Department | None:
    """The department told, or the postcode's where none is; a desk that is there already may be served from another."""
    postcode, told = cells["postcode"], cells["department"]
    of_postcode = places.of_postcode(postcode)
    if of_postcode is None:
        wrong["postcode"] = _wrong_postcode(postcode)
    if not told:
        return of_postcode
    department = DEPARTMENTS.get(told.upper().zfill(2)) or _BY_NAME.get(places.key(told))
    if department is None:
        wrong["department"] = "inconnu"
    elif of_postcode not in (None, department) and not _already(known, postcode, department):
        wrong["postcode"] = f"n’est pas du département {department}"
    return department


def _already(known: Desk | None, postcode: str, department: Department) -> bool:
    return known is not None and (known.postcode, known.department) == (postcode, department.code)


def _wrong_postcode(postcode: str) -> str:
    if len(postcode) == 5 and postcode.isascii() and postcode.isdigit():
        return "aucun département n’a ce code postal"
    if len(postcode) == 4 and postcode.isascii() and postcode.isdigit():
        return "quatre chiffres au lieu de cinq\u00a0: le zéro du début a peut-être disparu"
    return "cinq chiffres sont attendus" if postcode else _MISSING
