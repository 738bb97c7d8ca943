"""Files for spreadsheets: CSV as those in French expect it, in which no cell is a formula."""

import csv
import io
from collections.abc import Iterable

_FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")


def to_csv(rows: Iterable[Iterable[str]]) -> str:
    """Semicolons and a byte order mark; what would be taken for a formula is text, after an apostrophe."""
    file = io.StringIO()
    file.write("\ufeff")
    csv.writer(file, delimiter=";").writerows([_cell(cell) for cell in row] for row in rows)
    return file.getvalue()


def read_cell(text: str) -> str:
    """What a cell of such a file says: without the apostrophe that kept it from being a formula."""
    return text[1:] if text.startswith("'") and text[1:].lstrip(" ").startswith(_FORMULA) else text


def euros(cents: int) -> str:
    """An amount in a cell: 1234 is 12,34."""
    return f"{cents // 100},{cents % 100:02}"


def _cell(text: str) -> str:
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text
