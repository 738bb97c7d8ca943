"""The code form over HTTP: what it answers to right, wrong and hostile input."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games import attempts
from games.models import Play
from tests.games import stock
from tickets import codes
from tickets.models import Booklet, Emission
from tickets.suspending import suspend

pytestmark = pytest.mark.django_db


@pytest.fixture
def emission() -> Emission:
    return stock.make_emission("as_capone")


def enter(client: Client, code: str, **more: str):
    return client.post(reverse("games:start"), {"code": code, "majeur": "on", **more})


def test_a_right_code_leads_to_what_is_at_stake_and_until_when(client: Client, emission: Emission) -> None:
    """Art. 3.3.3, 3.3.5."""
    answer = client.post(
        reverse("games:start"), {"code": stock.make_ticket(emission, tier=8), "majeur": "on"}, follow=True
    )
    play = Play.objects.get()
    assert answer.redirect_chain == [(reverse("games:welcome", args=[play.id]), 302)]
    page = answer.content.decode()
    assert "50\u00a0000" in page and "150" in page
    assert (play.deadline - timedelta(seconds=1)).strftime("%Y") in page


def test_the_form_says_that_it_begins_the_thirty_days_and_asks_for_age(client: Client) -> None:
    page = client.get("/").content.decode()
    assert "30" in page and "jours" in page and "18 ans" in page


def test_age_must_be_confirmed_and_the_typed_code_is_kept(client: Client, emission: Emission) -> None:
    """Art. 1."""
    code = stock.make_ticket(emission)
    answer = client.post(reverse("games:start"), {"code": code})
    assert answer.status_code == 422
    assert "18 ans ou plus" in answer.content.decode() and code in answer.content.decode()
    assert not Play.objects.exists()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", "Tapez le code"),
        ("4F7K2M", "manque"),
        ("4F7K2M9RTB3XW6HNQ8AAAA", "trop"),
        ("4F7K2U9RTB3XW6HNQ8", "6e"),
        ("\x00", "nul"),
        ("A" * 5000, "trop long"),
        ("٣" * 18, "caractère"),
        ("🐭" * 18, "caractère"),
    ],
)
def test_a_mistyped_code_is_told_what_is_wrong(client: Client, code: str, words: str) -> None:
    answer = enter(client, code)
    assert answer.status_code == 422
    assert words in answer.content.decode()


def test_a_single_wrong_character_is_pointed_at(client: Client, emission: Emission) -> None:
    code = stock.make_ticket(emission)
    wrong = codes.ALPHABET[(codes.ALPHABET.index(code[6]) + 1) % 32]
    page = enter(client, code[:6] + wrong + code[7:]).content.decode()
    assert "7<sup>e</sup>" in page or "7e" in page


def test_an_unknown_code_is_said_to_be_unknown(client: Client) -> None:
    answer = enter(client, codes.new_codes(1)[0])
    assert (answer.status_code, "aucun ticket" in answer.content.decode()) == (422, True)


def test_each_refusal_has_its_own_words(client: Client, emission: Emission) -> None:
    code = stock.make_ticket(emission)
    Booklet.objects.update(stolen=True)
    assert "déclaré volé" in enter(client, code).content.decode()
    Booklet.objects.update(stolen=False)
    Emission.objects.update(available_on=date(2126, 1, 1))
    assert "pas encore en vente" in enter(client, code).content.decode()
    Emission.objects.update(available_on=date(2020, 1, 1), closed_on=date(2020, 6, 1))
    assert "trop tard pour commencer" in enter(client, code).content.decode()
    Emission.objects.update(closed_on=None)
    suspend(game=emission.game, message="Travaux jusqu’à 18 h.", by=stock.manager())
    assert "Travaux jusqu’à 18 h." in enter(client, code).content.decode()
    assert not Play.objects.exists()


def test_the_code_of_an_ended_play_leads_to_its_result(client: Client, emission: Emission) -> None:
    code = stock.make_ticket(emission)
    enter(client, code)
    play = stock.to_the_end(Play.objects.get())
    assert enter(client, code).url == reverse("payouts:result", args=[play.id])


def test_the_code_of_an_expired_play_leads_to_the_word_expired(client: Client, emission: Emission) -> None:
    """Art. 3.3.8."""
    code = stock.make_ticket(emission)
    with time_machine.travel(datetime(2026, 5, 1, tzinfo=UTC)):
        enter(client, code)
    with time_machine.travel(datetime(2026, 6, 2, tzinfo=UTC)):
        answer = client.post(reverse("games:start"), {"code": code, "majeur": "on"}, follow=True)
    assert "expirée" in answer.content.decode()


def test_the_session_is_rotated_when_a_code_is_entered(client: Client, emission: Emission) -> None:
    enter(client, stock.make_ticket(emission))
    first = client.session.session_key
    enter(client, stock.make_ticket(emission))
    assert client.session.session_key != first
    assert len(client.session["plays"]) == 2


def test_one_browser_holds_several_plays_and_home_lists_them(client: Client, emission: Emission) -> None:
    for _ in range(2):
        enter(client, stock.make_ticket(emission))
    page = client.get("/").content.decode()
    assert all(reverse("games:play", args=[play.id]) in page for play in Play.objects.all())


def test_beyond_a_number_of_unknown_codes_a_minute_they_are_refused_generically_but_right_ones_pass(
    client: Client, emission: Emission
) -> None:
    answers = [enter(client, code) for code in codes.new_codes(attempts.ALLOWED + 3)]
    assert [answer.status_code for answer in answers] == [422] * attempts.ALLOWED + [429] * 3
    assert answers[-1]["Retry-After"] == "60" and "attendez une minute" in answers[-1].content.decode()
    assert enter(client, stock.make_ticket(emission)).status_code == 302


def test_unknown_codes_of_another_address_are_counted_apart(client: Client) -> None:
    for code in codes.new_codes(attempts.ALLOWED + 1):
        enter(client, code)
    answer = client.post(
        reverse("games:start"), {"code": codes.new_codes(1)[0], "majeur": "on"}, REMOTE_ADDR="192.0.2.7"
    )
    assert answer.status_code == 422


def test_a_forged_forwarding_header_does_not_change_the_address(client: Client) -> None:
    """TRUSTED_PROXIES is 0 here: nothing stands in front, so the header is the sender's own invention."""
    for number, code in enumerate(codes.new_codes(attempts.ALLOWED + 1)):
        answer = client.post(
            reverse("games:start"),
            {"code": code, "majeur": "on"},
            headers={"X-Forwarded-For": f"192.0.2.{number}"},
        )
    assert answer.status_code == 429


