"""Transfers and cheques at the caisse: asked, read back, approved, paid once, attested (art. 5.3, 5.4)."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.urls import reverse

from payouts import showing
from payouts.models import Desk, Payment, Transfer, Winner
from tests.payouts import desk
from tests.signing import sign_in
from tickets import record
from tickets.journal.chain import Subject
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
ATTESTED = ["whole", "box", "print", "adult"]
IBAN = "FR76 3000 6000 0112 3456 7890 189"
PERSON = {
    "last_name": "N’Guessan",
    "first_name": "Łukasz",
    "birth_date": "29/02/1980",
    "birth_place": "Lyon",
    "iban": IBAN,
    "cheque_order": "Łukasz N’Guessan",
    "address": "1 rue de la République, 69002 Lyon",
    "document_kind": "passport",
    "document_number": "12AB34567",
    "document_issuer": "Préfecture du Rhône",
    "document_issued_on": "01/02/2020",
    "document_expires_on": "01/02/2030",
}


def at_a_desk(kind: str, **options: Any) -> Client:
    return sign_in(Client(), desk.teller(kind, **options).user)


def shown(client: Client, cents: int) -> str:
    """Show number and code of a ticket that won; its number."""
    play = desk.won(cents)
    session = client.session
    showing.keep(session, play.ticket_id, play.ended_at)
    session.save()
    return f"{play.ticket_id:015d}"


def form(people: list[dict[str, str]], **changes: Any) -> dict[str, Any]:
    typed = {f"{position}-{name}": value for position, one in enumerate(people, 1) for name, value in one.items()}
    key = "0b2a4d3e-8d0c-4f55-9d4c-2f1a2b3c4d5e"
    return {"demande": key, "gagnants": str(len(people)), "controle": ATTESTED, **typed, **changes}


def test_a_transfer_is_read_back_approved_and_attested() -> None:
    """Art. 5.3.1, 5.3.3: nothing is kept before the winner approved; the order leaves on the next working day."""
    with time_machine.travel("2026-12-24T10:00:00Z", tick=False):
        client = at_a_desk(Desk.Kind.POINT_OF_SALE, transfers=True)
        address = reverse("payouts:winners", args=[shown(client, 5_000_00), "virement"])
        assert "IBAN ou RIB" in client.get(address).content.decode()
        summary = client.post(address, form([PERSON])).content.decode()
        assert "FR76 3000 6000 0112 3456 7890 189" in summary and "à faire valider" in summary
        assert not Payment.objects.exists()
        attested = client.post(address, form([PERSON], approuve="oui"), follow=True).content.decode()
        client.post(address, form([PERSON], approuve="oui"))
    assert "Attestation de demande de virement" in attested and "lundi 28 décembre 2026" in attested
    payment, transfer, winner = Payment.objects.get(), Transfer.objects.get(), Winner.objects.get()
    assert (payment.means, payment.amount, transfer.zone, transfer.review) == ("transfer", 5_000_00, "sepa", False)
    assert winner.person().last_name == "N’Guessan"
    text = record.entries(Subject.TICKET, payment.ticket_id)[-1].text
    assert "Guessan" not in text and "FR76" not in text and str(winner.id) in text
    verify(blocks=False)


def test_a_prize_for_several_is_paid_by_cheques_whose_shares_add_up() -> None:
    """Art. 5.4: identity of each above 3,000.00 for the whole prize, whatever the shares."""
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 3_000_01), "cheque"])
    people = [{**PERSON, "share": "1 500,50"}, {**PERSON, "first_name": "Zoé", "share": "1 499,50"}]
    refused = client.post(address, form(people)).content.decode()
    assert "Les parts font 3\u00a0000,00\u00a0€" in refused and "il manque 0,01\u00a0€" in refused
    people[1]["share"] = "1499,51"
    assert "Zoé" in client.post(address, form(people)).content.decode()
    without = [people[0], {**people[1], "document_number": ""}]
    assert "Ce renseignement est demandé" in client.post(address, form(without)).content.decode()
    client.post(address, form(people, approuve="oui"))
    assert list(Winner.objects.values_list("position", "share")) == [(1, 1_500_50), (2, 1_499_51)]
    assert Payment.objects.get().means == "cheque"


def test_each_winner_may_refuse_that_their_first_name_is_published() -> None:
    """Told on what they approve and on their attestation, and in the record (art. 6.3, 6.4)."""
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 3_000_00), "cheque"])
    people = [{**PERSON, "share": "1500"}, {**PERSON, "share": "1500", "unpublished": "oui"}]
    summary = client.post(address, form(people)).content.decode()
    assert summary.count("Ne sera pas publié") == summary.count("Peut être publié") == 1
    corrected = client.post(address, form(people, corriger="oui")).content.decode()
    assert 'name="2-unpublished" value="oui" checked' in corrected
    assert 'name="1-unpublished" value="oui"><' in corrected
    attested = client.post(address, form(people, approuve="oui"), follow=True).content.decode()
    assert "Ne sera pas publié" not in attested
    payment = Payment.objects.get()
    assert list(Winner.objects.values_list("unpublished_at", flat=True)) == [None, payment.paid_at]
    assert record.entries(Subject.TICKET, payment.ticket_id)[-1].text.count('"unpublished":true') == 1
    other = client.get(reverse("payouts:attestation", args=[payment.pk]) + "?gagnant=2").content.decode()
    assert "Ne sera pas publié" in other


def test_what_several_winners_approve_is_addressed_to_all_of_them() -> None:
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 3_000_00), "cheque"])
    people = [{**PERSON, "share": "1500"}, {**PERSON, "share": "1500"}]
    summary = client.post(address, form(people)).content.decode()
    assert "faire valider par les gagnants" in summary and "Les gagnants ont validé" in summary


def test_too_much_shared_out_is_told_by_how_much() -> None:
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 300_00), "cheque"])
    refused = client.post(address, form([{**PERSON, "share": "200"}, {**PERSON, "share": "100,01"}]))
    assert "c’est 0,01\u00a0€ de trop" in refused.content.decode()


def test_the_document_seen_is_named_with_its_dates_for_the_winner_to_approve() -> None:
    """Art. 5.3.3."""
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 3_000_01), "virement"])
    for approve in ("", "oui"):
        page = client.post(address, form([PERSON], approuve=approve), follow=True).content.decode()
        assert "Passeport 12AB34567, Préfecture du Rhône, du 1er février 2020 au 1er février 2030" in page


@pytest.mark.parametrize(("iban", "unknown"), [(IBAN, False), ("FR76 9999 9000 0112 3456 7890 152", True)])
def test_a_bank_no_list_knows_is_told_before_the_payment(iban: str, unknown: bool) -> None:
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 300_00), "virement"])
    summary = client.post(address, form([{**PERSON, "iban": iban}])).content.decode()
    assert ("Banque inconnue de la caisse" in summary) is unknown


def test_the_first_field_to_correct_is_the_one_focused() -> None:
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 5_000_00), "virement"])
    assert client.get(address).content.decode().count(" autofocus") == 1
    wrong = {**PERSON, "iban": "FR76", "document_kind": ""}
    page = client.post(address, form([wrong])).content.decode()
    focused = [tag for tag in page.split("<") if " autofocus" in tag]
    assert len(focused) == 1 and 'name="1-iban"' in focused[0]
    assert "Il reste 2 champs à corriger" in page
    page = client.post(address, form([{**PERSON, "document_kind": ""}])).content.decode()
    focused = [tag for tag in page.split("<") if " autofocus" in tag]
    assert len(focused) == 1 and 'name="1-document_kind"' in focused[0] and "Il reste un champ à corriger" in page


def test_a_form_that_takes_long_to_fill_still_pays_and_one_left_aside_says_what_to_do() -> None:
    """What was shown is shown for half an hour from each page of the form; afterwards nothing typed is lost."""
    with time_machine.travel(datetime(2026, 11, 24, 9, tzinfo=UTC), tick=False) as clock:
        client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
        address = reverse("payouts:winners", args=[shown(client, 300_00), "virement"])
        client.get(address)
        for approve in ("", "non"):
            clock.shift(timedelta(minutes=25))
            client.post(address, form([PERSON], approuve=approve))
        clock.shift(timedelta(minutes=31))
        late = client.post(address, form([PERSON], approuve="oui"))
        page = late.content.decode()
        assert late.status_code == 422 and "Scannez de nouveau le ticket" in page and 'value="N’Guessan"' in page
        assert not Payment.objects.exists()
    with time_machine.travel(datetime(2026, 11, 24, 9, tzinfo=UTC), tick=False) as clock:
        client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
        address = reverse("payouts:winners", args=[shown(client, 300_00), "virement"])
        for approve in ("", "oui"):
            clock.shift(timedelta(minutes=25))
            client.post(address, form([PERSON], approuve=approve))
        assert Payment.objects.get().means == "transfer"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"iban": "FR76 3000 6000 0112 3456 7890 188"}, "IBAN"),
        ({"iban": "DE89 3704 0044 0532 0130 00"}, "France"),
        ({"birth_date": "01/01/2012"}, "18"),
        ({"last_name": "…"}, "lettre"),
        ({"document_expires_on": "01/01/2021"}, "plus valable"),
    ],
)
def test_what_can_not_be_taken_is_told_beside_its_field_and_nothing_typed_is_lost(
    change: dict[str, str], said: str
) -> None:
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 5_000_00), "virement"])
    answer = client.post(address, form([{**PERSON, **change}]))
    page = answer.content.decode()
    assert answer.status_code == 422 and page.count('class="wrong"') == 1 and said in page
    assert 'value="Préfecture du Rhône"' in page and page.count("checked") == 4


@pytest.mark.parametrize("how", ["virement", "cheque"])
def test_the_same_form_sent_again_leads_to_its_attestation(how: str) -> None:
    """Who lost the answer, or went Back, learns that it had paid; another form, or another person, that it is paid."""
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[number := shown(client, 300_00), how])
    answers = [client.post(address, form([PERSON], approuve="oui"))["Location"] for _ in range(2)]
    attestation = reverse("payouts:attestation", args=[Payment.objects.get().id])
    assert answers == [attestation, f"{attestation}?deja=oui"]
    assert "avait déjà été faite" not in client.get(answers[0]).content.decode()
    assert "rien n’est payé ni remis deux fois" in client.get(answers[1]).content.decode()
    ticket = reverse("payouts:ticket", args=[int(number)])
    assert client.post(address, form([PERSON], demande=str(uuid.uuid4())))["Location"] == ticket
    assert at_a_desk(Desk.Kind.PAYMENT_CENTRE).post(address, form([PERSON]))["Location"] == ticket
    assert Payment.objects.count() == 1


def test_several_winners_have_cheques_in_their_own_names() -> None:
    """Art. 5.3.2, 5.4: an order is asked of a single winner alone."""
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 300_00), "cheque"])
    assert "Ordre du chèque" in client.get(address).content.decode()
    assert "Ordre du chèque" not in client.get(address, {"gagnants": "2"}).content.decode()
    people = [{**PERSON, "share": "150"}, {**PERSON, "first_name": "Zoé", "share": "150", "cheque_order": "Autrui"}]
    client.post(address, form(people, approuve="oui"))
    attestation = reverse("payouts:attestation", args=[Payment.objects.get().id])
    assert not any("Autrui" in client.get(attestation, {"gagnant": one}).content.decode() for one in "12")
    assert [winner.person().cheque_order for winner in Winner.objects.all()] == [None, None]


def test_a_fault_while_a_winner_is_kept_tells_nothing_of_them_and_keeps_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Art. 6: neither the page nor the log, whose traceback a statement's parameters must not enter."""
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    client.raise_request_exception = False
    address = reverse("payouts:winners", args=[shown(client, 5_000_00), "virement"])

    def failing(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        if sql.startswith('INSERT INTO "payouts_transfer"'):
            sql = sql.replace("payouts_transfer", "payouts_nowhere")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(failing):
        answer = client.post(address, form([PERSON], approuve="oui"))
    logged = "".join(map(caplog.handler.format, caplog.records))
    assert answer.status_code == 500 and "payouts_nowhere" in logged
    for known in ("Guessan", "ukasz", "3000 6000", "30006000", "1980", "12AB34567"):
        assert known not in logged + answer.content.decode()
    assert not (Payment.objects.exists() or Winner.objects.exists())


@pytest.mark.parametrize("count", ["-1", "²", "1e3", "", "0", "0" * 5000])
def test_a_count_of_winners_that_is_none_is_answered(count: str) -> None:
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 300_00), "cheque"])
    assert client.get(address, {"gagnants": count}).status_code == 200
    assert client.post(address, form([PERSON], gagnants=count)).status_code in (200, 422)


