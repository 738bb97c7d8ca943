"""The caisse's pages: from what a scanner types to a ticket paid, and to what the desk is told otherwise."""

import json
import uuid

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from games.starting import enter_code
from payouts import cancelling, paying
from payouts.models import Mark, Payment, Teller
from tests.payouts import desk
from tests.signing import sign_in
from tickets import codes, numbers, record
from tickets.journal.chain import Subject

pytestmark = pytest.mark.django_db
DESK = "/caisse/"
AZERTY = str.maketrans("1234567890qwazQWAZ;:mM,./?-#", "&é\"'(-è_çàazqwAZQWmM,?;:!§)3")
ATTESTED = ["whole", "box", "print", "adult"]


@pytest.fixture
def teller() -> Teller:
    return desk.teller()


@pytest.fixture
def client(teller: Teller) -> Client:
    return at(teller)


def at(teller: Teller) -> Client:
    """Someone signed in at a desk."""
    return sign_in(Client(), teller.user, second_factor=teller.desk.is_centre)


def a_win(cents: int = 45_00) -> tuple[str, str]:
    """Number and code of a ticket that won."""
    code = desk.bearing(cents)
    play = desk.golden(enter_code(text=code))
    return numbers.shown(play.ticket_id), code


def look_up(client: Client, number: str = "", code: str = "") -> str:
    answer = client.post(DESK, {"numero": number, "code": code}, follow=True)
    return answer.content.decode()


def pay(client: Client, shown: str, **changes: object):
    """Send the form of a ticket's page."""
    key = shown.split('name="demande" value="')[1][:36]
    action = shown.split('class="checks" method="post" action="')[1].split('"')[0]
    return client.post(action, form(key) | changes, follow=True)


def form(key: str = "0b2a4d3e-8d0c-4f55-9d4c-2f1a2b3c4d5e") -> dict[str, object]:
    return {"demande": key, "moyen": "cash", "controle": ATTESTED}


def test_a_ticket_is_scanned_checked_and_paid(client: Client) -> None:
    """Art. 4.3, 5.2."""
    shown = look_up(client, *a_win())
    assert "Gagnant\u00a0: 45,00\u00a0€ à payer en espèces." in shown and "Numéro et code concordent" in shown
    paid = pay(client, shown)
    assert "Payé&nbsp;: 45,00\u00a0€, espèces" in paid.content.decode()
    again = pay(client, shown)
    assert again.redirect_chain[-1][0].partition("?")[0] == paid.redirect_chain[-1][0]
    said = "rien n’est payé ni remis deux fois"
    assert said in again.content.decode() and said not in paid.content.decode()
    assert Payment.objects.count() == 1


def test_the_record_says_of_a_form_only_what_it_asked(client: Client) -> None:
    """Art. 6: whatever else a browser sends, a name say, never enters the journal."""
    number, code = a_win()
    pay(client, look_up(client, number, code), controle=[*ATTESTED, "Camille, 12 rue Haute", "x" * 9999, "whole"])
    entry = record.entries(Subject.TICKET, numbers.read(number))[-1]
    assert json.loads(entry.text)["data"]["attested"] == sorted(ATTESTED)


@pytest.mark.parametrize("reason", ["x" * 201, "ou\x00bli", " "])
def test_a_reason_that_can_not_be_kept_is_refused_in_words(client: Client, teller: Teller, reason: str) -> None:
    sign_in(client, desk.allowed(teller.user, "cancel_payment"))
    paid = pay(client, look_up(client, *a_win())).redirect_chain[-1][0]
    answer = client.post(f"{paid}annuler", {"raison": reason})
    assert answer.status_code == 422 and Payment.objects.standing().exists()


def test_the_number_alone_tells_the_status_and_pays_nothing(client: Client) -> None:
    number, _ = a_win()
    shown = look_up(client, number)
    assert "45,00\u00a0€ à payer" in shown and "Scannez maintenant le code" in shown and 'name="controle"' not in shown
    refused = client.post(reverse("payouts:pay", args=[numbers.read(number)]), form())
    assert refused.status_code == 422 and "il faut les deux" in refused.content.decode()
    assert not Payment.objects.exists()