@pytest.mark.parametrize("majeur", ["", "0", "non", "false"])
def test_age_is_confirmed_by_the_box_alone(client: Client, emission: Emission, majeur: str) -> None:
    """Art. 1."""
    answer = client.post(reverse("games:start"), {"code": stock.make_ticket(emission), "majeur": majeur})
    assert answer.status_code == 422 and not Play.objects.exists()


def test_without_a_counter_an_unknown_code_is_told_as_ever(client: Client, settings: Any) -> None:
    settings.CACHES = {"default": settings.CACHES["default"] | {"LOCATION": "unix:///nowhere/valkey.sock"}}
    answer = enter(client, codes.new_codes(1)[0])
    assert (answer.status_code, "aucun ticket" in answer.content.decode()) == (422, True)


def test_the_qr_address_starts_nothing_and_asks_for_the_code(client: Client) -> None:
    answer = client.get("/t")
    assert answer.status_code == 200
    assert 'name="code"' in answer.content.decode()
    assert client.post("/t").status_code == 405


def test_the_form_is_posted_with_a_token(emission: Emission) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert enter(strict, stock.make_ticket(emission)).status_code == 403
    assert not Play.objects.exists()


def test_a_code_never_appears_in_an_address(client: Client, emission: Emission) -> None:
    code = stock.make_ticket(emission)
    answer = enter(client, code)
    assert code not in answer.url
    assert code not in client.get(answer.url).content.decode()
