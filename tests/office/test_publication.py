"""The amount above which first names are published, set from the back office (art. 6.3)."""

import pytest
from django.urls import reverse

from office import roles
from payouts.models import PublicationAmount
from tests.office.staff import signed_in

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("role", [roles.ISSUING, roles.SERVICE_LEAD])
def test_an_amount_is_set_and_taken_away_and_its_history_stays(role: str) -> None:
    client, address = signed_in(role), reverse("office:publication")
    assert "Aucun prénom n’est publié." in client.get(address).content.decode()
    set_to = client.post(address, {"amount": "10 000"}, follow=True).content.decode()
    assert 'value="10000,00"' in set_to  # the button alone changes nothing
    assert "plus de <b>10\u00a0000,00\u00a0€</b>" in set_to and "la nuit prochaine" in set_to
    assert "Aucun prénom n’est publié, depuis le" in client.post(address, {"amount": ""}, follow=True).content.decode()
    assert list(PublicationAmount.objects.order_by("pk").values_list("amount", flat=True)) == [10_000_00, None]
    listed = client.get(reverse("admin:payouts_publicationamount_changelist")).content.decode()
    assert "plus de 10\u00a0000,00\u00a0€" in listed and ">aucun<" in listed and address in listed


@pytest.mark.parametrize(("typed", "told"), [("199,99", "au moins 200,00"), ("beaucoup", "s’écrit en euros")])
def test_an_amount_that_can_not_be_is_refused_beside_its_field(typed: str, told: str) -> None:
    answer = signed_in(roles.ISSUING).post(reverse("office:publication"), {"amount": typed})
    assert answer.status_code == 422 and told in answer.content.decode() and typed in answer.content.decode()
    assert not PublicationAmount.objects.exists()
