"""A quick yes to a chain that is plainly right, ten times faster than chain.check, which judges all the others."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any

import msgspec

from tickets.journal import chain
from tickets.journal.chain import Entry

_Stamp = Annotated[str, msgspec.Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{6}Z\Z")]
_Salt = Annotated[str, msgspec.Meta(pattern=r"^[0-9a-f]{32}\Z")]
# What msgspec would write back as it read it, although chain.canonical refuses it: a NUL, integers beyond 64 bits.
_DOUBTFUL = re.compile(r"\\u0000|[:,[-][0-9]{19}")


class _Text(msgspec.Struct):
    at: _Stamp
    data: dict[str, Any]
    kind: str
    number: int
    salt: _Salt
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
    try:
        read = _DECODER.decode(text)
        datetime.fromisoformat(read.at)
    except (ValueError, RecursionError):
        return False
    itself = (entry.kind, entry.number, entry.subject.name.lower(), entry.subject_id, chain.VERSION)
    said = (read.kind, read.number, read.subject, read.subject_id, read.v)
    return said == itself and _ENCODER.encode(read) == text and not _DOUBTFUL.search(entry.text)
