"""The quick look at a chain never says yes to what chain.check refuses, and says yes to what was written."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tickets.journal import chain
from tickets.journal.chain import GENESIS, Entry, Subject
from tickets.journal.quick import plainly_right

AT = datetime(2027, 3, 1, 12, tzinfo=UTC)
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**59), 2**59) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


def one(data: dict[str, Any], **claims: Any) -> Entry:
    return chain.make(Subject.GAME, 7, 1, "note", data, at=AT, previous=GENESIS)


def with_text(entry: Entry, text: str) -> Entry:
    """The entry with another text, whose digest is right."""
    return replace(entry, text=text, digest=chain.digest(entry.previous, text))


def passes(entry: Entry) -> bool:
    try:
        chain.check([entry])
    except chain.Broken:
        return False
    return True


@given(st.lists(st.dictionaries(TEXTS, VALUES, max_size=3), max_size=4))
def test_what_was_written_is_plainly_right(written: list[dict[str, Any]]) -> None:
    entries, previous = [], GENESIS
    for number, data in enumerate(written, 1):
        entries.append(chain.make(Subject.TICKET, 501, number, "step", data, at=AT, previous=previous))
        previous = entries[-1].digest
    assert plainly_right(entries)


@given(st.data())
def test_a_text_altered_anywhere_gets_no_yes_that_the_check_denies(data: st.DataObject) -> None:
    """With a right digest: only the text itself can tell."""
    entry = one({"word": "two", "list": [1, {"deep": None}], "amount": 300})
    start = data.draw(st.integers(0, len(entry.text)))
    end = data.draw(st.integers(start, min(start + 3, len(entry.text))))
    put = data.draw(st.text('0123456789-+.eE"\\/{}[],: \n\tutrueflsnaé\u2028\x7f', max_size=4))
    altered = with_text(entry, entry.text[:start] + put + entry.text[end:])
    assert passes(altered) or not plainly_right([altered])


@pytest.mark.parametrize(
    ("true", "false"),
    [
        ('"amount":3', '"amount":3.0'),
        ('"amount":3', '"amount":3e0'),
        ('"amount":3', '"amount":-0'),
        ('"amount":3', '"amount":9223372036854775808'),
        ('"amount":3', '"amount":-9223372036854775809'),
        ('"amount":3', '"amount":3,"amount":3'),
        ('"amount":3', '"amount": 3'),
        ('"amount":3', '"amount":"\\u0000"'),
        ('"amount":3', '"amount":"\\u0041"'),
        ('"amount":3', '"amount":"\\ud800"'),
        ('"amount":3', '"b":3,"a":3'),
        ('"v":1', '"v":2'),
        ('"v":1', '"v":true'),
        ('"v":1', '"v":1,"w":1'),
        ('"number":1', '"number":2'),
        ('"number":1', '"number":"1"'),
        ('"kind":"note"', '"kind":"other"'),
        ('"subject":"game"', '"subject":"site"'),
        ('"subject_id":7', '"subject_id":8'),
        ("2027-03-01T12", "2027-02-29T12"),
        ("2027-03-01T12", "2027-03-01T24"),
        ("12:00:00.000000Z", "12:00:00Z"),
        ("12:00:00.000000Z", "12:00:00.000000+00:00"),
        ('000Z"', '000Z\\n"'),
        ('"salt":"', '"salt":"0'),
    ],
)
def test_no_yes_to(true: str, false: str) -> None:
    entry = one({"amount": 3})
    assert true in entry.text and plainly_right([entry])
    altered = with_text(entry, entry.text.replace(true, false))
    assert not passes(altered) and not plainly_right([altered])


def test_no_yes_to_a_wrong_digest_link_or_number() -> None:
    first = one({"amount": 3})
    second = chain.make(Subject.GAME, 7, 2, "note", {}, at=AT, previous=first.digest)
    assert plainly_right([first, second]) and plainly_right([])
    for wrong in (replace(second, digest=bytes(32)), replace(second, previous=bytes(32)), replace(second, number=3)):
        assert not plainly_right([first, wrong])
    assert not plainly_right([second])


def test_a_doubtful_text_is_left_to_the_check() -> None:
    entry = one({"text": "a backslash and \\u0000", "largest": 2**63 - 1})
    assert json.loads(entry.text)["data"]["largest"] == 2**63 - 1
    assert passes(entry) and not plainly_right([entry])
