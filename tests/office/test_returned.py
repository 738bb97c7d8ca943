"""The page where customer service settles a misprinted ticket that came back by post (art. 7)."""

import uuid

import pytest
from django.urls import reverse

from office import roles
from payouts import flagging, ordering
from payouts.models import Payment
from tests.office.staff import signed_in
from tests.office.test_booklets import text
from tests.payouts import desk, flags
from tests.signing import sign_in
from tickets import numbers

pytestmark = pytest.mark.django_db


def page(number: object) -> str:
    return f"{reverse('office:returned')}?numero={number}"


def misprinted() -> int:
    number = flags.unstarted()
    flagging.flag_misprint(keys=[number // 10_000], reason="codes pâles", by=flags.user("flag_booklets"))
    return number


def wish(how: str, **more: object) -> dict[str, object]:
    return {"reason": "code illisible", "key": uuid.uuid4(), "how": how, "given": "", "vu": "oui", **more}


def test_a_returned_ticket_is_looked_up_and_refunded_by_post_once() -> None:
    client, number = signed_in(roles.SERVICE), misprinted()
    shown = client.get(page(numbers.shown(number)))
    assert "Anomalie d’impression" in text(shown) and "Le prix du ticket, par courrier" in text(shown)
    sent = wish("rembourser")
    for _ in range(2):
        answer = client.post(page(number), sent, follow=True)
        assert "par courrier enregistré" in text(answer) and "Déjà remboursé" in text(answer)
    assert Payment.objects.get().ticket_id == number
    assert client.post(page(number), wish("rembourser")).status_code == 422


def test_a_returned_ticket_is_exchanged_for_the_number_typed() -> None:
    client, number, given = signed_in(roles.SERVICE), misprinted(), flags.unstarted()
    for typed, said in (
        ("", "Donnez le numéro"),
        ("12", "15 chiffres"),
        (numbers.shown(number), "est le ticket rendu"),
    ):
        answer = client.post(page(number), wish("echanger", given=typed))
        assert answer.status_code == 422 and said in text(answer)
    answer = client.post(page(number), wish("echanger", given=numbers.shown(given)), follow=True)
    assert f"contre le ticket {numbers.shown(given)}" in text(answer)
    assert Payment.objects.get().given_id == given


@pytest.mark.parametrize("how", ["", "rembourser"])
def test_enter_in_the_exchange_field_never_refunds(how: str) -> None:
    client, number, given = signed_in(roles.SERVICE), misprinted(), flags.unstarted()
    answer = client.post(page(number), wish(how, given=numbers.shown(given)))
    assert answer.status_code == 422 and numbers.shown(given) in answer.content.decode()
    assert Payment.objects.count() == 0


@pytest.mark.parametrize("how", ["rembourser", "echanger"])
def test_what_is_sent_is_shown_before_it_is_recorded(how: str) -> None:
    client, number, given = signed_in(roles.SERVICE), misprinted(), flags.unstarted()
    sent = wish(how, given=numbers.shown(given) if how == "echanger" else "")
    del sent["vu"]
    shown = text(client.post(page(number), sent))
    assert "cela ne se reprend pas" in shown and "code illisible" in shown
    assert (numbers.shown(given) if how == "echanger" else "2,00 € sont envoyés") in shown
    assert Payment.objects.count() == 0


def test_what_is_wrong_is_asked_for_and_what_can_not_be_settled_is_told() -> None:
    client, played = signed_in(roles.SERVICE), desk.won()
    assert client.post(page(misprinted()), wish("rembourser", reason="")).status_code == 422
    assert client.post(page(misprinted()), wish("autre")).status_code == 422
    assert "Il n’y a rien à envoyer" in text(client.get(page(played.ticket_id)))
    assert client.post(page(played.ticket_id), wish("rembourser")).status_code == 422
    for number in ("12", "502019999990019"):
        assert client.get(page(number)).status_code == 422


@pytest.mark.parametrize("role", [roles.ISSUING, roles.APPROVER, roles.SUPERVISOR, roles.ACCOUNTS, roles.AUDITOR])
def test_other_roles_may_not(role: str) -> None:
    client, number = signed_in(role), misprinted()
    assert client.get(page(number)).status_code == 403
    assert client.post(page(number), wish("rembourser")).status_code == 403
    assert Payment.objects.count() == 0


def test_a_desk_exchanges_a_ticket_of_a_marked_booklet(client) -> None:
    teller, number, given = desk.teller(), misprinted(), flags.unstarted()
    sign_in(client, teller.user)
    ticket, exchange = (reverse(f"payouts:{name}", args=[number]) for name in ("ticket", "exchange"))
    assert "Numéro du ticket donné" in text(client.get(ticket))
    wrong = client.post(exchange, {"demande": uuid.uuid4(), "donne": "12"})
    assert wrong.status_code == 422 and "15 chiffres" in text(wrong) and 'value="12"' in wrong.content.decode()
    answer = client.post(exchange, {"demande": uuid.uuid4(), "donne": numbers.shown(given)}, follow=True)
    assert f"Échangé contre le ticket {numbers.shown(given)}" in text(answer)
    assert "Déjà échangé" in text(client.get(ticket))
    assert "Numéro du ticket donné" not in text(client.get(ticket))


def test_a_desk_is_not_asked_for_the_code_of_a_misprint_to_refund(client) -> None:
    teller, number = desk.teller(), misprinted()
    ordering.order_refund(number=number, reason="code illisible", by=flags.user("order_refund"))
    sign_in(client, teller.user)
    shown = text(client.get(reverse("payouts:ticket", args=[number])))
    assert "Rembourser 2,00" in shown and "Anomalie signalée" in shown and "Aucun défaut" not in shown
