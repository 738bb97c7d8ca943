"""A code is found within any text, and what is no code is left alone (art. 3.3.2)."""

import pytest

from tickets import code_within, codes


def made(data: str) -> str:
    """The code of these sixteen characters."""
    return codes.candidates(data + "??")[0]


CODE = made("4F7K2P9RTB3XW6H1")


@pytest.mark.parametrize(
    "typed",
    [
        CODE,
        CODE.lower(),
        codes.shown(CODE),
        codes.shown(CODE).replace("-", " \u2013 "),
        " ".join(CODE),
        f"{CODE[:4]} {CODE[4:8]} {CODE[8:12]} {CODE[12:16]} {CODE[16:]}",
        CODE.replace("1", "l"),
        "\u200b".join(CODE),
        "".join(chr(ord(one) + 0xFEE0) for one in CODE),
        f"https://exemple.fr/t#{CODE}",
        f"exemple.fr/t#{codes.shown(CODE)}?x=1",
    ],
)
@pytest.mark.parametrize("around", ["{}", "Le joueur dit : {}.", "son code est {} et il a 62 ans", "({})", "a\n{}\nb"])
def test_a_code_is_found_however_it_is_typed_and_whatever_stands_around_it(typed: str, around: str) -> None:
    assert code_within.holds(around.format(typed))


def test_every_drawn_code_is_found_as_printed_and_in_one_word() -> None:
    for code in codes.new_codes(3000):
        assert code_within.holds(f"voici {code}") and code_within.holds(f"voici {codes.shown(code)} merci")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ticket 603 01 002820 018 8, acheté 3 € le 12/11/2026 à Lyon",
        "603010028200188 60301002820 60301002820 603 01 002820",
        " ".join(["603 01 002820 018 8"] * 2000),
        "FR76 3000 6000 0112 3456 7890 189 AGRIFRPP",
        "FR7630006000011234567890189",
        "3f2a9c1e-5b77-4c1d-9d3a-2f6f1f6f2d10",
        "PV 2026/123456, commissariat de Villeurbanne, tél. 04 78 00 00 00, camille@exemple.fr",
        "JORF n° 0102 du 3 mai 2026, texte 41",
        "extraordinairement approvisionnements constitutionnelles",
        "La souris du trou 3 a disparu.\nMon voisin Dupont l’a vue, 12 rue des Lilas 69003 Lyon.",
        codes.shown(CODE)[:-1] + ("A" if CODE[-1] != "A" else "B"),
        CODE + "Z",
    ],
)
def test_numbers_accounts_references_and_words_are_no_code(text: str) -> None:
    assert not code_within.holds(text)


def test_the_message_says_where_the_code_begins_and_not_what_it_is() -> None:
    with pytest.raises(code_within.CodeWithin, match="à partir du 8e caractère") as refused:
        code_within.refuse(f"Code\u00a0: {codes.shown(CODE)}")
    assert CODE[:6] not in str(refused.value)
