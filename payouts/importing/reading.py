"""A file of desks as rows of text: CSV in any of the ways in which spreadsheets write it."""

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass

from payouts import places
from tickets import spreadsheets

LARGEST = 5_000_000  # bytes
MOST_LINES = 50_000
COLUMNS = {  # as they are called, and by which names they are known
    "reference": ("Référence", ("reference", "numero")),
    "kind": ("Sorte", ("sorte", "type")),
    "name": ("Nom", ("nom", "enseigne")),
    "street": ("Adresse", ("adresse", "rue")),
    "postcode": ("Code postal", ("code postal", "cp")),
    "town": ("Commune", ("commune", "ville")),
    "department": ("Département", ("departement",)),
    "agreed": ("Agréé", ("agree",)),
    "transfers": ("Virements", ("virements", "virement")),
}
OPTIONAL = ("department",)  # the postcode tells it
_BY_NAME = {known: column for column, (_, names) in COLUMNS.items() for known in names}
_DELIMITERS = ";,\t"


class FileRefused(Exception):
    """A file that can't be read at all; `message` says why, in French."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the file that says something: where it begins, and its cells by column."""

    line: int
    cells: dict[str, str]


@dataclass(frozen=True, slots=True)
class Read:
    """Every row of a file, and the names of the columns that are left aside."""

    rows: list[Row]
    aside: tuple[str, ...]


def read(body: bytes) -> Read:
    """The rows of a file in UTF-8, UTF-16 or Windows-1252, between semicolons, commas or tabs. Raises FileRefused.

    Columns stand in any order, under the names of COLUMNS whatever their case and accents; others are left aside.
    """
    if len(body) > LARGEST:
        raise FileRefused(f"Ce fichier est trop grand\u00a0: {LARGEST // 1_000_000}\u00a0Mo au plus.")
    text = _decoded(body)
    first = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=first.count)
    lines = _lines(text, delimiter)
    _, named = next(lines, (1, []))
    heads = [_BY_NAME.get(places.key(cell)) for cell in named]
    _check(heads)
    rows = [Row(line, _cells(heads, cells)) for line, cells in lines if any(map(str.strip, cells))]
    if not rows:
        raise FileRefused("Ce fichier n’a que des noms de colonnes\u00a0: aucune ligne à lire.")
    return Read(rows, tuple(cell for cell, head in zip(named, heads, strict=True) if head is None and cell.strip()))


def _decoded(body: bytes) -> str:
    encodings = ["utf-16"] if body.startswith((b"\xff\xfe", b"\xfe\xff")) else ["utf-8-sig", "cp1252"]
    for encoding in encodings:
        try:
            text = body.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise FileRefused(
        "Ce fichier n’est pas du texte. Enregistrez le tableau en «\u00a0CSV UTF-8\u00a0», puis envoyez-le."
    )


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    reader, before = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True), 0
    try:
        for count, cells in enumerate(reader):
            if count > MOST_LINES:
                raise FileRefused(f"Ce fichier a plus de {MOST_LINES} lignes. Partagez-le en plusieurs.")
            yield before + 1, cells
            before = reader.line_num
    except csv.Error:
        raise FileRefused(
            f"La ligne {before + 1} n’est pas du CSV\u00a0: un guillemet n’est pas fermé, ou un texte est sans fin."
        ) from None


def _check(heads: list[str | None]) -> None:
    told = [head for head in heads if head]
    missing = [name for column, (name, _) in COLUMNS.items() if column not in told and column not in OPTIONAL]
    if missing:
        raise FileRefused(f"La première ligne doit nommer les colonnes. Il manque\u00a0: {', '.join(missing)}.")
    if twice := sorted({COLUMNS[head][0] for head in told if told.count(head) > 1}):
        raise FileRefused(f"Ces colonnes sont là deux fois\u00a0: {', '.join(twice)}.")


def _cells(heads: list[str | None], cells: list[str]) -> dict[str, str]:
    told = {
        head: " ".join(spreadsheets.read_cell(cell).split()) for head, cell in zip(heads, cells, strict=False) if head
    }
    return {column: told.get(column, "") for column in COLUMNS}
