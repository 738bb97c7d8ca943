"""Ticket numbers: their parts, their check digit, and what a person may type."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tickets import numbers
from tickets.numbers import BadNumber

PARTS = st.tuples(st.integers(0, 999), st.integers(0, 99), st.integers(0, 999_999), st.integers(0, 999))


def damm(digits: str) -> int:
    """The check digit by the published table, a digit at a time."""
    table = (
        (0, 3, 1, 7, 5, 9, 8, 6, 4, 2),
        (7, 0, 9, 2, 1, 5, 4, 8, 6, 3),
        (4, 2, 0, 6, 8, 7, 1, 3, 5, 9),
        (1, 7, 5, 0, 9, 8, 3, 4, 2, 6),
        (6, 1, 2, 3, 0, 4, 5, 9, 7, 8),
        (3, 6, 7, 4, 2, 0, 9, 5, 8, 1),
        (5, 8, 6, 9, 7, 2, 0, 1, 3, 4),
        (8, 9, 4, 5, 3, 6, 2, 0, 1, 7),
        (9, 4, 3, 8, 6, 1, 7, 2, 0, 5),
        (2, 5, 8, 1, 4, 3, 6, 7, 9, 0),
    )
    state = 0
    for digit in digits:
        state = table[state][int(digit)]
    return state


def refusal(text: str) -> str:
    with pytest.raises(BadNumber) as caught:
        numbers.read(text)
    assert str(caught.value) == caught.value.message
    return caught.value.message


@given(PARTS)
def test_the_first_five_digits_are_the_game_code_and_the_emission_article_3_2_5(parts):
    number = numbers.compose(*parts)
    assert f"{number:015}"[:5] == f"{parts[0]:03}{parts[1]:02}"
    assert numbers.split(number)[:4] == parts


@given(PARTS)
def test_the_check_digit_is_damm_s(parts):
    digits = f"{numbers.compose(*parts):015}"
    assert int(digits[-1]) == damm(digits[:-1]) == numbers.split(int(digits)).check


def test_the_published_example_of_damm_s_check_digit():
    assert numbers.compose(0, 0, 0, 572) == 5724


@given(PARTS)
def test_a_number_is_read_as_it_is_shown(parts):
    number = numbers.compose(*parts)
    shown = numbers.shown(number)
    assert numbers.read(shown) == number
    assert [len(group) for group in shown.split(" ")] == [3, 2, 6, 3, 1]


def test_a_number_of_zeros_keeps_its_fifteen_digits():
    assert numbers.shown(numbers.compose(1, 2, 3, 4)) == f"001 02 000003 004 {damm('00102000003004')}"


@given(PARTS, st.data())
def test_every_wrong_digit_and_every_swap_of_neighbours_is_detected(parts, data):
    digits = f"{numbers.compose(*parts):015}"
    wrong = [digits[:i] + d + digits[i + 1 :] for i in range(15) for d in "0123456789" if d != digits[i]]
    swaps = [digits[:i] + digits[i + 1] + digits[i] + digits[i + 2 :] for i in range(14)]
    for text in wrong + [swap for swap in swaps if swap != digits]:
        assert "erreur" in refusal(text)


def test_a_booklet_s_numbers_are_its_tickets_from_1_in_order():
    key = numbers.booklet_key(123, 4, 567)
    assert key == 123_04_000567
    assert numbers.numbers_of_booklet(key, 50) == [numbers.compose(123, 4, 567, ticket) for ticket in range(1, 51)]
    assert numbers.numbers_of_booklet(key, 0) == []
    assert len(numbers.numbers_of_booklet(key, 999)) == 999


@pytest.mark.parametrize(
    "typed",
    [
        "123 04 000567 008 {c}",
        "12304-000567-008-{c}",
        "\u00a0123\u202f04\u2009000567\u3000008\t{c}\n",
        "123\u201104\u2013000567\u2014008\u2212{c}",
        "\ufeff12304\u200b000567\u200d008{c}",
        "１２３ ０４ ０００５６７ ００８ {c}",
    ],
)
def test_spaces_dashes_and_full_width_digits_are_accepted(typed):
    number = numbers.compose(123, 4, 567, 8)
    assert numbers.read(typed.format(c=number % 10)) == number


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("12304A00567008", "le 6e caractère («\xa0A\xa0»)"),
        ("x", "le 1er caractère («\xa0x\xa0»)"),
        ("123٤", "le 4e caractère («\xa0٤\xa0»)"),  # an Arabic-Indic digit is not one of ours
        ("12\0", "le 3e caractère («\xa0U+0000\xa0»)"),
        ("12\ud800", "le 3e caractère («\xa0U+D800\xa0»)"),
        ("+12304000567008", "le 1er caractère («\xa0+\xa0»)"),
        ("12304_000567", "le 6e caractère («\xa0_\xa0»)"),
        ("", "il en manque 15"),
        ("12304000567008", "il en manque 1."),
        ("1230400056700812", "il y en a 1 de trop"),
        ("1" * 201, "trop long"),
    ],
)
def test_anything_else_is_refused_in_words_that_tell_why(typed, told):
    assert told in refusal(typed)


@given(st.text())
def test_no_text_whatever_makes_reading_fail_otherwise(text):
    try:
        assert numbers.shown(numbers.read(text))
    except BadNumber as refused:
        refused.message.encode()


@pytest.mark.parametrize(
    "parts", [(1000, 0, 0, 0), (0, 100, 0, 0), (0, 0, 1_000_000, 0), (0, 0, 0, 1000), (-1, 0, 0, 0)]
)
def test_a_part_that_does_not_fit_its_digits_is_refused(parts):
    with pytest.raises(BadNumber, match="ne tient pas"):
        numbers.compose(*parts)


def test_a_booklet_or_number_beyond_its_digits_is_refused():
    for call in (
        lambda: numbers.numbers_of_booklet(10**11, 50),
        lambda: numbers.numbers_of_booklet(1, 1000),
        lambda: numbers.split(10**15),
        lambda: numbers.shown(-1),
    ):
        with pytest.raises(BadNumber, match="ne tient pas"):
            call()
