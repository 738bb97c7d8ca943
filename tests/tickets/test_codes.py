"""Codes: how they are drawn and checked, and what a person may type (art. 3.3.2)."""

import itertools
import string

import pytest
import reedsolo
from hypothesis import given
from hypothesis import strategies as st

from tickets import codes
from tickets.codes import ALPHABET, LENGTH, Mistyped

ZERO = "0" * LENGTH
CODES = [ZERO, *codes.new_codes(20)]
NEIGHBOURS = range(LENGTH - 1)


def refusal(text: str) -> Mistyped:
    with pytest.raises(Mistyped) as caught:
        codes.read(text)
    assert str(caught.value) == caught.value.message
    return caught.value


def swapped(code: str, place: int) -> str:
    return code[:place] + code[place + 1] + code[place] + code[place + 2 :]


def replaced(code: str, place: int, character: str) -> str:
    return code[:place] + character + code[place + 1 :]


def test_a_code_has_18_characters_of_crockford_s_alphabet_article_3_3_2():
    assert LENGTH == 18
    assert sorted(set(string.digits + string.ascii_uppercase) - set(ALPHABET)) == list("ILOU")
    assert all(len(code) == 18 and set(code) <= set(ALPHABET) for code in codes.new_codes(1000))
    assert codes.new_codes(0) == []


def test_every_character_comes_as_often_at_every_drawn_place():
    count = 64_000
    columns = zip(*codes.new_codes(count), strict=True)
    for column in columns:
        chi_square = sum((column.count(c) - count / 32) ** 2 / (count / 32) for c in ALPHABET)
        assert chi_square < 110  # 31 degrees of freedom: p = 1e-9 is at 105


def test_codes_differ():
    drawn = codes.new_codes(100_000)
    assert len(set(drawn)) == len(drawn)


def test_check_characters_are_those_of_an_independent_reed_solomon_coder():
    oracle = reedsolo.RSCodec(nsym=2, nsize=31, fcr=1, prim=0x25, generator=2, c_exp=5)
    for code in codes.new_codes(500):
        values = [ALPHABET.index(character) for character in code]
        assert list(oracle.encode(bytearray(values[:16]))) == values


def test_every_single_wrong_character_is_detected_and_its_place_named():
    for code in CODES:
        for place, character in itertools.product(range(LENGTH), ALPHABET):
            if character != code[place]:
                refused = refusal(replaced(code, place, character))
                assert refused.position == place + 1
                assert refused.group == place // 6 + 1


def test_every_swap_of_neighbours_is_detected():
    for code in CODES:
        for place in NEIGHBOURS:
            if code[place] != code[place + 1]:
                refusal(swapped(code, place))


def test_no_code_lets_any_two_neighbours_be_swapped_unseen():
    # The check is linear: swapping differs from the code by one value at both places, so adding each of the values
    # to the code of zeros tries every swap in every code.
    for place, character in itertools.product(NEIGHBOURS, ALPHABET[1:]):
        refusal(replaced(replaced(ZERO, place, character), place + 1, character))


def test_two_wrong_characters_are_never_taken_for_a_code():
    for first, second in itertools.combinations(range(LENGTH), 2):
        for one, other in itertools.product(ALPHABET[1::5], ALPHABET[1:]):
            refusal(replaced(replaced(ZERO, first, one), second, other))


def test_a_mistake_that_no_single_character_explains_has_no_place():
    refused = [
        refusal(swapped(code, place)) for code in CODES for place in NEIGHBOURS if code[place] != code[place + 1]
    ]
    nowhere = [each for each in refused if each.position is None]
    assert nowhere
    assert all(each.group is None and "erreur" in each.message for each in nowhere)


def test_a_code_is_shown_in_three_groups_and_read_back():
    for code in CODES:
        assert codes.read(codes.shown(code)) == codes.read(code) == code
    assert codes.shown("ABCDEFGHJKMNPQRSTV") == "ABCDEF-GHJKMN-PQRSTV"


