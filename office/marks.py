"""What a machine reads of a ticket, as the path of an SVG: one unit a module, quiet zones included."""

from dataclasses import dataclass

import qrcode
from barcode.codex import Code128

_QUIET = 10  # modules, on each side of a Code 128
_HEIGHT = 30


@dataclass(frozen=True, slots=True)
class Mark:
    """A drawing in black: its size and its path."""

    width: int
    height: int
    path: str


def bars(digits: str) -> Mark:
    """A Code 128 of a ticket's number."""
    (modules,) = Code128(digits).build()
    path = "".join(f"M{_QUIET + start} 0h{length}v{_HEIGHT}h-{length}z" for start, length in _runs(modules))
    return Mark(len(modules) + 2 * _QUIET, _HEIGHT, path)


def qr(text: str) -> Mark:
    """A QR code, with its quiet zone, that survives the loss of 15 % of it."""
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M)
    code.add_data(text)
    lines = ["".join("01"[module] for module in row) for row in code.get_matrix()]
    path = "".join(f"M{start} {y}h{length}v1h-{length}z" for y, row in enumerate(lines) for start, length in _runs(row))
    return Mark(len(lines), len(lines), path)


def _runs(modules: str) -> list[tuple[int, int]]:
    """Where each run of black modules begins, and its length."""
    runs, start = [], 0
    for run in modules.replace("01", "0 1").replace("10", "1 0").split():
        if run[0] == "1":
            runs.append((start, len(run)))
        start += len(run)
    return runs
