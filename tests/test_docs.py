"""The documents name code and tests that exist."""

import re
from collections.abc import Iterator
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
ROOTS = r"(?:games|tickets|payouts|public|office|templates|static|tests|tools|illikolive|docs)/"


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


ARTICLES = {  # how many parts each numbered part has, where it has any: what the official text numbers
    "Règlement": {"": 14, "2": 3, "3": 3, "3.1": 2, "3.2": 8, "3.3": 9, "4": 4, "4.3": 6, "4.4": 3}
    | {"5": 4, "5.3": 3, "6": 4, "8": 3},
    "Annex 1": {"": 3, "3": 3, "3.3": 4, "3.3.2": 5, "3.3.3": 5, "3.3.4": 6},
    "Annex 2": {"": 3, "3": 2, "3.2": 6, "3.2.1": 3, "3.2.2": 5, "3.2.3": 2, "3.2.4": 3, "3.2.5": 6},
    "Annex 3": {"": 3, "3": 2, "3.2": 5, "3.2.1": 4, "3.2.3": 5, "3.2.4": 4, "3.2.5": 5},
}


@pytest.mark.parametrize("text", ARTICLES)
def test_every_article_has_a_row_that_says_what_carries_it_out_or_why_nothing_does(text: str) -> None:
    section = next(one for one in (ROOT / "docs/reglement.md").read_text().split("\n## ") if one.startswith(text))
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("| ")]
    told = [span for article, *carried in rows if all(carried) for span in _spans(article)]
    assert [one for one in _numbered(ARTICLES[text]) if not any(_covers(span, one) for span in told)] == []


def _numbered(parts: dict[str, int], under: str = "") -> Iterator[str]:
    """Every article that has no smaller parts."""
    for number in range(1, parts[under] + 1):
        one = f"{under}.{number}".strip(".")
        yield from _numbered(parts, one) if one in parts else [one]


def _spans(article: str) -> Iterator[tuple[list[int], list[int]]]:
    """ "3.2.1-3.2.2, 9 time bar": from and to; the latter may be short, as in "3.3.2.4-5"."""
    for first, last in re.findall(r"(?<![\w.])(\d+(?:\.\d+)*)(?:-(\d+(?:\.\d+)*))?", article):
        begin, end = _parts(first), _parts(last or first)
        yield begin, begin[: max(len(begin) - len(end), 0)] + end


def _covers(span: tuple[list[int], list[int]], article: str) -> bool:
    begin, end = span
    return begin <= _parts(article)[: len(begin)] and _parts(article)[: len(end)] <= end


def _parts(article: str) -> list[int]:
    return [int(one) for one in article.split(".")]
