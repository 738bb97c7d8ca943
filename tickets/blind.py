"""Blind storage: what the database holds of a ticket tells neither its code nor what it is worth (art. 3.2.2)."""

import hmac
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

SEALED_LENGTH = 18  # two bytes of tier, sixteen of authentication
_SHORTEST_PEPPER = 16
_SHA256 = SHA256()
# A key comes from one code alone, and a code seals one tier once: no nonce is ever used twice under a key.
_NONCE = bytes(12)


class Tampered(Exception):
    """A sealed tier that this code, number, block and pepper did not make."""


@dataclass(frozen=True, slots=True)
class Peppers:
    """The secrets kept outside the database, named by the key id on a block; at least 16 bytes each."""

    key_id: int
    lookup: bytes = field(repr=False)
    seal: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if min(len(self.lookup), len(self.seal)) < _SHORTEST_PEPPER:
            raise ValueError(f"peppers {self.key_id}: at least {_SHORTEST_PEPPER} bytes each")


def lookup(peppers: Peppers, code: str) -> bytes:
    """Return the 32 bytes by which a read code is found."""
    return hmac.digest(peppers.lookup, code.encode("ascii"), "sha256")


def seal(peppers: Peppers, code: str, lookup: bytes, *, number: int, block_id: int, tier: int) -> bytes:
    """Seal a tier (0 to 65535, OverflowError beyond) into 18 bytes that only its code opens, for this ticket alone."""
    return _cipher(peppers, code, lookup).encrypt(_NONCE, tier.to_bytes(2, "big"), _bound_to(number, block_id))


def open_tier(peppers: Peppers, code: str, lookup: bytes, *, number: int, block_id: int, sealed: bytes) -> int:
    """Open a sealed tier with the code presented; Tampered if anything is not what it was sealed with (art. 4.3.2)."""
    if len(sealed) != SEALED_LENGTH:
        raise Tampered("sealed tier of the wrong length")
    try:
        tier = _cipher(peppers, code, lookup).decrypt(_NONCE, sealed, _bound_to(number, block_id))
    except InvalidTag:
        raise Tampered("sealed tier altered, moved, or sealed under another pepper") from None
    return int.from_bytes(tier, "big")


def _cipher(peppers: Peppers, code: str, lookup: bytes) -> AESGCM:
    hkdf = HKDF(algorithm=_SHA256, length=32, salt=peppers.seal, info=lookup)
    return AESGCM(hkdf.derive(code.encode("ascii")))


def _bound_to(number: int, block_id: int) -> bytes:
    return number.to_bytes(8, "big") + block_id.to_bytes(8, "big")
