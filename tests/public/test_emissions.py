"""The page of emissions: dates, where each stands today, notices, potential and additional lots (art. 3.2.5-3.2.8)."""

import re
from datetime import date, timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.playing import play_step
from games.rules.dealer import Scripted
from games.templatetags.french import written
from public import emissions
from public.emissions import State
from tests.games import stock
from tests.games.addenda import addendum
from tests.public import offer
from tickets.models import AdditionalLot, Block, Emission, Notice

pytestmark = pytest.mark.django_db
PAGE, FEED = "/emissions/", "/emissions.atom"
CLOSED = date(2026, 3, 10)


def text(client: Client, address: str = PAGE) -> str:
    """The words of the page, without tags."""
    words = re.sub(r"<[^>]+>", " ", client.get(address).content.decode()).replace("&nbsp;", " ")
    return re.sub(r"\s+", " ", words.replace("\u00a0", " "))


@pytest.mark.parametrize(
    ("day", "state", "said"),
    [
        ("2019-12-31", State.COMING, "Pas encore en vente : à partir du 1er janvier 2020"),
        ("2020-01-01", State.ON_SALE, "En vente jusqu’au 10 mars 2026 inclus"),
        ("2026-03-10", State.ON_SALE, "En vente jusqu’au 10 mars 2026 inclus"),
        ("2026-03-11", State.STARTS, "On peut encore commencer une partie, jusqu’au 8 avril 2026"),
        ("2026-04-08", State.STARTS, "On peut encore commencer une partie, jusqu’au 8 avril 2026"),
        ("2026-04-09", State.PAYS, "On paie encore, jusqu’au 8 juin 2026"),
        ("2026-06-08", State.PAYS, "On paie encore, jusqu’au 8 juin 2026"),
        ("2026-06-09", State.BARRED, "ne se jouent plus et ne se paient plus"),
    ],
)
def test_what_may_still_be_done_is_told_on_each_paris_day_art_3_2_6(
    client: Client, day: str, state: State, said: str
) -> None:
    stock.make_emission("as_capone", closed_on=CLOSED)
    for hour in ("00:00:30", "23:59:30"):
        with time_machine.travel(f"{day}T{hour}+02:00" if "04" <= day[5:7] <= "10" else f"{day}T{hour}+01:00"):
            assert [one.state for one in emissions.every(timezone.now())] == [state]
            assert said in text(client)


def test_nothing_is_told_to_be_on_sale_before_a_block_is_issued_art_3_2_1(client: Client) -> None:
    emission = stock.make_emission("sauve_souris")
    other = offer.planned(emission, 2, available_on=date(2020, 1, 1))
    assert {one.emission: one.state for one in emissions.every(timezone.now())}[other] is State.COMING
    assert "Pas encore en vente : ses tickets n’existent pas encore" in text(client)
    assert "501 02" not in client.get(FEED).content.decode().replace("\u00a0", " ")
    stock.issue(other)
    assert {one.emission: one.state for one in emissions.every(timezone.now())}[other] is State.ON_SALE
    assert "501 02" in client.get(FEED).content.decode().replace("\u00a0", " ")


def test_the_last_days_follow_from_the_closing_or_are_told_from_it_as_long_as_none_is_announced(client: Client) -> None:
    emission = stock.make_emission("as_capone")
    shown = text(client)
    assert "pas encore annoncée" in shown and "29 jours après la clôture" in shown
    assert "90 jours après la clôture" in shown
    Emission.objects.filter(pk=emission.pk).update(closed_on=timezone.localdate())
    found = re.findall(r'<time datetime="([\d-]+)">', client.get(PAGE).content.decode())
    today = timezone.localdate()
    assert found == [str(one) for one in (date(2020, 1, 1), today, *(today + timedelta(days=n) for n in (29, 90)))]


@pytest.mark.parametrize("typed", ["50301", "503 01", " 503\u00a001 "])
def test_the_first_five_digits_of_a_ticket_lead_to_its_emission_art_3_2_5(client: Client, typed: str) -> None:
    stock.make_emission("as_capone", closed_on=timezone.localdate() - timedelta(days=200))
    answer = client.get(PAGE, {"ticket": typed}).content.decode()
    assert 'href="#e50301"' in answer and '<tr id="e50301" class="asked">' in answer
    assert '<details class="ask" open>' in answer  # it is among those that are time-barred
    assert f"le dernier jour de paiement était le {written(timezone.localdate() - timedelta(days=110))}" in answer
    Emission.objects.update(closed_on=None)
    answer = client.get(PAGE, {"ticket": typed}).content.decode()
    assert 'href="#e50301"' in answer and 'class="leaf emission asked" id="e50301"' in answer


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("50399", "Aucune émission ne porte ces chiffres"),
        ("5039", "Il faut cinq chiffres"),
        ("４０３０１", "Il faut cinq chiffres"),
        ("503010000010018", "Il faut cinq chiffres"),
        ("ABCDE", "Il faut cinq chiffres"),
    ],
)
def test_other_digits_are_answered_and_never_shown_again(client: Client, typed: str, said: str) -> None:
    stock.make_emission("as_capone")
    shown = client.get(PAGE, {"ticket": typed}).content.decode()
    assert said in shown and "emission asked" not in shown
    assert typed == "50399" or typed not in shown


