"""Signed notes (C2SP signed-note) with Ed25519 keys: how the log signs what it says, and how anybody checks it."""

import base64
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, Self

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

_ED25519: Final = b"\x01"  # the algorithm's number, before a key
_KEY: Final = 32  # bytes, of a public key and of a private one
_HASH: Final = 4  # bytes of a key's hash, before a signature
_PRIVATE: Final = "PRIVATE+KEY+"
_DASH: Final = "— "


class NoteError(ValueError):
    """A key or a note that can't be trusted; the message says why."""


@dataclass(frozen=True, slots=True)
class Verifier:
    """A public key and the name of who signs with it; as a text, `<name>+<hash>+<key>`."""

    name: str
    key: bytes

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a key's one text; NoteError for anything else."""
        made = cls(*_name_and_key(text))
        if str(made) != text:
            raise NoteError("the hash in a key's text is not that of the key")
        return made

    def __str__(self) -> str:
        return _written(self.name, self.hash, self.key)

    @property
    def hash(self) -> bytes:
        """The 4 bytes by which a signature tells its key; the name counts too."""
        return sha256(self.name.encode() + b"\n" + _ED25519 + self.key).digest()[:_HASH]

    def signed(self, text: str, signature: bytes) -> bool:
        """Tell whether this key signed the text."""
        try:
            Ed25519PublicKey.from_public_bytes(self.key).verify(signature, text.encode())
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True, slots=True)
class Signer:
    """A private key and the name that it signs under."""

    name: str
    key: bytes = field(repr=False)

    @classmethod
    def read(cls, text: str) -> Self:
        """Read `PRIVATE+KEY+<name>+<hash>+<key>`; NoteError, which doesn't repeat it, for anything else."""
        made = cls(*_name_and_key(text.removeprefix(_PRIVATE)))
        if made.private != text:
            raise NoteError("not a private key, or its hash is not that of the key")
        return made

    @property
    def private(self) -> str:
        """The text to keep secret."""
        return _PRIVATE + _written(self.name, self.public.hash, self.key)

    @property
    def public(self) -> Verifier:
        """The key to publish."""
        return Verifier(self.name, Ed25519PrivateKey.from_private_bytes(self.key).public_key().public_bytes_raw())

    def sign(self, text: str) -> str:
        """Return the signed note of a text, which ends with a newline; NoteError for one that a note can't hold."""
        _check_characters(text)
        if not text.endswith("\n"):
            raise NoteError("a text to sign ends with a newline")
        signature = Ed25519PrivateKey.from_private_bytes(self.key).sign(text.encode())
        return f"{text}\n{_DASH}{self.name} {_base64(self.public.hash + signature)}\n"


def generate(name: str) -> Signer:
    """Make a new key from the operating system's randomness; NoteError for a name that a note can't bear."""
    _check_name(name)
    return Signer(name, secrets.token_bytes(_KEY))


def open_note(note: str, verifiers: Iterable[Verifier]) -> tuple[str, Verifier]:
    """Return a note's text, newline included, and the first of these keys to have signed it.

    Signatures by other keys are ignored; NoteError when one of these keys' is wrong, or when there is none.
    """
    _check_characters(note)
    body, blank, lines = note.rpartition("\n\n")
    if not blank or not lines.endswith("\n"):
        raise NoteError("not a signed note: a text, an empty line and signatures were expected")
    text = body + "\n"
    known = {(verifier.name, verifier.hash): verifier for verifier in verifiers}
    right = []
    for name, key_hash, signature in _signatures(lines):
        verifier = known.get((name, key_hash))
        if verifier and not verifier.signed(text, signature):
            raise NoteError(f"the signature by {name} is wrong")
        if verifier:
            right.append(verifier)
    if not right:
        raise NoteError("not signed by a known key")
    return text, right[0]


def exact_base64(text: str) -> bytes:
    """Read base64 in its one form; NoteError for any other."""
    try:
        content = base64.b64decode(text, validate=True)
    except ValueError:
        raise NoteError("not base64") from None
    if _base64(content) != text:
        raise NoteError("not the one form of base64")
    return content


def _base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def _written(name: str, key_hash: bytes, key: bytes) -> str:
    return f"{name}+{key_hash.hex()}+{_base64(_ED25519 + key)}"


def _name_and_key(text: str) -> tuple[str, bytes]:
    name, _, rest = text.partition("+")
    content = exact_base64(rest.partition("+")[2])
    _check_name(name)
    if not content.startswith(_ED25519) or len(content) != len(_ED25519) + _KEY:
        raise NoteError("not the text of an Ed25519 key")
    return name, content[len(_ED25519) :]


def _signatures(lines: str) -> Iterator[tuple[str, bytes, bytes]]:
    """The name, the key's hash and the signature of each line."""
    for line in lines.removesuffix("\n").split("\n"):
        name, _, signature = line.removeprefix(_DASH).partition(" ")
        content = exact_base64(signature)
        if not line.startswith(_DASH) or len(content) <= _HASH:
            raise NoteError("a malformed signature line")
        _check_name(name)
        yield name, content[:_HASH], content[_HASH:]


def _check_name(name: str) -> None:
    if not name or "+" in name or any(character.isspace() for character in name):
        raise NoteError("a key's name is not empty and has neither spaces nor +")
    _check_characters(name)


def _check_characters(text: str) -> None:
    if any(character < " " and character != "\n" for character in text):
        raise NoteError("a control character in a note")
    try:
        text.encode()
    except UnicodeEncodeError:
        raise NoteError("half of a character in a note") from None
