"""The demonstration's secrets: generated once into var/secrets.env, for the embedded database only."""

import os
import secrets
from pathlib import Path

from pyrage import x25519


def load(path: Path) -> dict[str, str]:
    """The secrets kept in `path` by name, generated if there are none yet; the file is readable by its owner alone."""
    if not path.exists():
        _write(path, _generate())
    lines = path.read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if "=" in line)


def _generate() -> dict[str, str]:
    printer = x25519.Identity.generate()
    return {
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ILLIKO_PEPPERS": f"1:{secrets.token_hex(32)}:{secrets.token_hex(32)}",
        "PRINTER_KEY": str(printer.to_public()),
        "PRINTER_IDENTITY": str(printer),
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
