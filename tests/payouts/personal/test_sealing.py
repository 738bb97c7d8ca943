"""What is sealed opens for its row and with its master key alone; nothing can be matched once a key is gone."""

from typing import Any

import pytest

from payouts import personal
from payouts.personal import Sealed, Unreadable, digest, key_of, rewrap, seal, unseal

TEXT = '{"last_name":"Œuvrard"}'
OLD, NEW = (1, b"\x01" * 32), (2, b"\x02" * 32)


@pytest.fixture(autouse=True)
def _keys(settings: Any) -> None:
    settings.PERSONAL_KEYS = (OLD,)


def test_what_is_sealed_opens_for_its_row() -> None:
    sealed, key = seal(TEXT, row=b"a row")
    assert unseal(sealed, row=b"a row") == TEXT and key_of(sealed, row=b"a row") == key
    assert b"uvrard" not in sealed.data


def test_what_is_sealed_for_a_row_is_refused_in_another() -> None:
    sealed, _ = seal(TEXT, row=b"a row")
    with pytest.raises(Unreadable, match="moved"):
        unseal(sealed, row=b"another")


@pytest.mark.parametrize("name", ["data", "wrapped_key"])
@pytest.mark.parametrize("place", [0, 12, -1])
def test_an_altered_byte_is_found(name: str, place: int) -> None:
    sealed, _ = seal(TEXT, row=b"")
    altered = bytearray(getattr(sealed, name))
    altered[place] ^= 1
    parts = {"data": sealed.data, "wrapped_key": sealed.wrapped_key, name: bytes(altered)}
    with pytest.raises(Unreadable):
        unseal(Sealed(**parts, master=1), row=b"")


def test_one_persons_key_opens_nobody_elses_data() -> None:
    (one, _), (other, _) = seal(TEXT, row=b""), seal(TEXT, row=b"")
    with pytest.raises(Unreadable):
        unseal(Sealed(one.data, other.wrapped_key, 1), row=b"")


def test_what_an_older_master_key_wraps_still_opens_and_new_data_takes_the_newest(settings: Any) -> None:
    old, _ = seal(TEXT, row=b"")
    settings.PERSONAL_KEYS = (OLD, NEW)
    assert unseal(old, row=b"") == TEXT
    assert (old.master, seal(TEXT, row=b"")[0].master) == (1, 2)


def test_a_key_wrapped_anew_opens_without_the_older_master_key_and_makes_the_same_digests(settings: Any) -> None:
    old, key = seal(TEXT, row=b"")
    settings.PERSONAL_KEYS = (OLD, NEW)
    new = rewrap(old, row=b"")
    settings.PERSONAL_KEYS = (NEW,)
    assert (new.master, unseal(new, row=b""), key_of(new, row=b"")) == (2, TEXT, key)
    with pytest.raises(Unreadable, match="master key 1"):
        unseal(old, row=b"")


def test_a_digest_is_matched_with_its_persons_key_alone() -> None:
    (_, key), (_, other) = seal(TEXT, row=b""), seal(TEXT, row=b"")
    assert digest(key, TEXT) == digest(key, TEXT)
    assert len({digest(key, TEXT), digest(other, TEXT), digest(key, TEXT + " ")}) == 3


def test_what_fails_says_nothing_of_the_data() -> None:
    sealed, _ = seal(TEXT, row=b"")
    with pytest.raises(Unreadable) as raised:
        unseal(sealed, row=b"x")
    assert "uvrard" not in f"{raised.value!r} {sealed!r}" and raised.value.__cause__ is None
    assert "data" not in repr(personal.Sealed(b"data", b"", 1))
