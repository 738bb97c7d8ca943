"""A receipt has one byte form."""

import json

import pytest

from tickets.journal.receipt import Entered, build


def test_a_receipt_is_canonical_json_and_a_newline():
    entries = [Entered('{"word":"é"}', 3, [bytes(32), b"\xff" * 32]), Entered("{}", 12, [])]
    proof = f'["{"00" * 32}","{"ff" * 32}"]'
    first = '{"index":3,"proof":' + proof + ',"text":"{\\"word\\":\\"é\\"}"}'
    second = '{"index":12,"proof":[],"text":"{}"}'
    expected = '{"checkpoint":"a\\n\\n— b c\\n","entries":[' + first + "," + second + '],"receipt":"illiko.live/1"}\n'
    assert build("a\n\n— b c\n", entries) == expected.encode()


def test_a_receipt_says_all_that_it_was_made_of():
    read = json.loads(build("note", [Entered("text", 7, [b"x" * 32])]))
    assert read == {
        "checkpoint": "note",
        "entries": [{"index": 7, "proof": [(b"x" * 32).hex()], "text": "text"}],
        "receipt": "illiko.live/1",
    }


def test_what_has_no_bytes_makes_no_receipt():
    with pytest.raises(ValueError, match="surrogates"):
        build("note", [Entered("\ud800", 7, [])])
