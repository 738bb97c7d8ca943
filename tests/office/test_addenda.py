"""Addenda in the admin: one person prepares additional lots, another approves them, and nobody changes them then."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import Group, User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from office import roles
from tests.signing import sign_in
from tickets.calendar import paris_day
from tickets.models import Addendum

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _roles(db: None) -> None:
    roles.write()


def someone(role: str) -> Client:
    user = User.objects.create_user(f"{role} {User.objects.count()}", password="x", is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return sign_in(Client(), user)


def typed(**changes: str) -> dict[str, str]:
    tomorrow = paris_day(timezone.now()) + timedelta(days=1)
    fields = {
        "event": "Fête des mères",
        "reference": "JO n° 12",
        "published_on": "01/05/2026",
        "starts_on": tomorrow.isoformat(),
        "ends_on": tomorrow.isoformat(),
        "lots-TOTAL_FORMS": "2",
        "lots-INITIAL_FORMS": "0",
        "lots-0-description": "Vélo de ville",
        "lots-0-euros": "450,50",
        "lots-0-in_kind": "on",
        "lots-0-one_in": "1000",
        "lots-0-count": "3",
        "lots-1-description": "20 €",
        "lots-1-euros": "20",
        "lots-1-one_in": "100",
        "lots-1-count": "50",
    }
    return fields | changes


def test_one_prepares_another_approves_and_then_nobody_changes_it() -> None:
    author, approver = someone(roles.ISSUING), someone(roles.APPROVER)
    assert author.post(reverse("admin:tickets_addendum_add"), typed()).status_code == 302
    made = Addendum.objects.get()
    lots = list(made.lots.values_list("position", "value", "in_kind", "one_in", "count", "left"))
    assert lots == [(1, 450_50, True, 1000, 3, 3), (2, 20_00, False, 100, 50, 50)]
    page = reverse("admin:tickets_addendum_change", args=[made.pk])
    approving = reverse("admin:tickets_addendum_approve", args=[made.pk])
    assert "Approuver" not in author.get(page).content.decode()
    author.post(approving)
    assert not Addendum.objects.filter(approved_at__isnull=False)
    seen = approver.get(page).content.decode()
    assert "Approuver l’additif" in seen and "450,50\u00a0€" in seen and "Valeur, en euros" in seen
    approver.post(approving, {"read": read_by(approver, made)})
    made.refresh_from_db()
    assert made.approved_by and made.approved_by != made.prepared_by
    assert author.post(page, typed(event="Autre")).status_code == 403
    assert Addendum.objects.get().event == "Fête des mères" and "Vélo de ville" in author.get(page).content.decode()


def test_an_addendum_that_changed_since_it_was_read_is_not_approved() -> None:
    author, approver = someone(roles.ISSUING), someone(roles.APPROVER)
    author.post(reverse("admin:tickets_addendum_add"), typed(published_on="01/05/2026"))
    made = Addendum.objects.get()
    read = read_by(approver, made)
    made.lots.filter(position=1).update(value=9_999_00)
    for seen in ({"read": read}, {}):
        answer = approver.post(reverse("admin:tickets_addendum_approve", args=[made.pk]), seen, follow=True)
        assert "relisez-le" in answer.content.decode() and Addendum.objects.get().approved_at is None
    approver.post(reverse("admin:tickets_addendum_approve", args=[made.pk]), {"read": read_by(approver, made)})
    assert Addendum.objects.get().approved_at


def read_by(client: Client, addendum: Addendum) -> str:
    """What the page shown carries of the addendum read."""
    return str(client.get(reverse("admin:tickets_addendum_change", args=[addendum.pk])).context["read"])


def test_who_changed_it_last_does_not_approve_it() -> None:
    author = someone(roles.ISSUING)
    author.post(reverse("admin:tickets_addendum_add"), typed())
    made = Addendum.objects.get()
    both = User.objects.create_user("les deux", password="x", is_staff=True)
    both.groups.set(Group.objects.filter(name__in=(roles.ISSUING, roles.APPROVER)))
    client = sign_in(Client(), both)
    first, second = made.lots.all()
    kept = {"lots-INITIAL_FORMS": "2", "lots-0-id": str(first.pk), "lots-1-id": str(second.pk), "lots-1-count": "9"}
    page = reverse("admin:tickets_addendum_change", args=[made.pk])
    assert client.post(page, typed(**kept)).status_code == 302
    answer = client.post(
        reverse("admin:tickets_addendum_approve", args=[made.pk]), {"read": read_by(client, made)}, follow=True
    )
    assert "une autre personne l’approuve" in answer.content.decode()
    assert made.lots.get(position=2).left == 9 and Addendum.objects.get().approved_at is None


@pytest.mark.parametrize(
    ("euros", "said"), [("0", "vaut quelque chose"), ("x", "s’écrit en euros"), ("200,01", "se paie en espèces")]
)
def test_a_value_that_can_not_be_is_told_and_nothing_is_kept(euros: str, said: str) -> None:
    """Art. 5.2."""
    answer = someone(roles.ISSUING).post(reverse("admin:tickets_addendum_add"), typed(**{"lots-1-euros": euros}))
    assert said in answer.content.decode() and not Addendum.objects.exists()


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"ends_on": "2026-01-01", "starts_on": "2026-01-02"}, "Le dernier jour vient après le premier"),
        ({"ends_on": "9999-12-31"}, "à plus de dix ans"),
        ({"published_on": "01/01/1900"}, "à plus de dix ans"),
        ({"lots-0-count": "0"}, "supérieure ou égale à 1"),
        ({"lots-0-euros": "99999999999999999999"}, "au plus"),
    ],
)
def test_an_addendum_that_can_not_be_is_told_beside_its_field(changes: dict[str, str], said: str) -> None:
    answer = someone(roles.ISSUING).post(reverse("admin:tickets_addendum_add"), typed(**changes)).content.decode()
    assert said in answer and "contrainte" not in answer and not Addendum.objects.exists()


def test_an_addendum_is_approved_once_published_with_its_lots_values_in_sight() -> None:
    """Art. 3.2.8."""
    tomorrow = (paris_day(timezone.now()) + timedelta(days=1)).isoformat()
    someone(roles.ISSUING).post(reverse("admin:tickets_addendum_add"), typed(published_on=tomorrow))
    approver, made = someone(roles.APPROVER), Addendum.objects.get()
    shown = approver.get(reverse("admin:tickets_addendum_change", args=[made.pk])).content.decode()
    assert "450,50\u00a0€" in shown and "20,00\u00a0€" in shown and ">None<" not in shown
    answer = approver.post(reverse("admin:tickets_addendum_approve", args=[made.pk]), follow=True)
    assert "une fois publié au Journal officiel" in answer.content.decode()
    assert Addendum.objects.get().approved_at is None


def test_an_addendum_that_is_not_there_is_not_approved() -> None:
    assert someone(roles.APPROVER).post(reverse("admin:tickets_addendum_approve", args=[999])).status_code == 404
