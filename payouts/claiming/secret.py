"""A claim's follow-up secret: eighty bits in base32, shown when it is given, of which a digest alone is kept."""

import hashlib
import hmac
import secrets
import uuid
from base64 import b32encode

from django.utils.crypto import salted_hmac

from tickets import codes, typed

BITS = 80
LENGTH = BITS // 5
GROUP = 4
_WRITTEN = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", codes.ALPHABET.encode())
_MEANT = str.maketrans("OIL", "011")


def drawn() -> str:
    """A new secret."""
    return _written(secrets.token_bytes(BITS // 8))


def of_form(key: uuid.UUID) -> str:
    """The secret of the claim that this form makes, the same when it is sent again: the first answer may be lost."""
    return _written(salted_hmac("payouts.claiming.secret", key.bytes, algorithm="sha256").digest()[: BITS // 8])


def digest(secret: str) -> bytes:
    """What is kept of a secret, however it was typed."""
    return hashlib.sha256(_read(secret).encode()).digest()


def same(secret: str, kept: "bytes | memoryview[int] | None") -> bool:
    """Whether this is the secret of which that is kept, in a time that does not tell how much of it is right."""
    return hmac.compare_digest(digest(secret), bytes(kept or b"")) and kept is not None


def shown(secret: str) -> str:
    """A secret as it is written: 7K3F 9QXM 2B6H W4TP."""
    return " ".join(secret[at : at + GROUP] for at in range(0, LENGTH, GROUP))


def _written(content: bytes) -> str:
    return b32encode(content).translate(_WRITTEN).decode()


def _read(text: str) -> str:
    return typed.folded(text[: typed.LONGEST]).upper().translate(_MEANT)
