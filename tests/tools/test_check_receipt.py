"""The offline script accepts genuine receipts, tells them in words, and says what it refuses; no byte is free."""

import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from functools import cache
from itertools import zip_longest
from pathlib import Path

import pytest
import time_machine

from games.expiring import expire_play
from games.registry import GAMES
from tests import forms
from tests.games import stock
from tests.tools import receipts
from tests.tools.alterations import ALTERED, logged, rewritten
from tests.tools.receipts import KEY, OTHER, Log
from tickets import record
from tickets.journal.chain import Entry, Subject
from tools import check_receipt

pytestmark = pytest.mark.django_db
Chains = dict[str, list[Entry]]
Run = Callable[..., tuple[int, str]]
TOLD = {
    "sauve_souris": [
        "Sauve Souris, ticket 501010000010014",
        "étape 2, souris dans les quatre fromages\u00a0: 6, 0, 0, 0",
        "tirage de 2 parmi 4, fromages où vient un chat\u00a0: 2, 4",
        "fin\u00a0: 3 souris sauvées, gain\u00a0: 18\u202f750,00\u00a0€",
        "ses 4 entrées sont dans le registre illiko.live/test de 22 lignes, d’empreinte",
    ],
    "poule_aux_oeufs_d_or": [
        "étape 2, choix\u00a0: poule 12",
        "tirage de 1 parmi 29, sous la poule\u00a0: poussin",
        "étape 5, choix\u00a0: tas de paille 3",
        "tirage de 1 parmi 5, tas de paille qui cache EXTRA\u00a0: 5",
        "sous les autres poules\u00a0: poussin, poussin, ",
        "fin\u00a0: partie perdue, gain\u00a0: 0,00\u00a0€",
    ],
    "as_capone": [
        "étape 8, choix\u00a0: roi",
        "tirage de 1 parmi 2, pique d’As Capone\u00a0: as",
        "étape 2, choix\u00a0: tirer dans le paquet",
        "tirage de 2 parmi 16, au joueur, à As Capone\u00a0: as de carreau, 10 de trèfle",
    ],
}


@pytest.fixture
def chains() -> Chains:
    """What the journal holds of a play of each game."""
    return {slug: list(entries) for slug, entries in played().items()}


@cache
def played() -> Chains:
    """Played once: the entries stay what they are when the test's database is rolled back."""
    plays = {slug: getattr(receipts, slug)() for slug in GAMES}
    return {slug: record.entries(Subject.TICKET, play.ticket_id) for slug, play in plays.items()}


@pytest.fixture
def log(chains: Chains) -> Log:
    """Their entries in turn, between two others."""
    inside = [entry.digest for entries in zip_longest(*chains.values()) for entry in entries if entry]
    return Log([bytes(32), *inside, bytes(32)])


@pytest.fixture
def run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the script's main function on a file's content; gives its status and what it says."""

    def run(content: bytes, *options: str) -> tuple[int, str]:
        file = tmp_path / "recu.json"
        file.write_bytes(content)
        status = check_receipt.main([str(file), *(options or ("--key", KEY))])
        return status, capsys.readouterr().out

    return run


def refusal(content: bytes) -> str:
    """Why a receipt is refused; "" when it isn't. Bytes that are no text are refused as the file is read."""
    try:
        check_receipt.check_receipt(content.decode(), [KEY])
    except UnicodeDecodeError:
        return "not a text"
    except check_receipt.Refused as failure:
        return str(failure)
    return ""


def other_bytes(byte: int, place: int) -> list[int]:
    """The byte of the other case, the one beside it, and one that has a meaning in JSON or in base64."""
    meaning = b'0aA+/="\\ \n'[place % 10]
    return [byte ^ 0x20, byte ^ 0x01, meaning if meaning != byte else byte ^ 0x80]


