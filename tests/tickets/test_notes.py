"""Signed notes: the published vectors verify, and nothing that was touched is opened (C2SP signed-note)."""

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tickets.journal.notes import NoteError, Signer, Verifier, exact_base64, generate, open_note

# The example of Go's package golang.org/x/mod/sumdb/note.
PUBLIC = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
PRIVATE = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
LINE = "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
NOTE = f"{TEXT}\n{LINE}"
PETER, ENOCH = Signer.read(PRIVATE), Signer("EnochRoot", bytes(range(32)))


def line_of(signer: Signer, text: str = TEXT) -> str:
    return signer.sign(text).rpartition("\n\n")[2]


def test_the_published_note_is_opened_by_its_published_key():
    assert open_note(NOTE, [Verifier.read(PUBLIC)]) == (TEXT, Verifier.read(PUBLIC))


def test_the_published_key_signs_the_published_note():
    assert PETER.sign(TEXT) == NOTE
    assert str(PETER.public) == PUBLIC and PETER.private == PRIVATE


def test_new_keys_are_all_different_and_read_back():
    one, other = generate("illiko.live/journal"), generate("illiko.live/journal")
    assert one != other
    assert Signer.read(one.private) == one and Verifier.read(str(one.public)) == one.public
    assert open_note(one.sign(TEXT), [other.public, one.public]) == (TEXT, one.public)


def test_a_private_key_does_not_show_in_what_is_logged():
    assert PRIVATE.rpartition("+")[2] not in repr(PETER) and str(PETER.key) not in repr(PETER)
    with pytest.raises(NoteError) as refused:
        Signer.read(PRIVATE.replace("c74f20a3", "c74f20a4"))
    assert PRIVATE.rpartition("+")[2] not in str(refused.value)


def test_unknown_signatures_are_ignored_when_a_known_one_is_right():
    both = f"{TEXT}\n{line_of(ENOCH)}{LINE}"
    assert open_note(both, [PETER.public])[1] == PETER.public
    assert open_note(both, [PETER.public, ENOCH.public])[1] == ENOCH.public
    wrong = line_of(ENOCH, "another text\n")
    assert open_note(f"{TEXT}\n{wrong}{LINE}", [PETER.public]) == (TEXT, PETER.public)


def test_a_known_key_s_wrong_signature_refuses_the_note_even_beside_a_right_one():
    wrong = line_of(ENOCH, "another text\n")
    with pytest.raises(NoteError, match="by EnochRoot is wrong"):
        open_note(f"{TEXT}\n{LINE}{wrong}", [PETER.public, ENOCH.public])


@pytest.mark.parametrize("verifiers", [[], [ENOCH.public], [Signer("PeterNeumann", bytes(32)).public]])
def test_a_note_by_unknown_keys_alone_is_refused(verifiers):
    """A key of the same name has another hash."""
    with pytest.raises(NoteError, match="not signed by a known key"):
        open_note(NOTE, verifiers)


def test_every_changed_character_of_a_note_is_refused():
    for place, character in enumerate(NOTE):
        for other in {"A", "\n", chr(ord(character) ^ 1)} - {character}:
            with pytest.raises(NoteError):
                open_note(NOTE[:place] + other + NOTE[place + 1 :], [PETER.public])


def test_an_empty_line_in_the_text_is_part_of_it():
    text = "one\n\nother\n"
    assert open_note(PETER.sign(text), [PETER.public])[0] == text


@pytest.mark.parametrize(
    "note",
    [
        "",
        TEXT,
        f"{TEXT}\n",
        NOTE[:-1],
        NOTE + "\n",
        f"{TEXT}{LINE}",
        NOTE.replace("—", "-"),
        NOTE.replace("— ", "—"),
        NOTE.replace("PeterNeumann x08", "PeterNeumann  x08"),
        NOTE.replace("— PeterNeumann", "— "),
        NOTE.replace("— PeterNeumann", "— Peter+Neumann"),
        f"{NOTE}— EnochRoot AAAAAA==\n",
        f"{NOTE}— EnochRoot !!!!\n",
        f"{NOTE}— EnochRoot\n",
        f"{NOTE}EnochRoot AAAAAAAA\n",
        NOTE.replace("JnAM=", "JnAN="),
        "\t" + NOTE,
        "\ud800" + NOTE,
        NOTE.replace("\n", "\r\n"),
    ],
)
def test_a_malformed_note_is_refused(note):
    with pytest.raises(NoteError):
        open_note(note, [PETER.public])


@pytest.mark.parametrize("text", ["", "abc", "abc\n\n\tdef\n", "abc\r\n", "abc\0\n", "\udfff\n"])
def test_what_a_note_can_not_hold_is_not_signed(text):
    with pytest.raises(NoteError):
        PETER.sign(text)


@pytest.mark.parametrize("name", ["", "a b", "a\u00a0b", "a+b", "a\nb", "a\x01b", "\ud800"])
def test_no_key_is_made_under_a_name_that_a_note_can_not_bear(name):
    with pytest.raises(NoteError):
        generate(name)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "PeterNeumann",
        "PeterNeumann+c74f20a3",
        PUBLIC[:-1],
        PUBLIC + "=",
        PUBLIC.upper(),
        PUBLIC.replace("c74f20a3", "C74F20A3"),
        PUBLIC.replace("c74f20a3", "c74f20a4"),
        PUBLIC.replace("Peter", "Pieter"),
        PUBLIC.replace("+ARpc", "+AhpcA"),
        "+".join(["PeterNeumann", "c74f20a3", base64.b64encode(b"\x02" + bytes(32)).decode()]),
        "+".join(["PeterNeumann", "c74f20a3", base64.b64encode(b"\x01" + bytes(31)).decode()]),
        PRIVATE,
        str(Verifier("Peter Neumann", bytes(32))),
        str(Verifier("", bytes(32))),
    ],
)
def test_a_miscopied_public_key_is_refused(text):
    with pytest.raises(NoteError):
        Verifier.read(text)


@pytest.mark.parametrize("text", ["", PUBLIC, PRIVATE.removeprefix("PRIVATE+KEY+"), PRIVATE + "A", PRIVATE.lower()])
def test_a_miscopied_private_key_is_refused(text):
    with pytest.raises(NoteError):
        Signer.read(text)


@given(st.binary(max_size=70))
def test_base64_has_one_form(content):
    text = base64.b64encode(content).decode()
    assert exact_base64(text) == content
    others = (text + "\n", " " + text, text.rstrip("="), text + "=", text + "====", "é" + text)
    for other in (one for one in others if one != text):
        with pytest.raises(NoteError):
            exact_base64(other)
