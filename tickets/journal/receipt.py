"""The receipt of a play: its whole chain, where each entry stands in the log, and a checkpoint, in one byte form."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tickets.journal.chain import canonical

FORMAT: Final = "illiko.live/1"


@dataclass(frozen=True, slots=True)
class Entered:
    """An entry's text, its digest's index in the log, and the proof that it is there under the checkpoint."""

    text: str
    index: int
    proof: list[bytes]


def build(checkpoint: str, entries: Sequence[Entered]) -> bytes:
    """Write the receipt of a chain, from its first entry, under a signed checkpoint (art. 4.4.2).

    It tells everything there is to check: `tools/check_receipt.py` needs nothing else but the public key.
    """
    content = {
        "checkpoint": checkpoint,
        "entries": [
            {"index": entry.index, "proof": [hashed.hex() for hashed in entry.proof], "text": entry.text}
            for entry in entries
        ],
        "receipt": FORMAT,
    }
    return canonical(content).encode() + b"\n"
