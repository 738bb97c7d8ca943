"""Blind storage: what a ticket's row tells, and to whom (art. 3.2.2, 4.3.2)."""

import hashlib
import hmac
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from tickets import blind, codes
from tickets.blind import Peppers, Tampered

PEPPERS = Peppers(1, b"lookup pepper...lookup pepper...", b"seal pepper.....seal pepper.....")
CODE, OTHER = codes.new_codes(2)
NUMBER, BLOCK = 123_04_000567_008_9, 42


def sealed(tier: int, code: str = CODE, *, number: int = NUMBER, block_id: int = BLOCK) -> bytes:
    return blind.seal(PEPPERS, code, blind.lookup(PEPPERS, code), number=number, block_id=block_id, tier=tier)


def opened(
    seal: bytes, code: str = CODE, peppers: Peppers = PEPPERS, number: int = NUMBER, block_id: int = BLOCK
) -> int:
    found = blind.lookup(peppers, code)
    return blind.open_tier(peppers, code, found, number=number, block_id=block_id, sealed=seal)


@pytest.mark.parametrize("tier", [0, 1, 23, 255, 256, 65535])
def test_a_code_opens_its_tier_whose_length_tells_nothing(tier):
    assert opened(sealed(tier)) == tier
    assert len(sealed(tier)) == blind.SEALED_LENGTH == 18


def test_the_same_tier_is_sealed_differently_for_every_code():
    assert len({sealed(0, code) for code in codes.new_codes(1000)}) == 1000


def test_sealed_tiers_of_two_tickets_swapped_are_detected():
    for code, seal in ((CODE, sealed(1, OTHER)), (OTHER, sealed(0, CODE))):
        with pytest.raises(Tampered):
            opened(seal, code)


def test_a_wrong_number_or_block_is_detected():
    with pytest.raises(Tampered):
        opened(sealed(3), number=NUMBER + 1)
    with pytest.raises(Tampered):
        opened(sealed(3), block_id=BLOCK + 1)


def test_a_wrong_pepper_opens_and_finds_nothing():
    wrong = replace(PEPPERS, seal=bytes(32))
    with pytest.raises(Tampered):
        opened(sealed(3), peppers=wrong)
    other = replace(PEPPERS, lookup=bytes(32))
    assert blind.lookup(other, CODE) != blind.lookup(PEPPERS, CODE)
    with pytest.raises(Tampered):
        opened(sealed(3), peppers=other)


@pytest.mark.parametrize("bit", range(18 * 8))
def test_every_altered_bit_is_detected(bit):
    altered = int.from_bytes(sealed(3), "big") ^ 1 << bit
    with pytest.raises(Tampered):
        opened(altered.to_bytes(18, "big"))


@pytest.mark.parametrize("seal", [b"", bytes(18), bytes(17), b"x" * 100])
def test_what_was_never_sealed_is_refused(seal):
    with pytest.raises(Tampered):
        opened(seal)


def test_a_tier_beyond_two_bytes_is_refused():
    with pytest.raises(OverflowError):
        sealed(65536)


def test_what_is_stored_is_what_the_design_says():
    # Written again with the standard library's HMAC, so that rows already stored stay readable.
    found = hmac.new(PEPPERS.lookup, CODE.encode(), hashlib.sha256).digest()
    extracted = hmac.new(PEPPERS.seal, CODE.encode(), hashlib.sha256).digest()
    key = hmac.new(extracted, found + b"\x01", hashlib.sha256).digest()
    bound_to = NUMBER.to_bytes(8, "big") + BLOCK.to_bytes(8, "big")
    assert blind.lookup(PEPPERS, CODE) == found
    assert sealed(515) == AESGCM(key).encrypt(bytes(12), b"\x02\x03", bound_to)


def test_peppers_are_not_shown_and_not_too_short():
    assert "pepper" not in repr(PEPPERS)
    with pytest.raises(ValueError, match="at least 16 bytes"):
        Peppers(1, b"short", bytes(32))
    with pytest.raises(ValueError, match="at least 16 bytes"):
        Peppers(1, bytes(32), b"")