@pytest.mark.parametrize("typed", ["one", "number first", "code first", "address", "azerty", "azerty address"])
def test_whatever_the_scanner_types_is_understood(client: Client, typed: str) -> None:
    """A keyboard of another country, a whole address, the two fields swapped."""
    number, code = a_win()
    digits, address = number.replace(" ", ""), f"https://illikolive.com/t#{code}"
    entries = {
        "one": (number, codes.shown(code).lower()),
        "number first": (digits, code),
        "code first": (code, digits),
        "address": (digits, address),
        "azerty": (digits.translate(AZERTY), code.translate(AZERTY)),
        "azerty address": (digits.translate(AZERTY), address.translate(AZERTY)),
    }
    shown = look_up(client, *entries[typed])
    assert "45,00\u00a0€ à payer" in shown and "Numéro et code concordent" in shown


def test_number_and_code_of_two_tickets_are_refused(client: Client) -> None:
    (number, _), (_, code) = a_win(), a_win()
    assert "ne sont pas ceux d’un même ticket" in look_up(client, number, code)


@pytest.mark.parametrize(
    ("number", "said"), [("", "Scannez ou saisissez"), ("12", "15 chiffres"), ("501010000010019", "erreur")]
)
def test_what_can_not_be_read_is_told(client: Client, number: str, said: str) -> None:
    assert said in look_up(client, number)


def test_a_scratched_control_box_voids_the_ticket_at_every_desk(client: Client) -> None:
    """Art. 4.3.3."""
    number, code = a_win()
    voiding = reverse("payouts:void", args=[numbers.read(number)])
    look_up(client, number)
    assert "il faut avoir le ticket en main" in client.post(voiding).content.decode() and not Mark.objects.exists()
    look_up(client, number, code)
    client.post(voiding)
    assert Mark.objects.get().kind == Mark.Kind.VOID
    other = at(desk.teller())
    assert "Ticket nul" in look_up(other, number, code)


@pytest.mark.parametrize("what", ["ticket", "pay", "void"])
@pytest.mark.parametrize("number", [501010000010018, 10**25])
def test_a_ticket_that_does_not_exist_is_told_so(client: Client, what: str, number: int) -> None:
    address, form = reverse(f"payouts:{what}", args=[number]), {"demande": str(uuid.uuid4()), "moyen": "cash"}
    answer = client.get(address) if what == "ticket" else client.post(address, form)
    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("cents", "transfers", "said"),
    [
        (200_01, False, "dans un point de vente qui fait les virements, ou un centre de paiement."),
        (30_000_00, False, "dans un point de vente qui fait les virements, ou un centre de paiement."),
        (30_000_01, False, "le gagnant dans un centre de paiement."),
        (30_000_01, True, "le gagnant dans un centre de paiement."),
        (50_000_00, True, "le gagnant dans un centre de paiement."),
    ],
)
def test_a_winner_is_sent_where_the_prize_is_really_paid(cents: int, transfers: bool, said: str) -> None:
    """Art. 5.3.1, 5.3.2: no point of sale transfers more than 30,000.00."""
    assert said in look_up(at(desk.teller(transfers=transfers)), *a_win(cents))


def test_a_payment_made_meanwhile_is_told_once_and_led_to_from_its_own_desk_alone(client: Client) -> None:
    number, code = a_win()
    shown = look_up(client, number, code)
    pay(client, shown)
    late = pay(client, shown, demande=str(uuid.uuid4()))
    page = late.content.decode()
    assert late.status_code == 422 and page.count("Déjà payé") == 2  # the page's title, and its answer
    assert page.count("Voir ce paiement") == 1
    address = page.split('">Voir ce paiement')[0].rpartition('href="')[2]
    assert "Payé" in client.get(address).content.decode()
    assert "Voir ce paiement" not in look_up(at(desk.teller()), number)


