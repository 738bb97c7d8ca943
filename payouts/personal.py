"""A person's data, a text or a file, sealed under a key of their own, which a master key outside the database wraps."""

import hmac
import secrets
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

_NONCE = 12
_KEY = 32


class Unreadable(Exception):
    """What was sealed doesn't open: altered, moved to another row, or its master key is gone. Holds no data."""


@dataclass(frozen=True, slots=True, repr=False)
class Sealed:
    """What a row keeps: the data, the person's wrapped key, and the id of the master key that wraps it."""

    data: bytes
    wrapped_key: bytes
    master: int


def seal(text: str | bytes, *, row: bytes) -> tuple[Sealed, bytes]:
    """Seal a text, or a file's content, for one row, under a new random key; what was sealed, and that key.

    `row` says which row: nothing opens with another. To replace what was sealed, seal again: the key before it is gone
    with the row's old content, and with it everything that could be matched against a digest made under it.
    """
    key = secrets.token_bytes(_KEY)
    master, wrapping = settings.PERSONAL_KEYS[-1]
    return Sealed(_encrypt(_derived(key, b"seal"), _bytes(text), row), _encrypt(wrapping, key, row), master), key


def key_of(sealed: Sealed, *, row: bytes) -> bytes:
    """The person's key. Raises Unreadable."""
    wrapping = dict(settings.PERSONAL_KEYS).get(sealed.master)
    if wrapping is None:
        raise Unreadable(f"master key {sealed.master} is not among PERSONAL_KEYS")
    return _decrypt(wrapping, sealed.wrapped_key, row)


def unseal(sealed: Sealed, *, row: bytes) -> str:
    """The text sealed for this row. Raises Unreadable."""
    return unseal_file(sealed, row=row).decode()


def unseal_file(sealed: Sealed, *, row: bytes) -> bytes:
    """The file's content sealed for this row. Raises Unreadable."""
    return _decrypt(_derived(key_of(sealed, row=row), b"seal"), sealed.data, row)


def rewrap(sealed: Sealed, *, row: bytes) -> Sealed:
    """The same under the newest master key; digests under the person's key stay what they are. Raises Unreadable."""
    master, wrapping = settings.PERSONAL_KEYS[-1]
    return Sealed(sealed.data, _encrypt(wrapping, key_of(sealed, row=row), row), master)


def digest(key: bytes, text: str | bytes) -> str:
    """HMAC-SHA256 of a text or a file under a person's key, in hexadecimal: what the journal may hold of it.

    Once the key is destroyed nothing can be matched with it.
    """
    return hmac.digest(_derived(key, b"digest"), _bytes(text), "sha256").hex()


def _bytes(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text


def _derived(key: bytes, use: bytes) -> bytes:
    """A key for one use: the same bytes must not serve two algorithms."""
    return HKDF(algorithm=SHA256(), length=_KEY, salt=None, info=b"ILLIKO LIVE person " + use).derive(key)


def _encrypt(key: bytes, content: bytes, row: bytes) -> bytes:
    nonce = secrets.token_bytes(_NONCE)
    return nonce + AESGCM(key).encrypt(nonce, content, row)


def _decrypt(key: bytes, content: bytes, row: bytes) -> bytes:
    try:
        return AESGCM(key).decrypt(content[:_NONCE], content[_NONCE:], row)
    except (InvalidTag, ValueError):
        raise Unreadable("altered, moved to another row, or sealed under another master key") from None
