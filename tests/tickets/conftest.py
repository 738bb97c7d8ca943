"""Fixtures of the tickets' tests."""

from pathlib import Path
from typing import Any

import pytest
from pyrage import x25519


@pytest.fixture
def printer(settings: Any, tmp_path: Path) -> str:
    """The identity of a printer to which the blocks of this test are encrypted."""
    identity = x25519.Identity.generate()
    settings.PRINTER_KEY, settings.PRINT_FOLDER = str(identity.to_public()), tmp_path / "print"
    return str(identity)
