"""The status page: what is suspended or was, incidents, the seal, never told from an old copy (art. 8.2, 3.3.9)."""

import re
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from payouts.models import MassRefund
from payouts.outages import Outage
from public.models import Incident
from tests.games import stock
from tests.tickets import sealed
from tickets.models import Suspension
from tickets.suspending import lift, suspend

pytestmark = pytest.mark.django_db
PAGE = "/etat"
NOON = datetime(2026, 5, 10, 12, tzinfo=UTC)


def text(client: Client) -> str:
    words = re.sub(r"<[^>]+>", " ", client.get(PAGE).content.decode()).replace("&nbsp;", " ")
    return re.sub(r"\s+", " ", words.replace("\u00a0", " "))


def over(since: datetime, until: datetime) -> Suspension:
    by = stock.manager()
    with time_machine.travel(since, tick=False):
        made = suspend(game=None, message="Une panne de réseau.", by=by)
    with time_machine.travel(until, tick=False):
        return lift(suspension_id=made.pk, by=by)


def incident(**fields: object) -> Incident:
    given = {"title": "Lenteurs", "text": "Les pages tardaient.\n\nC’est réparé.", "began_at": NOON} | fields
    return Incident.objects.create(**given, published_at=NOON, published_by=stock.manager())


def test_an_open_site_says_so_of_each_game(client: Client) -> None:
    shown = text(client)
    assert "Tous les jeux sont ouverts." in shown and shown.count(" Ouvert ") == 3
    assert "Ni incident, ni suspension." in shown


@time_machine.travel(NOON, tick=False)
def test_a_suspended_game_is_told_with_its_message_and_since_when_art_8_2(client: Client) -> None:
    emission = stock.make_emission("as_capone")
    made = suspend(game=emission.game, message="Travaux jusqu’à 18 h.", by=stock.manager())
    shown = text(client)
    assert "Une partie des jeux est suspendue." in shown and shown.count(" Suspendu ") == 1
    assert "Depuis le 10 mai 2026 à 14 h 00 . Travaux jusqu’à 18 h." in shown
    lift(suspension_id=made.pk, by=stock.manager())
    assert "Tous les jeux sont ouverts." in text(client)


def test_a_suspended_site_still_shows_it_of_every_game(client: Client) -> None:
    suspend(game=None, message="Panne.", by=stock.manager())
    shown = text(client)
    assert "Aucun jeu n’est ouvert" in shown and shown.count(" Suspendu ") == 3 and shown.count("Panne.") == 3


def test_no_copy_older_than_some_seconds_tells_it(client: Client) -> None:
    assert client.get(PAGE)["Cache-Control"] in ("public, max-age=5", "max-age=5, public")


def test_suspensions_of_the_last_twelve_months_are_told_with_their_length(client: Client) -> None:
    over(NOON, NOON + timedelta(hours=2, minutes=30))
    with time_machine.travel(NOON + timedelta(days=365)):
        shown = text(client)
        assert "Du 10 mai 2026 à 14 h 00 au 10 mai 2026 à 16 h 30 , 2 heures, 30 minutes en tout." in shown
        assert "Une panne de réseau." in shown and "rembours" not in shown
    with time_machine.travel(NOON + timedelta(days=366)):
        assert "Une panne" not in text(client)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"ordered_at": NOON}, "Les parties touchées ont été remboursées"),
        ({"ordered_at": NOON, "under_way": True}, "Les parties touchées sont en train d’être remboursées"),
        ({}, ""),
        ({"withdrawn_at": NOON}, ""),
    ],
)
@time_machine.travel(NOON + timedelta(days=2), tick=False)
def test_what_was_refunded_for_a_suspension_is_told_without_any_figure_art_3_3_9(
    client: Client, fields: dict[str, object], said: str
) -> None:
    suspension, other = over(NOON, NOON + timedelta(hours=1)), over(NOON - timedelta(days=3), NOON - timedelta(days=2))
    MassRefund.objects.create(
        reason="secrète",
        outages=[Outage.of(suspension).told()],
        count=4321,
        total=8642_00,
        prepared_at=NOON,
        prepared_by=stock.manager(),
        **fields,
    )
    shown = text(client)
    assert shown.count("Les parties touchées") == bool(said) and said in shown
    assert not re.search("4 ?321|8 ?642|secrète", shown) and other.pk


@time_machine.travel(NOON + timedelta(hours=3), tick=False)
def test_incidents_are_told_while_they_last_and_twelve_months_after(client: Client) -> None:
    one = incident(title="Lenteurs <b>")
    shown = text(client)
    assert "un incident est en cours" in shown and "Incident en cours Lenteurs &lt;b&gt;" in shown
    assert "Tout le site : depuis le 10 mai 2026 à 14 h 00" in shown and str(one.published_by) not in shown
    Incident.objects.update(ended_at=NOON + timedelta(hours=1))
    shown = text(client)
    assert "Tous les jeux sont ouverts." in shown and "au 10 mai 2026 à 15 h 00" in shown
    with time_machine.travel(NOON + timedelta(days=366)):
        assert "Lenteurs" not in text(client)


def test_the_seals_age_is_told_and_its_delay_when_entries_wait(client: Client) -> None:
    assert "Rien n’est encore à sceller." in text(client)
    sealed.seal([2])
    with time_machine.travel(timezone.now() + timedelta(seconds=20), tick=False):
        assert re.search(r"Dernier scellement il y a 2\d secondes", text(client))
    with time_machine.travel(sealed.AT + timedelta(seconds=30), tick=False):
        sealed.write(1, game=8)
        assert "a du retard" not in text(client)
    with time_machine.travel(sealed.AT + timedelta(seconds=90), tick=False):
        assert "Le scellement a du retard." in text(client)