def test_notices_are_told_with_their_references_and_what_a_rectifying_one_moved(client: Client) -> None:
    emission, staff = stock.make_emission("as_capone"), User.objects.create_user("publie")
    for kind, day, before in (
        (Notice.Kind.CLOSING, date(2027, 1, 5), None),
        (Notice.Kind.CLOSING_MOVED, date(2027, 2, 5), date(2027, 1, 5)),
    ):
        Notice.objects.create(
            emission=emission,
            kind=kind,
            day=day,
            before=before,
            reference=f"JO {kind}",
            reason="motif" if before else "",
            published_on=date(2026, 11, 1),
            at=timezone.now(),
            by=staff,
        )
    shown = text(client)
    assert "Avis de clôture : le 5 janvier 2027 . JO close, publié le 1er novembre 2026" in shown
    assert "Avis rectificatif de clôture : le 5 février 2027 , au lieu du 5 janvier 2027" in shown
    assert "publie" not in shown.replace("publié", "") and "motif" not in shown


def test_potential_lots_come_from_the_table_and_nothing_says_how_many_remain_art_3_2_7(client: Client) -> None:
    """The page says the same whatever was issued, played and won."""
    emission = stock.make_emission("sauve_souris")
    before = client.get(PAGE).content
    assert "Les plus gros lots (50 000 €)" in text(client)
    play = stock.start("sauve_souris", tier=1)
    for cats in ([4], [3, 4], [2, 3, 4]):
        play = play_step(play_id=play.id, step=play.step, data=stock.mice(8, 0, 0, 0), dealer=Scripted(cats))
    Block.objects.create(
        emission=emission, number=2, pepper_key=1, root=b"", print_digest=b"", issued_at=timezone.now()
    )
    assert play.amount == 50_000_00 and client.get(PAGE).content == before
    emission.prize_table.tiers.filter(position=1).update(lots=[7_000_00, 56_000_00])
    assert "Les plus gros lots (56 000 €)" in text(client)


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ("2026-05-09T21:59:00Z", "Annoncé."),
        ("2026-05-09T22:01:00Z", "En ce moment."),
        ("2026-05-12T21:59:00Z", "En ce moment."),
        ("2026-05-12T22:01:00Z", "On ne commence plus"),
        ("2026-06-11T21:59:00Z", "On ne commence plus"),
        ("2026-06-11T22:01:00Z", "1 opération finie"),
    ],
)
def test_additional_lots_are_told_with_their_window_and_how_they_are_drawn_art_3_2_8(
    client: Client, at: str, said: str
) -> None:
    addendum({"description": "Vélo", "one_in": 1000, "count": 12}, {"description": "Bon", "value": 20_00, "one_in": 1})
    with time_machine.travel(at):
        shown = text(client)
    assert said in shown and "parties commencées du 10 mai 2026 au 12 mai 2026" in shown
    assert "Vélo , lot en nature d’une valeur de 450 € : 12 en tout, une chance sur 1 000" in shown
    assert "JO n° 1, publié le 2 mai 2026" in shown
    with time_machine.travel(at):
        AdditionalLot.objects.update(left=0)
        assert text(client) == shown


def test_an_addendum_that_nobody_approved_is_not_told(client: Client) -> None:
    addendum(approved=False)
    assert "Vélo" not in text(client) and "Aucun lot supplémentaire" in text(client)


@pytest.mark.parametrize("address", [PAGE, "/emissions.atom", "/emissions.ics"])
def test_many_emissions_take_no_more_statements_than_few(client: Client, address: str) -> None:
    def statements() -> int:
        with CaptureQueriesContext(connection) as made:
            assert client.get(address).status_code == 200
        return len(made)

    first = offer.made()[0]
    few = statements()
    for number in range(10, 40):
        offer.later(first, number, available_on=date(2026, 1, 1), closed_on=date(2026, 1, number - 8))
    assert statements() == few <= 5
