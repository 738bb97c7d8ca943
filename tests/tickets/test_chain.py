"""The journal entry's format, and what the verification of a chain finds (art. 4.3.6, 4.4.2)."""

import hashlib
import json
import math
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from decimal import Decimal
from enum import IntEnum
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tickets.journal import chain
from tickets.journal.chain import GENESIS, Broken, Entry, Subject

AT = datetime(2026, 11, 30, 19, 57, 48, 123456, tzinfo=UTC)
SALT = bytes(range(16))
LARGEST = 2**63 - 1
TEXTS = st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\0"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST - 1, LARGEST) | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


def entries(count: int = 3) -> list[Entry]:
    made: list[Entry] = []
    previous = GENESIS
    for number in range(1, count + 1):
        entry = chain.make(Subject.TICKET, 77, number, "step", {"step": number}, at=AT, previous=previous)
        made.append(entry)
        previous = entry.digest
    return made


def rewritten(entry: Entry, change: Callable[[str], str]) -> Entry:
    """The entry of a forger who can compute digests."""
    text = change(entry.text)
    return replace(entry, text=text, digest=chain.digest(entry.previous, text))


def fault(forged: list[Entry]) -> Broken:
    with pytest.raises(Broken) as caught:
        chain.check(forged)
    return caught.value


def test_an_entry_is_written_as_the_format_says():
    data = MappingProxyType({"name": "chat", "é": [True, None, -1], "a": {"z": "«\u202f'\"\\\n", "b": (1, 2)}})
    entry = chain.make(Subject.PRIZE_TABLE, 5, 2, "approved", data, at=AT, previous=b"p" * 32, salt=SALT)
    assert entry.text == (
        '{"at":"2026-11-30T19:57:48.123456Z",'
        '"data":{"a":{"b":[1,2],"z":"«\u202f\'\\"\\\\\\n"},"name":"chat","é":[true,null,-1]},'
        '"kind":"approved","number":2,"salt":"000102030405060708090a0b0c0d0e0f",'
        '"subject":"prize_table","subject_id":5,"v":1}'
    )
    said = b"ILLIKO LIVE journal 1\n" + b"p" * 32 + entry.text.encode()
    assert entry.digest == hashlib.sha256(said).digest()
    assert (entry.subject, entry.subject_id, entry.number, entry.kind) == (Subject.PRIZE_TABLE, 5, 2, "approved")


def test_subjects_keep_the_numbers_they_are_stored_under():
    names = ["TICKET", "BOOKLET", "BLOCK", "EMISSION", "PRIZE_TABLE", "GAME", "SITE"]
    assert {subject.name: int(subject) for subject in Subject} == {name: i for i, name in enumerate(names, 1)}


def test_equal_events_have_different_digests():
    made = [chain.make(Subject.TICKET, 1, 1, "cat", {}, at=AT, previous=GENESIS) for _ in range(100)]
    assert len({entry.digest for entry in made}) == 100


@pytest.mark.parametrize(
    "wrong", [{"number": 0}, {"previous": b""}, {"previous": bytes(31)}, {"salt": b""}, {"salt": bytes(15)}]
)
def test_an_entry_out_of_form_is_not_made(wrong):
    fields = {"number": 1, "previous": GENESIS, "salt": SALT} | wrong
    with pytest.raises(ValueError, match="numbered from 1"):
        chain.make(Subject.TICKET, 1, kind="step", data={}, at=AT, **fields)


@given(VALUES)
def test_canonical_json_says_the_value_and_has_one_form(value):
    text = chain.canonical(value)
    assert json.loads(text) == value
    assert chain.canonical(json.loads(text)) == text


def test_keys_are_sorted_at_every_depth_and_texts_kept_as_they_are():
    assert chain.canonical({"b": {"d": 1, "c": 2}, "a": "e\u0301"}) == '{"a":"e\u0301","b":{"c":2,"d":1}}'


@pytest.mark.parametrize(
    "value", [1.0, math.nan, math.inf, Decimal(1), b"x", {1}, object(), AT, {1: 2}, {None: 1}, {True: 1}, {(1,): 1}]
)
def test_a_type_with_no_exact_form_is_refused_at_any_depth(value):
    for nested in (value, [value], {"a": [{"b": value}]}):
        with pytest.raises(TypeError):
            chain.canonical(nested)


@pytest.mark.parametrize("value", [LARGEST + 1, -LARGEST - 2, 10**4000, "a\0", "\ud800", {"\0": 1}, {"\udfff": 1}])
def test_a_value_the_database_could_not_store_is_refused_at_any_depth(value):
    for nested in (value, [value], {"a": [{"b": value}]}):
        with pytest.raises(ValueError):  # noqa: PT011 - which of its subclasses is of no matter
            chain.canonical(nested)


