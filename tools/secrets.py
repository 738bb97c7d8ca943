"""The demonstration's secrets: generated once into var/secrets.env, for the embedded database only."""

import os
import secrets
from pathlib import Path

from pyrage import x25519

from tickets.journal import notes


def load(path: Path) -> dict[str, str]:
    """The secrets kept in `path` by name, those missing generated; the file is readable by its owner alone."""
    lines = path.read_text().splitlines() if path.exists() else []
    kept = dict(line.split("=", 1) for line in lines if "=" in line)
    known = _generate() | kept
    if known != kept:
        _write(path, known)
    return known


def _generate() -> dict[str, str]:
    printer, seal = x25519.Identity.generate(), notes.generate("demonstration.illiko.live/journal")
    return {
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ILLIKO_PEPPERS": f"1:{secrets.token_hex(32)}:{secrets.token_hex(32)}",
        "PERSONAL_KEYS": f"1:{secrets.token_hex(32)}",
        "PRINTER_KEY": str(printer.to_public()),
        "PRINTER_IDENTITY": str(printer),
        "SEAL_KEY": seal.private,
        "SEAL_PUBLIC_KEYS": str(seal.public),
        "OWNER_PASSWORD": secrets.token_hex(16),
        "APP_PASSWORD": secrets.token_hex(16),
    }


def _write(path: Path, values: dict[str, str]) -> None:
    partial = path.with_suffix(".partial")
    partial.unlink(missing_ok=True)
    with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.writelines(f"{name}={value}\n" for name, value in values.items())
        file.flush()
        os.fsync(file.fileno())
    partial.rename(path)
