"""The format of a journal entry and of the chain that binds a subject's entries together (art. 4.3.6, 4.4.2)."""

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from typing import Any, Final

GENESIS: Final = bytes(32)  # what the first entry of a chain links to
VERSION: Final = 1
_PREFIX: Final = b"ILLIKO LIVE journal 1\n"  # no other use of SHA-256 here can yield a journal digest
_SALT: Final = 16
_LARGEST: Final = 2**63
_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


class Subject(IntEnum):
    """What an entry is about, as stored."""

    TICKET = 1
    BOOKLET = 2
    BLOCK = 3
    EMISSION = 4
    PRIZE_TABLE = 5
    GAME = 6
    SITE = 7


_NAMES: Final = {subject: subject.name.lower() for subject in Subject}


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a subject: `text` says all of it, `digest` binds it to every entry before it."""

    subject: Subject
    subject_id: int
    number: int
    kind: str
    text: str
    previous: bytes
    digest: bytes


class Broken(Exception):
    """A chain that is not what was written: which entry of which subject, and what is wrong with it."""

    def __init__(self, entry: Entry, what: str) -> None:
        self.subject, self.subject_id, self.number, self.what = (entry.subject, entry.subject_id, entry.number, what)
        super().__init__(f"{_NAMES[self.subject]} {self.subject_id}, entry {self.number}: {what}")


def canonical(value: object) -> str:
    """Write a value in the one JSON form: TypeError for a type with no exact form, ValueError for an unstorable one."""
    text = _ENCODER.encode(value)  # first, because it refuses a value that contains itself
    _refuse_inexact(value)
    text.encode()  # UnicodeEncodeError, a ValueError, for half of a surrogate pair, which PostgreSQL cannot store
    return text


def stamp(at: datetime) -> str:
    """Write an aware moment in UTC with its six digits of microseconds; ValueError if it has no zone."""
    if at.tzinfo is None:
        raise ValueError("a moment needs its time zone")
    return at.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def digest(previous: bytes, text: str) -> bytes:
    """Return the digest of an entry, which the database recomputes in SQL."""
    return hashlib.sha256(_PREFIX + previous + text.encode()).digest()


def make(
    subject: Subject,
    subject_id: int,
    number: int,
    kind: str,
    data: Mapping[str, Any],
    *,
    at: datetime,
    previous: bytes,
    salt: bytes | None = None,
) -> Entry:
    """Make a subject's entry `number` (from 1) after the digest `previous`; its salt keeps it from being guessed."""
    salt = secrets.token_bytes(_SALT) if salt is None else salt
    if number < 1 or len(previous) != len(GENESIS) or len(salt) != _SALT:
        raise ValueError("an entry is numbered from 1, linked by 32 bytes and salted by 16")
    text = _text(subject, subject_id, number, kind, at=stamp(at), data=dict(data), salt=salt.hex())
    return Entry(subject, subject_id, number, kind, text, previous, digest(previous, text))


def check(entries: Iterable[Entry]) -> None:
    """Verify one subject's whole chain, in order from its first entry (art. 4.4.2); Broken names the first fault."""
    first: Entry | None = None
    previous = GENESIS
    for number, entry in enumerate(entries, 1):
        first = first or entry
        if (entry.subject, entry.subject_id) != (first.subject, first.subject_id):
            raise Broken(entry, "entry of another subject")
        if entry.number != number:
            raise Broken(entry, f"entry {number} expected")
        if entry.previous != previous:
            raise Broken(entry, "not linked to the entry before")
        _check_text(entry)
        if entry.digest != digest(entry.previous, entry.text):
            raise Broken(entry, "digest and text disagree")
        previous = entry.digest


def _text(subject: Subject, subject_id: int, number: int, kind: str, *, at: object, data: object, salt: object) -> str:
    return canonical(
        {
            "at": at,
            "data": data,
            "kind": kind,
            "number": number,
            "salt": salt,
            "subject": _NAMES[subject],
            "subject_id": subject_id,
            "v": VERSION,
        }
    )


def _check_text(entry: Entry) -> None:
    try:
        fields = json.loads(entry.text)
        rewritten = canonical(fields)
    except (TypeError, ValueError, RecursionError):
        raise Broken(entry, "text is not canonical JSON") from None
    if rewritten != entry.text or not isinstance(fields, dict):
        raise Broken(entry, "text is not canonical JSON")
    at, data, salt = fields.get("at"), fields.get("data"), fields.get("salt")
    # Comparing texts, not values: to Python true and 1 are equal.
    if entry.text != _text(entry.subject, entry.subject_id, entry.number, entry.kind, at=at, data=data, salt=salt):
        raise Broken(entry, "text and entry disagree")
    if not isinstance(data, dict) or not _is_stamp(at):
        raise Broken(entry, "no data or no time")
    if not _is_salt(salt):
        raise Broken(entry, "no salt of 16 bytes")


def _is_stamp(at: object) -> bool:
    try:
        return isinstance(at, str) and stamp(datetime.fromisoformat(at)) == at
    except (ValueError, OverflowError):
        return False


def _is_salt(salt: object) -> bool:
    return isinstance(salt, str) and len(salt) == 2 * _SALT and set(salt) <= set("0123456789abcdef")


def _refuse_inexact(value: object) -> None:
    """Refuse what JSON would write inexactly or PostgreSQL could not store; a loop, since every step pays for it."""
    left = [value]
    while left:
        item = left.pop()
        if isinstance(item, dict):
            for key in item:
                if not isinstance(key, str):
                    raise TypeError("a key that is not a text")
            left += item
            left += item.values()
        elif isinstance(item, (list, tuple)):
            left += item
        else:
            _refuse_inexact_scalar(item)


def _refuse_inexact_scalar(item: object) -> None:
    if isinstance(item, str):
        if "\0" in item:
            raise ValueError("NUL in a text")
    elif isinstance(item, int):
        if not -_LARGEST <= item < _LARGEST:
            raise ValueError("an integer beyond 64 bits")
    elif item is not None:
        raise TypeError(f"{type(item).__name__} has no exact form in the journal")
