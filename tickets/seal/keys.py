"""The seal's keys: the private one signs in the sealer alone; the public ones are everybody's."""

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from tickets.journal.checkpoint import Checkpoint
from tickets.journal.notes import NoteError, Signer, Verifier, open_note


def signer() -> Signer:
    """The key that signs; ImproperlyConfigured when there is none here, or when its public half is not published."""
    if not settings.SEAL_KEY:
        raise ImproperlyConfigured("SEAL_KEY: the sealer needs its private key")
    key = Signer.read(settings.SEAL_KEY)
    if str(key.public) not in map(str, verifiers()):
        raise ImproperlyConfigured("SEAL_PUBLIC_KEYS: the public half of SEAL_KEY is not among them")
    return key


def verifiers() -> tuple[Verifier, ...]:
    """The public keys, the newest last: those of the past still open the checkpoints that they signed."""
    return tuple(Verifier.read(text) for text in settings.SEAL_PUBLIC_KEYS)


def opened(note: str) -> Checkpoint:
    """What a checkpoint's note says, signed by one of our keys and by nobody else; ValueError for any other note.

    C2SP allows more signatures; here no byte of the record is free, and receipts bear the note as it is.
    """
    text, _ = open_note(note, verifiers())
    if note.count("\n") != text.count("\n") + 2:
        raise NoteError("more than one signature")
    return Checkpoint.parse(text)
