"""Pages about rights: they say what the code does, only what is known, and need nothing but themselves."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings as configured
from django.contrib.sessions.models import Session
from django.core.checks import run_checks
from django.test import Client
from django.utils import timezone

from games import attempts, sitting
from games.registry import GAMES
from games.templatetags.french import euros_short
from payouts import means, retention
from payouts.tasks import forget_sessions
from tests.games import stock
from tests.games.test_entering_pages import enter
from tests.games.test_playing_pages import post, url
from tests.payouts import desk
from tests.signing import sign_in
from tickets import calendar

pytestmark = pytest.mark.django_db
TEXTS = [
    "/jouer-responsable",
    "/donnees-personnelles",
    "/mentions-legales",
    "/accessibilite",
    "/.well-known/security.txt",
]


def text(client: Client, address: str) -> str:
    """The page's words, its spaces plain."""
    page = client.get(address).content.decode()
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", page).replace("&nbsp;", " ").replace("\xa0", " "))


@pytest.mark.parametrize("address", TEXTS)
def test_a_text_asks_the_database_for_nothing(client: Client, django_assert_num_queries: Any, address: str) -> None:
    client.get(address)
    with django_assert_num_queries(0):
        assert client.get(address).status_code == 200


def test_adults_only_are_told_where_to_find_help_and_what_they_lose_article_1(client: Client) -> None:
    page = client.get("/jouer-responsable").content.decode()
    assert "18&nbsp;ans ou plus" in page and 'href="tel:+33974751313"' in page
    assert all(f'href="/jeux/{game.slug}' in page or game.name in page for game in GAMES.values())
    assert f"{calendar.PLAY.days} jours" in text(client, "/jouer-responsable")


def test_each_period_is_that_of_the_code_which_erases_articles_5_3_3_and_6(client: Client, settings: Any) -> None:
    settings.SESSION_COOKIE_AGE = 50 * 86_400
    told = text(client, "/donnees-personnelles")
    periods = (
        f"somme : {retention.NAME_KEPT // 12} ans après",
        f"au moins {retention.RETURNED_WITHIN} mois",
        f"{retention.CLAIM_KEPT // 12} ans après la fin de la réclamation",
        f"{retention.BACKUPS_KEPT} jours",
        f"{calendar.PAYMENT.days} jours après sa clôture",
        f"{euros_short(means.IDENTITY_ABOVE)}".replace("\xa0", " "),
        f"{attempts.MINUTE // 60} minute",
        f"{sitting.PAUSE} minutes",
        "50 jours",
        "364 jours",
    )
    assert [words for words in periods if words not in told] == []


def test_no_cookie_is_set_that_the_page_does_not_name(client: Client) -> None:
    named = set(re.findall("<h3>([a-z]+)</h3>", client.get("/donnees-personnelles").content.decode()))
    client.get("/")
    enter(client, stock.make_ticket(stock.make_emission("as_capone")))
    play = stock.Play.objects.get()
    for page in ("games:welcome", "games:play"):
        client.get(url(play, page))
    post(client, play, 0, stock.first_choice(play))
    for address in ("/reclamations/", "/reclamations/suivi", "/aide", "/sceau/", "/rien"):
        client.get(address)
    assert named == set(client.cookies) == {"sessionid", "csrftoken", sitting.COOKIE}
    staff = sign_in(Client(), desk.teller().user)
    staff.get("/caisse/")
    assert set(staff.cookies) <= named | {"messages"}


def test_a_session_that_is_over_is_erased_and_others_stay(client: Client) -> None:
    with time_machine.travel(timezone.now() - timedelta(seconds=configured.SESSION_COOKIE_AGE + 60)):
        enter(client, stock.make_ticket(stock.make_emission("as_capone")))
    enter(Client(), stock.make_ticket(stock.make_emission("sauve_souris")))
    forget_sessions(0)
    assert Session.objects.count() == 1


def test_the_legal_notice_says_what_is_known_and_nothing_else(client: Client, settings: Any) -> None:
    settings.EMBEDDED_DATABASE = False
    settings.LEGAL = dict.fromkeys(configured.LEGAL, "")
    bare = text(client, "/mentions-legales")
    assert "La Française des jeux publie" in bare and "TSA 36 707" in bare and "09 69 36 60 60" in bare
    assert "Hébergeur" not in bare and "démonstration" not in bare
    assert [one.id for one in run_checks(tags=["public"], include_deployment_checks=True)] == ["public.W001"]
    settings.LEGAL |= {"host": "Un hébergeur\n1 rue de l’Exemple"}
    settings.EMBEDDED_DATABASE = True
    whole = text(client, "/mentions-legales")
    assert "Hébergeur Un hébergeur" in whole and "Ceci est une démonstration" in whole


def test_security_txt_is_valid_whenever_it_is_read_and_names_whom_to_tell_article_8_3(
    client: Client, settings: Any
) -> None:
    settings.SECURITY_CONTACT = "mailto:securite@exemple.fr"
    for now in (datetime(2026, 3, 2, tzinfo=UTC), datetime(2031, 12, 31, tzinfo=UTC)):
        with time_machine.travel(now, tick=False):
            answer = client.get("/.well-known/security.txt")
        fields = [line.split(": ", 1) for line in answer.content.decode().splitlines()]
        told = dict(fields)
        until = datetime.fromisoformat(told["Expires"]) - now
        assert timedelta(days=30) < until < timedelta(days=365)
        assert [value for name, value in fields if name == "Contact"] == [
            "mailto:securite@exemple.fr",
            "tel:+33969366060",
        ]
        assert told["Canonical"] == f"{settings.SITE_URL}/.well-known/security.txt"
        page, anchor = told["Policy"].removeprefix(settings.SITE_URL).split("#")
        assert f'id="{anchor}"' in client.get(page).content.decode() and told["Preferred-Languages"] == "fr, en"
    assert answer["Content-Type"] == "text/plain; charset=utf-8"


@pytest.mark.parametrize(
    "part",
    [
        "État de conformité",
        "Résultat des tests",
        "Contenus non accessibles",
        "Établissement de cette déclaration",
        "Retour d’information et contact",
        "Voies de recours",
    ],
)
def test_the_statement_has_each_part_the_law_s_model_asks_for(client: Client, part: str) -> None:
    """The order of 20 September 2019 gives the model."""
    assert re.search(rf"<h[23][^>]*>{part}</h[23]>", client.get("/accessibilite").content.decode())
