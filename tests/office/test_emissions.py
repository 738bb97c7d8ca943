"""The pages of emissions: created, closed in two steps, their text; who may do what."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from games.templatetags.french import euros
from office.roles import APPROVER, AUDITOR, ISSUING, SERVICE
from tests.office.staff import client_of, member
from tests.tickets import blocks
from tickets.issuing import orders
from tickets.models import Emission, Notice

pytestmark = pytest.mark.django_db
NOW = datetime(2027, 5, 3, 10, tzinfo=UTC)
CLOSING = {"day": "2027-06-30", "reference": "JORF n° 0102, texte 41", "published_on": "2027-05-03"}


@pytest.fixture(autouse=True)
def _now() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def emission() -> Emission:
    return blocks.make_emission("sauve_souris", 1_000)


@pytest.fixture
def manager() -> Client:
    return client_of(member(ISSUING))


def closing(emission: Emission) -> str:
    return reverse("office:notice", args=[emission.pk, "cloture"])


def shown(client: Client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return " ".join(answer.content.decode().replace("\xa0", " ").replace("&nbsp;", " ").split())


def test_an_emission_is_created_of_approved_tables_alone(manager: Client, emission: Emission) -> None:
    """Art. 3.2.5."""
    draft = type(emission.prize_table).objects.create(game=emission.game, version=2, block_size=1_000)
    add = reverse("admin:tickets_emission_add")
    assert manager.get(add).headers["Location"] == reverse("office:emission_create")
    fields = {"game_code": "501", "number": "2", "available_on": "2027-06-01"}
    fields |= {"booklet_size": "50", "booklet_share": "75"}
    page = reverse("office:emission_create")
    for table in (draft.pk, ""):
        assert manager.post(page, fields | {"prize_table": table}).status_code == 422
    refused = manager.post(page, fields | {"prize_table": emission.prize_table_id, "number": "1"})
    assert refused.status_code == 422 and "existe déjà" in refused.content.decode()
    read = manager.post(page, fields | {"prize_table": emission.prize_table_id})
    body = " ".join(read.content.decode().replace("&nbsp;", " ").split())
    assert read.status_code == 200 and Emission.objects.count() == 1
    for told in ("501 02", "mardi 1er juin 2027", "1000 tickets, en 20 livrets de 50", "ne s’efface pas"):
        assert told in body
    edited = manager.post(page, fields | {"prize_table": emission.prize_table_id, "edit": "1"}).content.decode()
    assert 'value="2027-06-01"' in edited and "Vérifier" in edited
    answer = manager.post(page, fields | {"prize_table": emission.prize_table_id, "record": "1"})
    made = Emission.objects.latest("pk")
    assert answer.headers["Location"] == reverse("office:emission", args=[made.pk])
    assert (made.number, made.available_on) == (2, date(2027, 6, 1))


def test_a_closing_is_read_before_it_is_recorded(manager: Client, emission: Emission) -> None:
    """Art. 3.2.6, 3.3.4, 9, 10."""
    read = manager.post(closing(emission), CLOSING)
    body = read.content.decode()
    assert read.status_code == 200 and not Notice.objects.exists()
    for day in ("mercredi 30 juin 2027", "jeudi 29 juillet 2027", "mardi 28 septembre 2027"):
        assert day in body
    edited = manager.post(closing(emission), CLOSING | {"edit": "1"}).content.decode()
    assert 'value="2027-06-30"' in edited and "Vérifier" in edited
    answer = manager.post(closing(emission), CLOSING | {"record": "1"})
    assert answer.headers["Location"] == reverse("office:emission", args=[emission.pk])
    page = shown(manager, answer.headers["Location"])
    assert "rien n’est en vente" in page and "JORF n° 0102, texte 41" in page and "28 septembre" in page


def test_a_past_closing_date_asks_for_a_confirmation(manager: Client, emission: Emission) -> None:
    past = CLOSING | {"day": "2027-05-02", "published_on": "2027-05-01"}
    read = manager.post(closing(emission), past)
    assert read.status_code == 200 and "Cette date est passée." in read.content.decode()
    refused = manager.post(closing(emission), past | {"record": "1"})
    assert refused.status_code == 422 and "Confirmez" in refused.content.decode()
    assert not Notice.objects.exists()
    assert manager.post(closing(emission), past | {"record": "1", "confirmed": "on"}).status_code == 302
    assert Emission.objects.get().closed_on == date(2027, 5, 2)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"day": "2026-12-31"}, "disponible que le 01/01/2027"),
        ({"day": "demain"}, "date"),
        ({"reference": ""}, "obligatoire"),
        ({"published_on": "2027-05-04"}, "une fois publié"),
    ],
    ids=str,
)
def test_what_can_not_be_is_told_on_the_form_and_nothing_is_recorded(
    change: dict[str, str], told: str, manager: Client, emission: Emission
) -> None:
    for button in ({}, {"record": "1"}):
        answer = manager.post(closing(emission), CLOSING | change | button)
        assert answer.status_code == 422 and told in answer.content.decode()
    assert not Notice.objects.exists()


def test_a_rectifying_notice_says_what_becomes_of_plays_and_payments(manager: Client, emission: Emission) -> None:
    manager.post(closing(emission), CLOSING | {"record": "1"})
    sooner = CLOSING | {"day": "2027-06-10", "reason": "stock épuisé"}
    assert manager.post(closing(emission), sooner | {"reason": ""}).status_code == 422
    body = manager.post(closing(emission), sooner).content.decode()
    for told in ("gardent leurs trente jours", "Ce qui est payé reste payé", "par décision du Service Clients"):
        assert told in body
    manager.post(closing(emission), sooner | {"record": "1"})
    assert Emission.objects.get().closed_on == date(2027, 6, 10)
    assert "au lieu du 30 juin 2027 : stock épuisé" in shown(manager, reverse("office:emission", args=[emission.pk]))


def test_an_availability_notice_moves_the_date_and_is_offered_while_it_can(manager: Client) -> None:
    emission = blocks.make_emission("sauve_souris", 1_000, available_on=date(2027, 6, 1))
    page = reverse("office:notice", args=[emission.pk, "disponibilite"])
    manager.post(page, CLOSING | {"day": "2027-06-08", "record": "1"})
    assert Emission.objects.get().available_on == date(2027, 6, 8)
    its, offered = reverse("office:emission", args=[emission.pk]), "Enregistrer un avis de disponibilité"
    assert offered in shown(manager, its)
    with time_machine.travel(datetime(2027, 6, 8, 10, tzinfo=UTC), tick=False):
        assert offered not in shown(client_of(member(ISSUING)), its)


def test_the_text_of_a_notice_follows_from_its_date(manager: Client, emission: Emission) -> None:
    """Art. 3.2.6."""
    page = reverse("office:notice_text", args=[emission.pk, "cloture"])
    assert "Avis relatif" not in shown(manager, page), "no date is known yet"
    text = shown(manager, page + "?jour=2027-06-30")
    for told in (
        "Code jeu 501, émission 01",
        "le mercredi 30 juin 2027",
        "29 juillet 2027 inclus",
        "28 septembre 2027",
    ):
        assert told in text
    manager.post(closing(emission), CLOSING | {"record": "1"})
    again = shown(manager, page)
    assert "28 septembre 2027" in again and "rectificatif" not in again
    moved = shown(manager, page + "?jour=2027-07-31")
    assert "Avis rectificatif relatif" in moved and "annonçait la clôture le mercredi 30 juin 2027" in moved
    for typed in ("9999-12-31", "abc", ""):
        assert "Cette date ne se lit pas" in shown(manager, f"{page}?jour={typed}")
    price = euros(emission.game.price).replace("\xa0", " ")
    assert f"au prix de {price}" in shown(manager, reverse("office:notice_text", args=[emission.pk, "disponibilite"]))


def test_unknown_emissions_and_notices_are_not_found(manager: Client, emission: Emission) -> None:
    for address in (f"/admin/emissions/{emission.pk + 1}/", f"/admin/emissions/{emission.pk}/avis/autre/"):
        shown(manager, address, 404)


@pytest.mark.parametrize("role", [AUDITOR, APPROVER, SERVICE])
def test_who_only_reads_sees_emissions_and_changes_none(role: str, emission: Emission) -> None:
    reader = client_of(member(role))
    page = shown(reader, reverse("office:emission", args=[emission.pk]))
    assert "Enregistrer un avis" not in page and "Faire émettre" not in page
    shown(reader, reverse("admin:tickets_emission_changelist"))
    shown(reader, reverse("office:notice_text", args=[emission.pk, "cloture"]))
    for address in (reverse("office:emission_create"), closing(emission)):
        shown(reader, address, 403)
        assert reader.post(address, CLOSING | {"record": "1"}).status_code == 403
    assert Emission.objects.get().closed_on is None


def test_nobody_enters_without_signing_in(emission: Emission) -> None:
    answer = Client().get(reverse("office:emission", args=[emission.pk]))
    assert answer.status_code == 302 and "/compte/" in answer.headers["Location"]


def test_lists_lead_to_pages_and_read_few_rows(
    manager: Client, emission: Emission, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    change = reverse("admin:tickets_emission_change", args=[emission.pk])
    assert manager.get(change).headers["Location"] == reverse("office:emission", args=[emission.pk])
    for number in range(2, 40):
        _copy(emission, number=number)
    for name in ("emission", "notice"):
        with django_assert_max_num_queries(16):
            shown(manager, reverse(f"admin:tickets_{name}_changelist"))


def test_an_emissions_page_asks_few_things_of_the_database(
    manager: Client, emission: Emission, printer: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    """However many blocks, notices and orders it has."""
    user = member(ISSUING)
    for _ in range(3):
        order = orders.ask(emission_id=emission.pk, by=user)
        orders.run(order_id=order.pk, tell=lambda made: None)
    orders.ask(emission_id=emission.pk, by=user)
    manager.post(closing(emission), CLOSING | {"record": "1"})
    with django_assert_max_num_queries(12) as asked:
        page = shown(manager, reverse("office:emission", args=[emission.pk]))
    assert page.count("Bloc émis") == 3 and "attend son tour" in page
    assert not any("COUNT(" in one["sql"] for one in asked.captured_queries)


def test_an_emission_that_is_no_longer_sold_offers_no_block(manager: Client, emission: Emission) -> None:
    page = reverse("office:emission", args=[emission.pk])
    assert "Faire émettre le bloc suivant" in shown(manager, page)
    Emission.objects.update(closed_on=date(2027, 5, 2))
    assert "Faire émettre le bloc suivant" not in shown(manager, page)


def _copy(emission: Emission, **fields: Any) -> None:
    common = {"game_code": 501, "available_on": emission.available_on}
    Emission.objects.create(game=emission.game, prize_table=emission.prize_table, **common | fields)
