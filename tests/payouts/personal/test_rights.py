"""A winner's rights, exercised from the admin by who saw their proof of identity, and journalled (art. 6.4)."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import Permission, User
from django.test import Client

from payouts.models import Winner
from payouts.personal import digest, key_of
from tests.payouts.personal import people
from tests.signing import sign_in
from tickets import numbers

pytestmark = pytest.mark.django_db
PROOF = {"proof_kind": "passport", "proof_reference": "24AZ81350"}
LATER = datetime(2026, 8, 15, tzinfo=UTC)


def staff(client: Client, *permissions: str) -> User:
    user = User.objects.create_user("protection", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    sign_in(client, user)
    return user


@pytest.fixture
def officer(client: Client) -> User:
    return staff(client, "view_winner", "handle_personal_data")


def page(made: Winner, right: str) -> str:
    return f"/admin/payouts/winner/{made.pk}/{right}/"


def told(made: Winner, kind: str) -> Any:
    (entry,) = people.entries(made, kind)
    assert not any(value in entry.text for value in ("Guessan", "ukasz", "24AZ", "Œuvre", "1980"))
    return json.loads(entry.text)["data"]


def again(made: Winner) -> Winner:
    return Winner.objects.with_ticket().get(pk=made.pk)


def matches(made: Winner, data: Any) -> bool:
    after = again(made)
    return bool(data["reference"] == digest(key_of(after.content, row=after.row), "24AZ81350"))


@pytest.mark.parametrize("right", ["exporter", "corriger", "effacer"])
def test_a_right_takes_the_permission_and_a_proof_of_identity(client: Client, right: str) -> None:
    made = people.winner(people.payment())
    assert client.get(page(made, right))["Location"].startswith("/compte/connexion?")
    user = staff(client, "view_winner")
    assert client.get(page(made, right)).status_code == client.post(page(made, right), PROOF).status_code == 403
    user.user_permissions.set(Permission.objects.filter(codename="handle_personal_data"))
    assert client.get(page(made, right)).status_code == 200
    for blank in PROOF:
        answer = client.post(page(made, right), PROOF | {blank: "", "paid": "on", "first_name": "X"})
        assert answer.status_code == 422 and "Ce renseignement est demandé" in answer.content.decode()
    assert again(made).content == made.content
    assert people.entries(made, "erase") + people.entries(made, "data_export") == []


def test_no_page_shows_or_keeps_data_before_a_right_is_exercised(client: Client, officer: User) -> None:
    made = people.winner(people.payment())
    for address in (
        "/admin/payouts/winner/",
        f"/admin/payouts/winner/{made.pk}/change/",
        *(page(made, right) for right in ("exporter", "corriger", "effacer")),
    ):
        answer = client.get(address)
        assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
        assert "Guessan" not in answer.content.decode()


def test_a_winner_is_given_all_that_is_kept(client: Client, officer: User) -> None:
    made = people.winner(people.payment())
    answer = client.post(page(made, "exporter"), PROOF)
    assert answer["Content-Disposition"].startswith("attachment") and "no-store" in answer["Cache-Control"]
    given = json.loads(answer.content)
    assert given["person"] == people.person().known() and given["person"]["document"]["number"] == "24AZ81350"
    assert (given["amount"], given["share"], given["next_erasure"]) == (10_000_00, 10_000_00, "2027-04-17")
    data = told(made, "data_export")
    assert (data["by"], data["proof"], data["winner"]) == (officer.pk, "passport", str(made.pk))
    assert matches(made, data)


def test_a_correction_is_sealed_anew_and_journalled_by_the_names_of_its_fields(client: Client, officer: User) -> None:
    made = people.winner(people.payment())
    right = {"first_name": "Lucas", "birth_place": "Bobo-Dioulasso"}
    assert client.post(page(made, "corriger"), PROOF | right).status_code == 302
    after = again(made)
    assert after.person().first_name == "Lucas" and after.person().iban == people.person().iban
    data = told(made, "data_correct")
    assert data["fields"] == ["birth_place", "first_name"] and matches(made, data)
    assert data["digest"] == after.digest(after.person().text()) and after.wrapped_key != made.wrapped_key


def test_a_correction_that_can_not_be_is_told_beside_its_field_and_changes_nothing(
    client: Client, officer: User
) -> None:
    made = people.winner(people.payment())
    answer = client.post(page(made, "corriger"), PROOF | {"last_name": "A" * 201, "birth_date": "14/03/2010"})
    shown = answer.content.decode()
    assert answer.status_code == 422 and "200 caractères au plus" in shown and "au début de la partie" in shown
    assert again(made).content == made.content and people.entries(made, "data_correct") == []


def test_who_objects_is_forgotten_where_nothing_obliges_to_keep(client: Client, officer: User) -> None:
    made = people.winner(people.payment(3_000_00))
    with time_machine.travel(LATER, tick=False):
        assert client.post(page(made, "effacer"), PROOF).status_code == 422
        assert client.post(page(made, "effacer"), PROOF | {"paid": "on"}).status_code == 302
        assert again(made).erased_at == LATER
        answer = client.post(page(made, "effacer"), PROOF | {"paid": "on"})
        assert answer.status_code == 422 and "déjà effacées" in answer.content.decode()
        assert client.post(page(made, "exporter"), PROOF).status_code == 422
    data = told(made, "erase")
    assert (data["part"], data["why"], data["by"]) == ("all", "objection", officer.pk)


def test_above_three_thousand_euros_name_and_address_stay_five_years_whoever_objects(
    client: Client, officer: User
) -> None:
    """Art. 5.3.3."""
    made = people.winner(people.payment(3_000_01))
    with time_machine.travel(LATER):
        assert client.post(page(made, "effacer"), PROOF | {"paid": "on"}).status_code == 302
        assert again(made).person() == people.person().reduced()
        answer = client.post(page(made, "effacer"), PROOF | {"paid": "on"})
        assert answer.status_code == 422 and "jusqu’au 14/03/2031" in answer.content.decode()
    data = told(made, "erase")
    assert (data["part"], data["why"]) == ("details", "objection") and matches(made, data)


def test_data_that_was_altered_is_told_not_shown(client: Client, officer: User) -> None:
    made = people.winner(people.payment())
    Winner.objects.filter(pk=made.pk).update(share=1)
    answer = client.post(page(made, "exporter"), PROOF)
    assert answer.status_code == 422 and "illisibles" in answer.content.decode()
    assert people.entries(made, "data_export") == []


def test_winners_are_found_by_their_tickets_number_alone(client: Client, officer: User) -> None:
    made = people.winner(people.payment())
    other = people.winner(people.payment())

    def found(term: str) -> str:
        return client.get("/admin/payouts/winner/", {"q": term}).content.decode()

    number = numbers.shown(made.payment.ticket_id)
    assert str(made.pk) in found(number) and str(other.pk) not in found(number)
    shown = found("N'Guessan")
    assert str(made.pk) not in shown and str(other.pk) not in shown
    assert "ne comporte que des chiffres" in shown and "un nom ne peut pas y être cherché" in shown


def test_rows_are_neither_added_changed_nor_deleted_in_the_admin(client: Client) -> None:
    made = people.winner(people.payment())
    staff(client)
    User.objects.update(is_superuser=True)
    assert client.get("/admin/payouts/winner/add/").status_code == 403
    assert client.post(f"/admin/payouts/winner/{made.pk}/change/", {"position": 9}).status_code == 403
    assert client.post(f"/admin/payouts/winner/{made.pk}/delete/", {"post": "yes"}).status_code == 403
    assert again(made).position == 1
