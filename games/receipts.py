"""The proof of a finished play: its record, where each entry stands in the signed log, and the receipt of both."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Play
from tickets import record
from tickets.journal import receipt as format_of
from tickets.journal.chain import Entry, Subject
from tickets.journal.receipt import Entered
from tickets.models import Checkpoint, Leaf
from tickets.seal.proofs import inclusion_proofs


class NotSealed(Exception):
    """The last entry still waits for the sealer, a second at most."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A play's entries in order, each with its index in the log (from 0) and its proof, under one checkpoint."""

    checkpoint: Checkpoint
    entered: tuple[Entered, ...]

    def file(self) -> bytes:
        """The receipt: the same bytes until the play's ticket gets another entry."""
        return format_of.build(self.checkpoint.note, self.entered)


def finished(play: Play) -> bool:
    """Tell whether the record says how the play ended: by its last step or by its expiry (art. 3.3.6, 3.3.8)."""
    return play.ended_at is not None or play.expiry_recorded


def receipt(play: Play) -> bytes:
    """The receipt of a finished play's ticket (art. 4.4.2). Raises NotSealed."""
    return prove(record.entries(Subject.TICKET, play.ticket_id)).file()


def prove(entries: Sequence[Entry]) -> Proof:
    """Prove a ticket's whole chain under the first checkpoint that covers its last entry. Raises NotSealed."""
    leaves = Leaf.objects.filter(subject=Subject.TICKET, subject_id=entries[0].subject_id)
    places = dict(leaves.values_list("number", "index"))
    if any(entry.number not in places for entry in entries):
        raise NotSealed
    indexes = [places[entry.number] for entry in entries]
    checkpoint = Checkpoint.objects.filter(size__gt=max(indexes)).earliest("size")
    proofs = inclusion_proofs(indexes, checkpoint.size)
    entered = (Entered(*one) for one in zip((entry.text for entry in entries), indexes, proofs, strict=True))
    return Proof(checkpoint, tuple(entered))
