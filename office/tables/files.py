"""Prize tables as files, CSV and JSON, amounts in euros; what is read is only shown, line by faulty line."""

import csv
import io
import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from games.contents import Content
from games.drafting import MOST_LINES, faults
from games.registry import GAMES
from office.tables import typed
from tickets import spreadsheets
from tickets.models import PrizeTable

LARGEST = 200_000  # bytes
TICKETS = "tickets par bloc"
_OWN: dict[str, Callable[[str], int]] = {
    "block_size": typed.tickets,
    "share": typed.basis_points,
    "tolerance": typed.basis_points,
}
Tier = tuple[tuple[int, ...], int]


class FileRefused(Exception):
    """A file that can't be taken: `faults` names each bad line, in French."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__(" ".join(faults))
        self.faults = faults


def columns(slug: str) -> list[str]:
    """The names of a file's columns."""
    rules = GAMES[slug].rules
    return [*(rules.LABELS[lot] for lot in rules.LOTS), TICKETS]


def to_csv(content: Content) -> str:
    """One line for each line of the table, amounts with decimal commas."""
    lines = ([*map(typed.shown, lots), str(tickets)] for lots, tickets in content.tiers)
    return spreadsheets.to_csv([columns(content.slug), *lines])


def to_json(table: PrizeTable, content: Content) -> str:
    """The whole table."""
    own = {name: getattr(content, name) for name in ("share", "tolerance")}
    told = {
        "game": content.slug,
        "version": table.version,
        "block_size": content.block_size,
        **{name: value if value is None else _figure(value) for name, value in own.items()},
        "columns": columns(content.slug),
        "lines": [[*map(_figure, lots), tickets] for lots, tickets in content.tiers],
    }
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def read(name: str, body: bytes, onto: Content) -> Content:
    """`onto` with what the file says instead. Raises FileRefused; nothing is written."""
    if len(body) > LARGEST:
        raise FileRefused(["Ce fichier est trop grand pour un tableau de lots."])
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise FileRefused(
            ["Ce fichier n’est pas du texte en UTF-8. Enregistrez-le en «\u00a0CSV UTF-8\u00a0»."]
        ) from None
    content = (_from_json if name.lower().endswith(".json") else _from_csv)(text, onto)
    if wrong := faults(content):
        raise FileRefused(wrong)
    return content


def _from_csv(text: str, onto: Content) -> Content:
    expected = columns(onto.slug)
    first = text.partition("\n")[0]
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=";" if ";" in first else ",", strict=True))
    except csv.Error:
        raise FileRefused(["Ce fichier n’est pas du CSV\u00a0: un guillemet ouvert n’est pas fermé."]) from None
    if not rows or [cell.strip().lower() for cell in rows[0]] != [column.lower() for column in expected]:
        named = " ; ".join(expected)
        raise FileRefused([f"La première ligne du fichier doit être\u00a0: {named}"])
    full = [(place, row) for place, row in enumerate(rows[1:], 2) if any(cell.strip() for cell in row)]
    return replace(onto, tiers=_lines(full, len(expected), "Ligne {} du fichier"))


def _from_json(text: str, onto: Content) -> Content:
    try:
        told = json.loads(text, parse_float=str, parse_int=str)
    except (ValueError, RecursionError):
        raise FileRefused(["Ce fichier n’est pas du JSON."]) from None
    if not isinstance(told, dict) or not isinstance(told.get("lines"), list):
        raise FileRefused(["Ce fichier JSON n’a pas de liste «\u00a0lines\u00a0»."])
    if told.get("game") != onto.slug:
        raise FileRefused([f"Ce fichier n’est pas d’un tableau de {GAMES[onto.slug].name}."])
    own, wrong = _own(told)
    rows = [(place, row if isinstance(row, list) else []) for place, row in enumerate(told["lines"], 1)]
    try:
        tiers = _lines(rows, len(columns(onto.slug)), "Ligne {}")
    except FileRefused as refused:
        raise FileRefused([*wrong, *refused.faults]) from None
    if wrong:
        raise FileRefused(wrong)
    return replace(replace(onto, tiers=tiers), **own)


def _own(told: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """What the file says of the whole table, and what is wrong with it."""
    found, wrong = {}, []
    for name, reader in _OWN.items():
        if told.get(name) is not None:
            try:
                found[name] = reader(str(told[name]))
            except ValueError as error:
                wrong.append(f"{name}\u00a0: {error}")
    return found, wrong


def _lines(rows: Iterable[tuple[int, list[Any]]], width: int, called: str) -> tuple[Tier, ...]:
    """Every line, or FileRefused with all that is wrong."""
    tiers, wrong = [], []
    for place, row in rows:
        try:
            tiers.append(_line(row, width))
        except ValueError as error:
            wrong.append(f"{called.format(place)}\u00a0: {error}")
    if wrong:
        more = len(wrong) - MOST_LINES
        raise FileRefused(wrong[:MOST_LINES] + ([f"Et {more} autres lignes."] if more > 0 else []))
    return tuple(tiers)


def _line(row: list[Any], width: int) -> Tier:
    if len(row) != width:
        raise ValueError(f"il y a {len(row)} valeurs au lieu de {width}.")
    *lots, tickets = map(str, row)
    return tuple(typed.cents(lot) for lot in lots), typed.tickets(tickets)


def _figure(hundredths: int) -> str:
    return f"{hundredths // 100}.{hundredths % 100:02d}"
