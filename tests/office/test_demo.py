"""The demonstration is loaded into an empty embedded database and nowhere else."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import authenticate
from django.core.management import CommandError, call_command
from django.test import Client
from pyrage import x25519

from games.registry import GAMES
from games.starting import enter_code
from office import roles
from office.demonstration import load_offer
from office.demonstration_claim import load_claim
from office.demonstration_news import load_news
from office.demonstration_staff import load_staff
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import Game, Notice

pytestmark = pytest.mark.django_db


def test_the_demonstration_never_goes_into_a_database_of_ours(settings: Any) -> None:
    settings.EMBEDDED_DATABASE = False
    with pytest.raises(CommandError, match="never into DATABASE_URL"):
        call_command("demo")
    assert not Game.objects.exists()


def test_the_demonstration_is_loaded_once(settings: Any) -> None:
    settings.EMBEDDED_DATABASE = True
    load_offer()
    with pytest.raises(CommandError, match="not empty"):
        call_command("demo")


def test_the_offer_is_that_of_the_annexes() -> None:
    """Annexes 1-3, art. 2 and 3.1: prices, blocks of 300,000 tickets, approved tables."""
    emissions = load_offer()
    assert {one.game.slug: one.game.price for one in emissions} == {
        "sauve_souris": 3_00,
        "poule_aux_oeufs_d_or": 2_00,
        "as_capone": 3_00,
    }
    for emission in emissions:
        tiers = emission.prize_table.tiers.all()
        assert sum(tier.tickets for tier in tiers) == 300_000
        assert all(tier.expected_payout > Fraction(0) for tier in tiers)
        assert [entry.kind for entry in record.entries(Subject.EMISSION, emission.pk)] == ["create"]


def test_the_public_pages_of_the_demonstration_name_it_in_all_that_could_be_taken_for_real(client: Client) -> None:
    load_news(load_offer())
    shown = client.get("/emissions/").content.decode()
    assert Notice.objects.count() == 4 and shown.count("Avis de démonstration n°") == 4
    assert "Fête de démonstration" in shown and "Additif de démonstration" in shown
    assert "Incident de démonstration" in client.get("/etat").content.decode()


def test_each_log_in_of_the_demonstration_opens_what_it_is_for() -> None:
    accounts = {one["login"]: one["password"] for one in load_staff()}
    users = {login: authenticate(username=login, password=password) for login, password in accounts.items()}
    assert {login for login, user in users.items() if hasattr(user, "teller")} == {
        "tabac",
        "presse",
        "centre",
        "superviseur",
    }
    given = {login: user.groups.get().name for login, user in users.items() if user.groups.exists()}
    assert set(given.values()) == set(roles.ROLES) and given["audit"] == roles.AUDITOR
    admins = {login for login, user in users.items() if user.is_staff}
    assert admins == set(given) - {"comptabilite", "comptabilite-bis"} | {"administration"}
    assert [login for login, user in users.items() if user.is_superuser] == ["administration"]
    assert not users["tabac"].is_staff and not users["tabac"].get_all_permissions()


def test_customer_service_finds_a_claim_from_the_site_that_says_it_is_an_example() -> None:
    claim = load_claim(load_offer()[0])
    assert claim.channel == "site" and "exemple" in claim.claimant().story and claim.ticket_id is None
    assert [one.kind for one in claim.events.get().attachments.all()] == ["photo"]


@pytest.mark.soak
@pytest.mark.django_db(transaction=True)
def test_the_whole_demonstration_gives_three_playable_tickets_of_each_game(settings: Any, tmp_path: Path) -> None:
    identity = x25519.Identity.generate()
    settings.EMBEDDED_DATABASE, settings.VAR = True, tmp_path
    settings.PRINTER_KEY, settings.PRINTER_IDENTITY = str(identity.to_public()), str(identity)
    settings.PRINT_FOLDER, settings.BASE_DIR = tmp_path / "print", tmp_path
    call_command("demo")
    tickets = json.loads((tmp_path / "demo.json").read_text())["tickets"]
    assert sorted(ticket["game"] for ticket in tickets) == sorted([*GAMES] * 3)
    for ticket in tickets:
        assert enter_code(text=ticket["code"]).game_slug == ticket["game"]
