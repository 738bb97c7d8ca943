"""A quick yes to a chain that is plainly right, ten times faster than chain.check, which judges all the others."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

import msgspec

from tickets.journal import chain
from tickets.journal.chain import Entry, Subject

_SHAPE: Final = bytes.maketrans(b"123456789", b"000000000")
_START: Final = b'{"at":"0000-00-00T00:00:00.000000Z",'
_LONG: Final = b"0" * 19
_NAMES: Final = {subject: subject.name.lower() for subject in Subject}


class _Text(msgspec.Struct):
    at: str
    data: dict[str, Any]
    kind: str
    number: int
    salt: str
    subject: str
    subject_id: int
    v: int


def _refuse_float(text: str) -> Any:
    raise ValueError(f"{text} has no exact form in the journal")


_DECODER = msgspec.json.Decoder(_Text, float_hook=_refuse_float)
_ENCODER = msgspec.json.Encoder(order="sorted")


def plainly_right(entries: Iterable[Entry]) -> bool:
    """Tell whether one subject's whole chain is right at first sight; False only means that it has to be checked."""
    previous = chain.GENESIS
    for number, entry in enumerate(entries, 1):
        if entry.number != number or entry.previous != previous or not _says_what_it_is(entry):
            return False
        if entry.digest != chain.digest(previous, entry.text):
            return False
        previous = entry.digest
    return True


def _says_what_it_is(entry: Entry) -> bool:
    text = entry.text.encode()
    shape = text.translate(_SHAPE)
    if not shape.startswith(_START) or _is_doubtful(text, shape):
        return False
    try:
        read = _DECODER.decode(text)
        datetime.fromisoformat(read.at)
        salt = bytes.fromhex(read.salt)
    except (ValueError, RecursionError):
        return False
    itself = (entry.kind, entry.number, _NAMES[entry.subject], entry.subject_id, chain.VERSION)
    said = (read.kind, read.number, read.subject, read.subject_id, read.v)
    return said == itself and len(salt) == 16 and salt.hex() == read.salt and _ENCODER.encode(read) == text


def _is_doubtful(text: bytes, shape: bytes) -> bool:
    """What msgspec would write back as it read it, though chain.canonical refuses it: NUL, integers beyond 64 bits."""
    if b"\\u0000" in text:
        return True
    return _LONG in shape and any(before + _LONG in shape for before in (b":", b",", b"[", b"-"))