@pytest.mark.parametrize(
    "share", ["9" * 5000, "9" * 15, "-150", "0", "300", "1e2", "150,005", "1.500,00", "NaN", "", "１\x00"]
)
def test_a_share_that_is_none_is_told_in_french_and_pays_nothing(share: str) -> None:
    """Art. 5.4: to the cent, and never more than the prize by way of a negative one."""
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 300_00), "cheque"])
    people = [{**PERSON, "share": share}, {**PERSON, "share": "150"}]
    answer = client.post(address, form(people, approuve="oui"))
    page = answer.content.decode()
    assert answer.status_code == 422 and page.count('class="wrong"') == 1 and "digits" not in page
    assert not Payment.objects.exists()


def test_several_winners_and_large_prizes_are_sent_to_a_centre() -> None:
    """Art. 5.3.1, 5.4."""
    client = at_a_desk(Desk.Kind.POINT_OF_SALE, transfers=True)
    number = shown(client, 30_000_01)
    for how, count in (("virement", "1"), ("cheque", "1"), ("cheque", "2")):
        answer = client.get(reverse("payouts:winners", args=[number, how]), {"gagnants": count})
        assert answer.status_code == 302
    assert "centre de paiement" in client.get(reverse("payouts:ticket", args=[int(number)])).content.decode()


