"""Numbers of booklets as people paste them."""

import time

import pytest

from payouts import pasted
from payouts.pasted import Named, Run
from tests.payouts import desk, flags

pytestmark = pytest.mark.django_db
FIRST = 50201100000


@pytest.fixture(autouse=True)
def _booklets(db: None) -> None:
    flags.many(desk.emission(), 20, 1)


@pytest.mark.parametrize(
    "text",
    [
        "50201100000 50201100003",
        "50201100000\n50201100003\r\n",
        "50201100000,50201100003;50201100000",
        "Livrets : 502 01 100000 et 502 01 100003.",
        "502-01-100000 / 502.01.100003",
        "５０２０１１０００００\t50201100003",
        "502 01 100000|50201100003",
        "502\u00a001\u00a0100000\u00a0; 502\u202f01\u202f100003",
    ],
)
def test_any_separators_are_read(text: str) -> None:
    assert pasted.read(text) == Named((FIRST, FIRST + 3))


@pytest.mark.parametrize(
    "text",
    [
        "50201100005 à 50201100007",
        "50201100005-50201100007",
        "502 01 100005 – 502 01 100007",
        "502-01-100005 - 502-01-100007",
        "du 50201100005 au 50201100007",
        "50201100005..50201100007",
    ],
)
def test_a_range_names_all_between_its_ends(text: str) -> None:
    assert pasted.read(text) == Named((FIRST + 5, FIRST + 6, FIRST + 7))


def test_a_ticket_names_its_booklet() -> None:
    number = f"{flags.Ticket.objects.filter(booklet=FIRST + 2).get()}"
    assert pasted.read(f"{number}, {number.replace(' ', '')}") == Named((FIRST + 2,))


def test_what_exists_not_is_named_in_runs() -> None:
    found = pasted.read("50201100018 à 50201100025, 50201999999 50301000001")
    assert found.keys == (FIRST + 18, FIRST + 19)
    assert found.unknown == (Run(FIRST + 20, FIRST + 25), Run(50201999999, 50201999999), Run(50301000001, 50301000001))
    assert str(found.unknown[0]) == "502 01 100020 à 502 01 100025"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("5020110000", "5020110000"),
        ("502011000001", "502011000001"),
        ("5O201100000", "5O201100000"),
        ("502011000000015", "vérifiez chaque chiffre"),
        ("50201100007 à 50201100005", "du plus petit"),
        ("50201100007 à 50301100008", "même émission"),
    ],
)
def test_what_names_no_booklet_is_told_piece_by_piece(text: str, said: str) -> None:
    found = pasted.read(f"50201100001 {text}")
    assert found.keys == (FIRST + 1,)
    assert len(found.unread) == 1 and said in found.unread[0]


def test_more_than_an_action_takes_is_refused() -> None:
    with pytest.raises(pasted.TooMany):
        pasted.read("50201000000 à 50201999999")
    with pytest.raises(pasted.TooMany):
        pasted.read("1" * 3_000_001)


@pytest.mark.parametrize("text", ["a" * 200_000, "a1" * 100_000, "1" * 200_000, "1 " * 100_000, "502 01 " * 30_000])
def test_the_longest_nonsense_is_read_at_once_and_told_in_short(text: str) -> None:
    started = time.process_time()
    named = pasted.read(text)
    assert time.process_time() - started < 2
    assert not named.keys and len(named.left_out) <= pasted.TOLD + 1