def test_a_value_that_contains_itself_is_refused():
    value: list[object] = []
    value.append(value)
    with pytest.raises(ValueError, match="Circular"):
        chain.canonical(value)


def test_a_named_integer_is_written_as_an_integer():
    class Suit(IntEnum):
        HEARTS = 3

    assert chain.canonical([Suit.HEARTS, True]) == "[3,true]"


def test_a_time_is_stamped_in_utc_with_all_its_microseconds():
    paris = timezone(timedelta(hours=2))
    assert chain.stamp(datetime(2026, 7, 1, 0, 30, tzinfo=paris)) == "2026-06-30T22:30:00.000000Z"
    assert chain.stamp(AT) == "2026-11-30T19:57:48.123456Z"
    with pytest.raises(ValueError, match="time zone"):
        chain.stamp(datetime(2026, 7, 1))


def test_a_chain_as_it_was_written_passes():
    chain.check([])
    chain.check(iter(entries(20)))


@pytest.mark.parametrize(
    ("forge", "number", "what"),
    [
        (lambda e: e[1:], 2, "entry 1 expected"),
        (lambda e: [e[0], e[2]], 3, "entry 2 expected"),
        (lambda e: [e[0], e[0]], 1, "entry 2 expected"),
        (lambda e: [e[0], replace(e[1], subject_id=78)], 2, "another subject"),
        (lambda e: [e[0], replace(e[1], subject=Subject.BOOKLET)], 2, "another subject"),
        (lambda e: [replace(e[0], subject_id=78)], 1, "text and entry disagree"),
        (lambda e: [replace(e[0], kind="start")], 1, "text and entry disagree"),
        (lambda e: [e[0], replace(e[1], previous=GENESIS)], 2, "not linked"),
        (lambda e: [replace(e[0], previous=bytes(31) + b"x")], 1, "not linked"),
        (lambda e: [replace(e[0], digest=e[1].digest), *e[1:]], 1, "digest and text"),
        (lambda e: [replace(e[0], text=e[0].text.replace('"step":1', '"step":2')), *e[1:]], 1, "digest and text"),
        (lambda e: [rewritten(e[0], lambda t: t.replace('"step":1', '"step":2')), *e[1:]], 2, "not linked"),
    ],
)
def test_every_alteration_is_found_and_named(forge, number, what):
    broken = fault(forge(entries()))
    assert broken.number == number
    assert what in broken.what
    assert f"ticket {broken.subject_id}, entry {number}: " in str(broken) or broken.subject is Subject.BOOKLET


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda t: t.replace('"v":1', '"v":2'), "text and entry"),
        (lambda t: t.replace('"v":1', '"v":true'), "text and entry"),
        (lambda t: t.replace('"number":1', '"number":true'), "text and entry"),
        (lambda t: t.replace(',"v":1', ""), "text and entry"),
        (lambda t: t.replace('"v":1', '"v":1,"z":1'), "text and entry"),
        (lambda t: t.replace('"at":', '"at": '), "canonical"),
        (lambda t: t.replace('"v":1', '"v":1,"v":1'), "canonical"),
        (lambda t: t.replace('"step":1', '"step":1.0'), "canonical"),
        (lambda t: t.replace('"step":1', '"step":NaN'), "canonical"),
        (lambda t: t.replace('"step":1', '"step":-0'), "canonical"),
        (lambda t: t.replace('"step":1', '"step":"\\u0000"'), "canonical"),
        (lambda t: t.replace('"step":1', '"step":"\ud800"'), "canonical"),
        (lambda t: t.replace('{"step":1}', "[" * 100_000), "canonical"),
        (lambda t: t + "\n", "canonical"),
        (lambda t: t[:-1], "canonical"),
        (lambda t: "[]", "canonical"),
        (lambda t: "", "canonical"),
        (lambda t: t.replace('{"step":1}', "null"), "no data or no time"),
        (lambda t: t.replace(".123456Z", ".12345Z"), "no data or no time"),
        (lambda t: t.replace("2026-11-30T19", "0001-01-01T00").replace("Z", "+14:00"), "no data or no time"),
        (lambda t: t.replace("2026-11-30", "2026-11-31"), "no data or no time"),
        (lambda t: t.replace('"salt":"', '"salt":"00'), "no salt"),
        (lambda t: salted(t, "Z" * 32), "no salt"),
        (lambda t: salted(t, ""), "no salt"),
    ],
)
def test_a_forger_who_recomputes_the_digest_must_still_keep_the_form(change, what):
    first = entries(1)[0]
    text = change(first.text)
    digest = hashlib.sha256(b"ILLIKO LIVE journal 1\n" + GENESIS + text.encode(errors="surrogatepass")).digest()
    broken = fault([replace(first, text=text, digest=digest)])
    assert what in broken.what


def salted(text: str, salt: str) -> str:
    fields = json.loads(text)
    return chain.canonical(fields | {"salt": salt})
