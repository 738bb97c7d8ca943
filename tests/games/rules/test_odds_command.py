"""`manage.py odds` prints the exact fractions."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command


def odds(*arguments: str) -> str:
    printed = StringIO()
    call_command("odds", *arguments, stdout=printed)
    return printed.getvalue()


def test_json_gives_the_published_fractions_of_the_three_games() -> None:
    found = json.loads(odds("--json"))
    souris, poule, capone = found["sauve_souris"], found["poule_aux_oeufs_d_or"], found["as_capone"]
    wins = {name: (way["win"], way["return"]) for name, way in souris["strategies"].items()}
    assert wins == {
        "all in one cheese": ("3/32", "7/10"),
        "two halves": ("5/12", "7/10"),
        "spread": ("3/4", "7/10"),
    }
    assert souris["any_strategy"] == {"least_return": "7/10", "greatest_return": "7/10"}
    assert poule["strategies"]["any hen"] == {
        "outcomes": {"first_go": "1/26", "lost": "124/169", "several_goes": "77/338"},
        "win": "45/169",
        "return": "6895193/10140000",
    }
    assert capone["strategies"]["lowest first"]["return"] == "1258388455987/1796492925000"
    assert capone["strategies"]["lowest first"]["outcomes"] == {
        "5": "2485288/7984413",
        "6": "331612/7984413",
        "7": "728/887157",
        "8": "1/7984413",
        "lost": "573440/887157",
    }
    assert capone["any_strategy"] is None
    assert [(game["price_cents"], game["block_size"]) for game in (souris, poule, capone)] == [
        (300, 300_000),
        (200, 300_000),
        (300, 300_000),
    ]


def test_one_game_is_printed_with_fractions_and_decimals() -> None:
    printed = odds("--game", "poule_aux_oeufs_d_or")
    assert "La Poule" in printed and "Sauve Souris" not in printed
    assert "6895193/10140000" in printed and "0.679999309665" in printed


def test_a_game_that_does_not_exist_is_refused() -> None:
    with pytest.raises(CommandError, match="invalid choice"):
        odds("--game", "loto")