@pytest.mark.parametrize("count", ["51", "1000", "9" * 5000])
def test_more_winners_than_a_form_takes_are_refused_and_not_cut(count: str) -> None:
    """Art. 5.4: nobody who shares the prize is left out without a word."""
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 300_00), "cheque"])
    for answer in (client.get(address, {"gagnants": count}), client.post(address, form([PERSON], gagnants=count))):
        assert answer.status_code == 422 and "50 gagnants au plus" in answer.content.decode()
    assert not Payment.objects.exists()


def test_fifty_winners_are_paid() -> None:
    """Art. 5.4: with every document asked for, the longest form is taken whole."""
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 5_000_00), "cheque"])
    people = [{**PERSON, "share": "100"} for _ in range(50)]
    client.post(address, form(people, approuve="oui"))
    assert Winner.objects.count() == 50


def test_each_winner_is_attested_of_their_own_data_and_share_alone() -> None:
    """Art. 5.4, 6: the bearer's page names the others with their shares, and nothing more of them."""
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 5_000_00), "cheque"])
    zoe = {"first_name": "Zoé", "birth_place": "Nîmes", "address": "2 quai Z, 30000 Nîmes", "document_number": "99ZZ"}
    client.post(address, form([{**PERSON, "share": "3000"}, {**PERSON, **zoe, "share": "2000"}], approuve="oui"))
    attestation = reverse("payouts:attestation", args=[Payment.objects.get().id])
    bearer, other = (printed(client.get(attestation, {"gagnant": one}).content.decode()) for one in "12")
    assert "Zoé" in bearer and "2\u00a0000,00" in bearer and "République" in bearer
    assert not any(known in bearer for known in ("Nîmes", "quai Z", "99ZZ"))
    assert all(known in other for known in ("Zoé", "2 quai Z", "99ZZ", "2\u00a0000,00"))
    assert not any(known in other for known in ("Łukasz", "République", "12AB34567", "3\u00a0000,00", "5\u00a0000,00"))
    assert client.get(attestation, {"gagnant": "3"}).status_code == 404


