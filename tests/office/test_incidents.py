"""Incidents that staff publish, and what the Journal officiel says of the règlement, filled in in the admin."""

from datetime import date

import pytest
import time_machine
from django.urls import reverse

from games.starting import REGLEMENT
from office import roles
from office.models import history
from public.models import Incident
from tests.office.staff import client_of, member, signed_in
from tickets import codes
from tickets.models import Reglement

pytestmark = pytest.mark.django_db

NOW = "2026-05-10T18:00:00Z"
ADD = "admin:public_incident_add"
SENT = {
    "title": "Panne",
    "text": "Les parties n’avançaient plus.",
    "began_at_0": "10/05/2026",
    "began_at_1": "14:00:00",
}


def events(name: str) -> list[str]:
    model = history.TrackedIncident._meta.apps.get_model("office", name)
    return list(model.objects.order_by("pgh_id").values_list("pgh_label", flat=True))


@time_machine.travel(NOW, tick=False)
@pytest.mark.parametrize("role", [roles.ISSUING, roles.SERVICE_LEAD])
def test_an_incident_is_published_signed_corrected_and_taken_back_with_its_history(role: str) -> None:
    person = member(role)
    client = client_of(person)
    assert client.post(reverse(ADD), SENT).status_code == 302
    incident = Incident.objects.get()
    assert (incident.published_by, incident.game, incident.ended_at) == (person, None, None)
    over = SENT | {"ended_at_0": "10/05/2026", "ended_at_1": "15:30:00"}
    client.post(reverse("admin:public_incident_change", args=[incident.pk]), over)
    incident.refresh_from_db()
    assert incident.ended_at is not None
    client.post(reverse("admin:public_incident_delete", args=[incident.pk]), {"post": "yes"})
    assert not Incident.objects.exists()
    assert events("IncidentEvent") == ["ajout", "modification", "suppression"]


@time_machine.travel(NOW, tick=False)
@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"began_at_0": "11/05/2026"}, "pas encore venue"),
        ({"ended_at_0": "10/05/2026", "ended_at_1": "13:00:00"}, "après le début"),
        ({"text": f"Le ticket {codes.new_codes(1)[0]}"}, "code"),
    ],
)
def test_an_incident_that_can_not_be_is_refused_beside_its_field(wrong: dict[str, str], said: str) -> None:
    answer = signed_in(roles.ISSUING).post(reverse(ADD), SENT | wrong)
    assert answer.status_code == 200 and said in answer.content.decode()
    assert not Incident.objects.exists()


@pytest.mark.parametrize("role", [roles.SERVICE, roles.APPROVER, roles.AUDITOR])
def test_others_read_incidents_and_publish_none(role: str) -> None:
    client = signed_in(role)
    assert client.get(reverse("admin:public_incident_changelist")).status_code == 200
    assert client.post(reverse(ADD), SENT).status_code == 403


def test_the_version_that_starts_name_has_its_row_to_be_filled_in() -> None:
    row = Reglement.objects.get(version=date.fromisoformat(REGLEMENT))
    assert not row.filled_in
    assert "à remplir" in signed_in(roles.ISSUING).get(reverse("admin:tickets_reglement_changelist")).content.decode()


def test_an_issuing_manager_fills_in_where_the_reglement_was_published_and_the_history_says_so() -> None:
    client, row = signed_in(roles.ISSUING), Reglement.objects.get()
    address = reverse("admin:tickets_reglement_change", args=[row.pk])
    sent = {"reference": "JO n° 1", "published_on": "20/10/2016", "in_force_on": "21/10/2016"}
    assert client.post(address, sent | {"address": "javascript:alert(1)"}).status_code == 200
    assert client.post(address, sent | {"address": "https://www.example.org/jo"}).status_code == 302
    row.refresh_from_db()
    assert row.filled_in and row.in_force_on == date(2016, 10, 21)
    assert events("ReglementEvent")[-1] == "modification"


def test_a_version_of_the_reglement_comes_with_the_code_alone() -> None:
    client, row = signed_in(roles.ISSUING), Reglement.objects.get()
    assert client.get(reverse("admin:tickets_reglement_add")).status_code == 403
    assert client.post(reverse("admin:tickets_reglement_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    assert (
        signed_in(roles.SERVICE_LEAD).get(reverse("admin:tickets_reglement_change", args=[row.pk])).status_code == 200
    )


@time_machine.travel(NOW, tick=False)
def test_what_somebody_else_saved_meanwhile_is_told_and_not_overwritten() -> None:
    first, second = signed_in(roles.ISSUING), signed_in(roles.SERVICE_LEAD)
    first.post(reverse(ADD), SENT)
    address = reverse("admin:public_incident_change", args=[Incident.objects.get().pk])
    read = first.get(address).context["seen"]
    second.post(address, SENT | {"text": "C’est réparé.", "seen": read})
    answer = first.post(address, SENT | {"text": "Cela dure encore.", "seen": read})
    shown = answer.content.decode()
    assert "Rien n’est enregistré par vous" in shown and "Cela dure encore." in shown and "C’est réparé." in shown
    assert Incident.objects.get().text == "C’est réparé."
    first.post(address, SENT | {"text": "Cela dure encore.", "seen": answer.context["seen"]})
    assert Incident.objects.get().text == "Cela dure encore."


@time_machine.travel(NOW, tick=False)
def test_an_incident_sent_twice_is_published_once() -> None:
    client = signed_in(roles.ISSUING)
    assert client.post(reverse(ADD), SENT).status_code == 302
    assert "déjà publié" in client.post(reverse(ADD), SENT).content.decode()
    assert Incident.objects.count() == 1


@time_machine.travel(NOW, tick=False)
@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"reference": "JO n° 1", "published_on": "11/05/2026"}, "pas encore venu"),
        ({"reference": "JO n° 1", "published_on": "20/10/2016", "in_force_on": "19/10/2016"}, "au plus tôt"),
        ({"reference": "JO n° 1"}, "vont ensemble"),
        ({"published_on": "20/10/2016"}, "vont ensemble"),
    ],
)
def test_what_the_journal_officiel_can_not_have_said_is_refused(sent: dict[str, str], said: str) -> None:
    row = Reglement.objects.get()
    answer = signed_in(roles.ISSUING).post(reverse("admin:tickets_reglement_change", args=[row.pk]), sent)
    assert answer.status_code == 200 and said in answer.content.decode()
    row.refresh_from_db()
    assert row.published_on is None