@pytest.mark.parametrize(
    "how",
    [
        str.lower,
        lambda code: code.replace("0", "O"),
        lambda code: code.replace("0", "o"),
        lambda code: code.replace("1", "I"),
        lambda code: code.replace("1", "i"),
        lambda code: code.replace("1", "L"),
        lambda code: code.replace("1", "l"),
        " ".join,
        "\u00a0".join,
        "\u202f".join,
        "\u200b".join,
        "\u2060".join,
        "\ufeff".join,
        "\u00ad".join,
        "\u2010".join,
        "\u2011".join,
        "\u2013".join,
        "\u2014".join,
        "\u2212".join,
        "\uff0d".join,
        "-\t\r\n".join,
        lambda code: "".join(chr(ord(c) + 0xFEE0) for c in code),
        lambda code: f"https://illikolive.com/t#{code}",
        lambda code: f" http://127.0.0.1:8000/t#{codes.shown(code)}\n",
        lambda code: f"illikolive.com/t/#{code.lower()}",
    ],
)
def test_reading_is_lenient_about_how_a_code_is_typed_or_pasted(how):
    for code in codes.new_codes(50):
        assert codes.read(how(code)) == code


@pytest.mark.parametrize(
    ("typed", "position", "told"),
    [
        ("", None, "Saisissez les 18 caractères"),
        (" - \u200b", None, "Saisissez les 18 caractères"),
        ("0" * 17, None, "il manque 1 caractère sur"),
        ("0" * 10, None, "il manque 8 caractères sur"),
        ("0" * 19, None, "il y a 1 caractère de trop"),
        ("0" * 30, None, "il y a 12 caractères de trop"),
        ("0" * 201, None, "trop long pour être un code"),
        ("000000-U00000", 7, "le 7e caractère («\xa0U\xa0»)"),
        ("u", 1, "le 1er caractère («\xa0U\xa0»)"),
        ("00é", 3, "«\xa0é\xa0»"),
        ("00ß", 3, "«\xa0ß\xa0»"),
        ("00\0", 3, "«\xa0U+0000\xa0»"),
        ("00\ud800", 3, "«\xa0U+D800\xa0»"),
        ("0٣", 2, "«\xa0٣\xa0»"),
        ("https://illikolive.com/t", 6, "«\xa0:\xa0»"),
        ("00#00", 3, "«\xa0#\xa0»"),
    ],
)
def test_a_refusal_says_what_is_wrong_and_where(typed, position, told):
    refused = refusal(typed)
    assert told in refused.message
    assert refused.position == position


def test_a_place_beyond_the_last_group_has_no_group():
    assert refusal("0" * 18 + "U").group is None
    assert refusal("0" * 17 + "U").group == 3


def test_a_wrong_character_is_suggested_never_corrected():
    code = codes.new_codes(1)[0]
    wrong = replaced(code, 8, ALPHABET[ALPHABET.index(code[8]) ^ 1])
    refused = refusal(wrong)
    assert f"au 9e caractère («\xa0{wrong[8]}\xa0»)" in refused.message
    assert code[8] not in refused.message.partition("«")[2].partition("»")[0]


@given(st.text(max_size=250))
def test_no_text_whatever_makes_reading_fail_otherwise(text):
    try:
        assert len(codes.read(text)) == LENGTH
    except Mistyped as refused:
        refused.message.encode()


def unreadable(code: str, *places: int) -> str:
    return "".join("?" if place in places else one for place, one in enumerate(code))


@pytest.mark.parametrize(
    "places", [(), *((place,) for place in range(LENGTH)), *itertools.combinations((0, 8, 16, 17), 2)], ids=str
)
def test_two_unreadable_characters_leave_one_code(places: tuple[int, ...]) -> None:
    """Art. 4.3.1: what identifies a damaged ticket."""
    for code in CODES[:4]:
        assert codes.candidates(codes.shown(unreadable(code, *places)).lower()) == [code]


def test_a_wrong_character_besides_an_unreadable_one_leaves_no_code() -> None:
    for code in CODES[1:4]:
        other = "A" if code[3] != "A" else "B"
        assert codes.candidates(unreadable(replaced(code, 3, other), 9)) == []


def test_three_unreadable_characters_are_too_many_and_none_is_read_as_ever() -> None:
    code = CODES[1]
    for text, said in ((unreadable(code, 1, 2, 3), "3, et le code n’en rend que 2"), (code[:-1] + "?X", "trop long")):
        with pytest.raises(Mistyped, match=said):
            codes.candidates(text)
    with pytest.raises(Mistyped, match="n’existe dans aucun code"):
        codes.read(unreadable(code, 1))
    with pytest.raises(Mistyped) as caught:
        codes.candidates(replaced(code, 3, "A" if code[3] != "A" else "B"))
    assert caught.value.position == 4