def test_the_page_of_a_payment_waits_for_the_next_ticket(client: Client) -> None:
    paid = pay(client, look_up(client, *a_win())).content.decode()
    assert "Payé" in paid and 'class="lookup"' in paid and "autofocus" in paid.split('name="numero"')[1].split(">")[0]


def test_who_is_lost_at_the_caisse_is_led_back_to_it(client: Client) -> None:
    for address, status in (("/caisse/rien", 404), ("/caisse/virements/", 403)):
        answer = client.get(address)
        page = answer.content.decode()
        assert answer.status_code == status and 'href="/caisse/">Revenir à la caisse' in page
        assert "votre ticket" not in page
    assert "Entrer mon code" in client.get("/rien").content.decode()


@time_machine.travel("2026-12-01T09:00:00Z", tick=False)
def test_the_first_of_a_month_is_written_as_french_writes_it(client: Client) -> None:
    shown = look_up(client, *a_win())
    assert "1er décembre 2026 à 10" in shown
    paid = pay(client, shown).content.decode()
    assert "le 1er décembre 2026 à 10" in paid
    assert "Journée du mardi 1er décembre 2026" in client.get("/caisse/journee/").content.decode()


def test_nobody_sees_another_desks_day_or_payments(client: Client) -> None:
    paid = pay(client, look_up(client, *a_win()))
    address, _ = paid.redirect_chain[-1]
    assert "45,00" in client.get("/caisse/journee/").content.decode()
    other = at(desk.teller())
    assert other.get(address).status_code == 404
    assert "Aucun paiement" in other.get("/caisse/journee/").content.decode()
    rows = client.get("/caisse/journee.csv").content.decode("utf-8-sig").splitlines()
    by = Payment.objects.get().teller
    assert rows[0] == "heure;ticket;objet;moyen;montant;payé par;annulé"
    assert rows[1].endswith(f";gain;espèces;45,00;{by};")
    assert len(other.get("/caisse/journee.csv").content.decode().splitlines()) == 1


def test_the_day_of_two_people_says_who_paid_what(client: Client, teller: Teller) -> None:
    """Each counts their own cash; a cancelled payment is none of it."""
    colleague = Teller.objects.create(user=User.objects.create_user("dominique"), desk=teller.desk)
    pay(client, look_up(client, *a_win(45_00)))
    assert "Espèces données par chacun" not in client.get("/caisse/journee/").content.decode()
    payments = [paying.pay(request=desk.request(desk.won(cents)), teller=colleague) for cents in (30_00, 7_00, 100_00)]
    supervisor = desk.allowed(desk.teller().user, "cancel_payment")
    cancelling.cancel(payment_id=payments[-1].pk, by=supervisor, reason="erreur")
    page = client.get("/caisse/journee/").content.decode()
    assert f"<dt>{teller.user}</dt><dd>45,00\u00a0€</dd>" in page and "<dt>dominique</dt><dd>37,00\u00a0€</dd>" in page
    assert page.count("<td>dominique</td>") == 3
    assert "par dominique" in client.get(reverse("payouts:payment", args=[payments[0].pk])).content.decode()


@pytest.mark.parametrize("address", ["/caisse/", "/caisse/journee/", "/caisse/journee.csv"])
def test_only_someone_at_a_desk_comes_in(address: str) -> None:
    assert Client().get(address).status_code == 302
    stranger = sign_in(Client(), User.objects.create_user("sans-caisse"), second_factor=False)
    assert stranger.get(address).status_code == 403


def test_an_answer_takes_few_statements(client: Client, django_assert_max_num_queries) -> None:
    number, code = a_win()
    look_up(client, number, code)
    with django_assert_max_num_queries(14):
        client.get(reverse("payouts:ticket", args=[numbers.read(number)]))