def printed(page: str) -> str:
    """What of an attestation goes on paper: what follows its title."""
    return page.split("<h1>", 1)[1]


@pytest.mark.parametrize(("how", "named"), [("virement", "transfer"), ("cheque", "payment")])
def test_an_attestation_bears_one_reference_the_one_the_bank_will_name(how: str, named: str) -> None:
    """Art. 5.3.1."""
    client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
    address = reverse("payouts:winners", args=[shown(client, 300_00), how])
    page = printed(client.post(address, form([PERSON], approuve="oui"), follow=True).content.decode())
    payment = Payment.objects.get()
    names = {
        "payment": str(payment.id),
        "transfer": f"ILLIKO-V{payment.transfers.values_list('pk', flat=True).first()}",
    }
    assert {one for one, name in names.items() if name in page} == {named}


def test_an_attestation_is_for_its_desk_on_its_day() -> None:
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False) as clock:
        client = at_a_desk(Desk.Kind.PAYMENT_CENTRE)
        address = reverse("payouts:winners", args=[shown(client, 5_000_00), "virement"])
        client.post(address, form([PERSON], approuve="oui"))
        attestation = reverse("payouts:attestation", args=[Payment.objects.get().id])
        assert client.get(attestation).status_code == 200
        assert at_a_desk(Desk.Kind.PAYMENT_CENTRE).get(attestation).status_code == 404
        clock.shift(24 * 3600)
        sign_in(client, Payment.objects.get().teller)
        assert client.get(attestation).status_code == 404