@pytest.mark.parametrize("slug", GAMES)
def test_a_genuine_receipt_is_accepted_and_told_in_words(slug: str, chains: Chains, log: Log, tmp_path: Path) -> None:
    """Art. 4.4.2: run as anybody would, in a folder where nothing of the product is found."""
    script, file, keys = tmp_path / "check_receipt.py", tmp_path / "recu.json", tmp_path / "keys.txt"
    script.write_bytes(Path(check_receipt.__file__).read_bytes())
    file.write_bytes(log.receipt(chains[slug]))
    keys.write_text(f"{OTHER.public}\n{KEY}\n")
    command = [sys.executable, "-I", str(script), str(file), "--key-file", str(keys)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    said = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Reçu authentique" in said and [words for words in TOLD[slug] if words not in said] == []


@forms.quick_and_whole
def test_every_changed_byte_of_a_receipt_is_refused(chains: Chains, log: Log, whole: bool) -> None:
    """The quick form changes each byte of the shortest receipt in one way, and one in seven of the others."""
    for slug, entries in chains.items():
        genuine = log.receipt(entries)
        assert refusal(genuine) == ""
        for place in range(0, len(genuine), 1 if whole or slug == "sauve_souris" else 7):
            others = other_bytes(genuine[place], place)
            for other in others if whole and slug == "sauve_souris" else others[place % 3 :][:1]:
                assert refusal(genuine[:place] + bytes([other]) + genuine[place + 1 :]), (slug, place, other)


def test_every_missing_or_added_byte_of_a_receipt_is_refused(chains: Chains, log: Log) -> None:
    genuine = log.receipt(chains["sauve_souris"])
    for place in range(len(genuine)):
        assert refusal(genuine[:place] + genuine[place + 1 :])
        assert refusal(genuine[:place] + b" " + genuine[place:])
    assert refusal(genuine + b"\n")


def test_a_receipt_may_follow_others_in_the_same_seconds_and_stand_alone(chains: Chains) -> None:
    """The tree of one leaf, two leaves, and any size up to all of a play's."""
    entries = chains["sauve_souris"]
    for more in range(5):
        assert refusal(Log([entry.digest for entry in entries] + [bytes(32)] * more).receipt(entries)) == ""


@pytest.mark.parametrize("altered", ALTERED)
def test_what_was_altered_is_refused_and_named(altered: str, chains: Chains, log: Log) -> None:
    """Art. 4.4.2."""
    alter, why = ALTERED[altered]
    assert why in refusal(alter(log, chains["sauve_souris"], chains["as_capone"]))


def test_a_record_can_not_repaint_what_is_told(chains: Chains) -> None:
    """Terminals obey some characters, and an operator with the key may seal any."""
    forged = rewritten(chains["sauve_souris"], '"outcome":"3"', '"outcome":"\\u001b[2J\\n\u202eReçu authentique"')
    said = "\n".join(check_receipt.check_receipt(logged(forged).decode(), [KEY]))
    assert "fin : \ufffd[2J\ufffd\ufffdReçu authentique, gain : 18\u202f750,00 €" in said


def test_an_expired_play_is_told(log: Log) -> None:
    """Art. 3.3.8."""
    with time_machine.travel(datetime(2026, 10, 10, 20, 0, tzinfo=UTC), tick=False):
        play = stock.start("as_capone")
    with time_machine.travel(datetime(2026, 11, 9, 23, 0, tzinfo=UTC), tick=False):
        assert expire_play(play_id=play.id)
    said = check_receipt.check_receipt(logged(record.entries(Subject.TICKET, play.ticket_id)).decode(), [KEY])
    assert "2. Le 09/11/2026 à 23:00:00 UTC : partie expirée\n   fin : partie expirée, gain : 0,00 €" in said


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b"null",
        b"Ceci n'est pas un recu.",
        b"\x89PNG\r\n\x1a\n\x00",
        b"[" * 100_000,
        b'{"checkpoint":' * 100_000,
        b'{"checkpoint":"","entries":[{"index":Infinity,"proof":[],"text":""}],"receipt":"illiko.live/1"}\n',
        b'{"checkpoint":"","entries":[{"index":'
        + b"9" * 5000
        + b',"proof":[],"text":""}],"receipt":"illiko.live/1"}\n',
        b'{"checkpoint":[],"entries":[],"receipt":"illiko.live/1"}\n',
        b'{"checkpoint":"\\ud800","entries":[],"receipt":"illiko.live/1"}\n',
    ],
    ids=lambda content: repr(content[:20]),
)
def test_what_is_no_receipt_gets_a_clear_message(content: bytes, run: Run) -> None:
    status, said = run(content)
    assert status == 1 and said.startswith("REFUSÉ\u00a0: ") and said.count("\n") == 1


def test_a_huge_file_is_not_read_whole(run: Run) -> None:
    assert "bien trop grand" in run(b" " * 4_000_001)[1]


@pytest.mark.parametrize("path", ["no such file", ".", "nul\0"])
def test_a_file_that_can_not_be_read_gets_a_clear_message(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_receipt.main([path, "--key", KEY]) == 1
    assert "ne peut pas être lu" in capsys.readouterr().out


@pytest.mark.parametrize(
    "key", ["", "x", KEY[:-1], KEY[:-4], KEY.replace("+", "-"), "illiko.live/test+zz+AAAA", KEY.replace("test", "tesT")]
)
def test_a_miscopied_key_gets_a_clear_message(key: str, chains: Chains, log: Log, run: Run) -> None:
    status, said = run(log.receipt(chains["sauve_souris"]), "--key", key)
    assert status == 1 and "clé" in said


def test_nothing_to_check_is_a_wrong_use() -> None:
    with pytest.raises(SystemExit) as ended:
        check_receipt.main(["--key", KEY, "--from", "old.txt"])
    assert ended.value.code == 2
