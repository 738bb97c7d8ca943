"""The documents name code and tests that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    "README.md",
    "docs/architecture.md",
    "docs/operations.md",
    "docs/reglement.md",
    "docs/security.md",
    "docs/terminals.md",
]
TESTS = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
ROOTS = r"(?:games|tickets|payouts|office|templates|static|tests|tools|illikolive|docs)/"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_path_a_document_names_exists(document: str) -> None:
    named = re.findall(rf"[`(]({ROOTS}[\w./-]+)[`)]", (ROOT / document).read_text())
    missing = [path for path in named if not (ROOT / path).exists() and not list(ROOT.glob(path + "*"))]
    assert named
    assert missing == []


def test_every_test_a_document_names_exists() -> None:
    named = re.findall(r"`(test_\w+)`", (ROOT / "docs/reglement.md").read_text())
    assert len(named) > 60
    assert [name for name in named if f"def {name}(" not in TESTS] == []
