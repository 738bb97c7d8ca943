"""The print file of a block: written once, encrypted to the printer's key; nothing else ever holds the codes."""

import base64
import hashlib
import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

import pyrage
from pyrage import x25519

HEADER = "number,code,address,lots\n"
_PARTIAL = ".partial"
_LINES_AT_ONCE = 128


class Printed(NamedTuple):
    """A line of the file: number, code as printed, QR address, lots in euros."""

    number: int
    code: str
    address: str
    lots: tuple[str, ...]


class Draft:
    """A print file not yet published under its name."""

    def __init__(self, file: BinaryIO, printer: x25519.Recipient) -> None:
        self._file = file
        self._printer = printer
        self._digest = hashlib.sha256()

    def fill(self, lines: Iterable[str]) -> bytes:
        """Encrypt the lines as they come and return the SHA-256 of the encrypted file."""
        pyrage.encrypt_io(_Reader(lines), self, [self._printer])
        return self._digest.digest()

    def write(self, encrypted: bytes) -> int:
        """Take what age has encrypted."""
        self._digest.update(encrypted)
        return self._file.write(encrypted)

    def flush(self) -> None:
        """Part of what age asks of a file."""
        self._file.flush()


class _Reader:
    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._left = b""

    def read(self, size: int) -> bytes:
        while len(self._left) < size and (more := "".join(islice(self._lines, _LINES_AT_ONCE))):
            self._left += more.encode()
        given, self._left = self._left[:size], self._left[size:]
        return given


@contextmanager
def drafted(path: Path, printer: x25519.Recipient) -> Iterator[Draft]:
    """Open a draft; on leaving it is made durable and given its name, or removed if anything failed."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    partial = path.with_name(path.name + _PARTIAL)
    try:
        with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            yield Draft(file, printer)
            file.flush()
            os.fsync(file.fileno())
        partial.rename(path)
        _sync(path.parent)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def name(game_code: int, emission: int, block: int | str) -> str:
    """Name the file of an emission's block."""
    return f"{game_code:03d}-{emission:02d}-{block}.csv.age"


def sweep(folder: Path, game_code: int, emission: int, blocks: int) -> None:
    """Remove the emission's files beyond its first `blocks` blocks: what killed issues left."""
    kept = {name(game_code, emission, block) for block in range(1, blocks + 1)}
    for path in folder.glob(name(game_code, emission, "*") + "*"):
        if path.name not in kept:
            path.unlink()


def line(number: int, code: str, site: str, lots: str) -> str:
    """Write a line: `site` is the site's address, `lots` what `euros` makes of the tier's lots."""
    shown = f"{code[:6]}-{code[6:12]}-{code[12:]}"  # as codes.shown does, at a third of its cost
    return f"{number:015d},{shown},{site}/t#{code},{lots}\n"


def euros(lots: Iterable[int]) -> str:
    """Write lots given in cents as euros, one space between two: 6250, or 0.50."""
    return " ".join(f"{cents // 100}.{cents % 100:02d}".removesuffix(".00") for cents in lots)


def sealed(text: str, printer: x25519.Recipient) -> str:
    """Encrypt a short text to the printer, in base64."""
    return base64.b64encode(pyrage.encrypt(text.encode(), [printer])).decode()


def read(path: Path, identity: str) -> Iterator[Printed]:
    """Read a print file with the printer's age identity; pyrage.DecryptError if it is not the file's."""
    text = pyrage.decrypt(path.read_bytes(), [x25519.Identity.from_str(identity)]).decode()
    for row in text.removeprefix(HEADER).splitlines():
        number, code, address, lots = row.split(",")
        yield Printed(int(number), code, address, tuple(lots.split(" ")))


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
