"""The pages of transfers: two people send a file, banks are looked up, what comes back is paid again (art. 5.3.1)."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from payouts import bank_files, cancelling
from payouts.gathering import gather
from payouts.models import Desk, Payment, Transfer, TransferFile
from payouts.transfers import days
from tests.games.conftest import _verified
from tests.payouts import bank, desk
from tests.signing import sign_in
from tickets import record
from tickets.calendar import paris_day
from tickets.journal.chain import Subject
from tickets.suspending import WHOLE_SITE

__all__ = ["_verified"]
pytestmark = pytest.mark.django_db
INDEX = "/caisse/virements/"


@pytest.fixture
def people() -> tuple[Client, Client]:
    """Two accountants, signed in."""
    first, second = bank.accountants()
    return sign_in(Client(), first), sign_in(Client(), second)


def gathered() -> TransferFile:
    (file,) = gather(paris_day(timezone.now()) + timedelta(days=20)).files
    return file


def sent(people: tuple[Client, Client], file: TransferFile) -> None:
    first, second = people
    first.post(reverse("payouts:transfer_release", args=[file.pk]))
    second.post(reverse("payouts:transfer_download", args=[file.pk]))


def act(client: Client, name: str, key: int, **typed: str) -> str:
    """Send a form; the page that answers."""
    return client.post(reverse(f"payouts:{name}", args=[key]), typed, follow=True).content.decode()


def kinds(one: Transfer) -> list[str]:
    return [entry.kind for entry in record.entries(Subject.TICKET, one.payment.ticket_id)]


def test_one_person_releases_a_file_and_another_one_downloads_it(people: tuple[Client, Client]) -> None:
    bank.transfer(1_234_56)
    file = gathered()
    first, second = people
    index = first.get(INDEX).content.decode()
    assert file.reference in index and "1\u00a0234,56" in index
    orders = reverse("payouts:transfer_file", args=[file.pk])
    assert "Pas encore parti" in first.get(orders).content.decode()
    assert "pas encore libéré" in act(second, "transfer_download", file.pk)
    act(first, "transfer_release", file.pk)
    assert "déjà libéré" in act(second, "transfer_release", file.pk)
    assert "une autre personne doit le télécharger" in act(first, "transfer_download", file.pk)
    assert not TransferFile.objects.get().downloaded_at
    answers = [second.post(reverse("payouts:transfer_download", args=[file.pk])) for _ in range(2)]
    assert {answer.content for answer in answers} == {bank_files.content(file)}
    assert "<td>Parti à la banque</td>" in first.get(orders).content.decode()
    assert file.name in answers[0]["Content-Disposition"] and "no-store" in answers[0]["Cache-Control"]
    told = [entry.kind for entry in record.entries(Subject.SITE, WHOLE_SITE)]
    assert told == ["transfer_release", "transfer_download", "transfer_download"]


def test_the_database_refuses_the_same_person_twice() -> None:
    bank.transfer()
    file, (first, _) = gathered(), bank.accountants()
    bank_files.release(file_id=file.pk, by=first)
    with pytest.raises(IntegrityError, match="two_people"), transaction.atomic():
        TransferFile.objects.update(downloaded_at=timezone.now(), downloaded_by=first)
    with pytest.raises(IntegrityError, match="two_people"), transaction.atomic():
        TransferFile.objects.update(downloaded_at=timezone.now(), downloaded_by=None)


def test_the_pages_are_for_who_sends_transfers_alone() -> None:
    one = bank.transfer()
    file = gathered()
    addresses = [INDEX, reverse("payouts:transfer_file", args=[file.pk]), reverse("payouts:transfer", args=[one.pk])]
    actions = ["release", "download", "confirm", "refuse", "return", "correct"]
    posts = [reverse(f"payouts:transfer_{name}", args=[file.pk if name[-1] in "ed" else one.pk]) for name in actions]
    teller = desk.teller(Desk.Kind.PAYMENT_CENTRE, transfers=True)
    outsiders = [sign_in(Client(), teller.user), sign_in(Client(), User.objects.create_user("a", is_staff=True))]
    for outsider in outsiders:
        assert {outsider.get(address).status_code for address in addresses} == {403}
        assert {outsider.post(address).status_code for address in posts} == {403}
    assert "Virements" not in outsiders[0].get("/caisse/").content.decode()
    assert {Client().get(address).status_code for address in addresses} == {302}
    assert not TransferFile.objects.get().released_at


def test_who_sends_transfers_needs_a_second_factor_and_no_desk() -> None:
    first, _ = bank.accountants()
    bare = sign_in(Client(), first, second_factor=False).get(INDEX)
    assert bare.status_code == 302 and bare["Location"] == reverse("mfa_index")
    client = sign_in(Client(), first)
    assert client.get("/caisse/").headers["Location"] == INDEX
    refused = client.get("/admin/")
    assert refused.status_code == 403 and "rattaché" not in refused.content.decode()
    assert "envoie les virements" in refused.content.decode() and f'href="{INDEX}"' in refused.content.decode()
    of_the_office = sign_in(Client(), User.objects.create_user("bureau", is_staff=True)).get("/caisse/")
    assert of_the_office.status_code == 403 and 'href="/admin/"' in of_the_office.content.decode()
    at_a_desk = desk.allowed(desk.teller().user, "send_transfers")
    page = sign_in(Client(), at_a_desk).get("/caisse/").content.decode()
    assert "Virements" in page and "Journée" in page


def test_an_unknown_bank_is_looked_up_and_its_bic_tells_the_file(people: tuple[Client, Client]) -> None:
    first, _ = people
    home, pacific = bank.transfer(iban=bank.UNKNOWN), bank.transfer(iban=bank.UNKNOWN)
    page = first.get(reverse("payouts:transfer", args=[home.pk])).content.decode()
    assert "99998" in page and bank.UNKNOWN not in page and bank.UNKNOWN[14:] not in page and "Guessan" not in page
    assert "Polynésie" in act(first, "transfer_confirm", home.pk, bic="SOGEPFTP")
    assert "ni en France ni à Monaco" in act(first, "transfer_confirm", home.pk, bic="DEUTDEFF")
    assert "8 ou 11 caractères" in act(first, "transfer_confirm", home.pk, bic="BNP")
    act(first, "transfer_confirm", home.pk, bic="bnpa frpp xxx")
    act(first, "transfer_confirm", pacific.pk, bic="CEPANCNM")
    assert "n’est plus à vérifier" in act(first, "transfer_refuse", home.pk)
    assert {*Transfer.objects.values_list("bic", "zone", "review")} == {
        ("BNPAFRPP", "sepa", False),
        ("CEPANCNM", "pacific", False),
    }
    assert len(gather(paris_day(timezone.now()) + timedelta(days=20)).files) == 2
    assert kinds(home)[-2:] == ["transfer_confirm", "transfer"]


def test_a_polynesian_account_is_refused_and_another_one_paid(people: tuple[Client, Client]) -> None:
    first, _ = people
    one = bank.transfer(iban=bank.UNKNOWN)
    assert "autre compte" in act(first, "transfer_refuse", one.pk)
    assert "Polynésie" in first.get(reverse("payouts:transfer", args=[one.pk])).content.decode()
    act(first, "transfer_correct", one.pk, iban=bank.OTHER)
    assert gathered().transfers.get().payment == one.payment


def test_what_the_bank_returns_is_recorded_and_paid_to_another_account(people: tuple[Client, Client]) -> None:
    """The payment stays paid; the winner's data is sealed anew, and the journal has its digest alone."""
    one, today = bank.transfer(), paris_day(timezone.now())
    first, second = people
    told = {"date": today.isoformat(), "motif": "AC04"}
    wrong = f"{bank.OTHER[:-1]}{(int(bank.OTHER[-1]) + 1) % 10}"
    assert "pas encore parti" in act(first, "transfer_return", one.pk, **told)
    file = gathered()
    sent(people, file)
    before = bank_files.content(file)
    late = (today + timedelta(days=1)).isoformat()
    assert "entre le départ" in act(first, "transfer_return", one.pk, **told | {"date": late})
    assert "Choisissez le motif" in act(first, "transfer_return", one.pk, **told | {"motif": "M. N’Guessan"})
    assert "Donnez la date" in act(first, "transfer_return", one.pk, **told | {"date": "hier"})
    assert "n’attend pas" in act(first, "transfer_correct", one.pk, iban=bank.OTHER)
    assert "compte clos" in act(first, "transfer_return", one.pk, **told)
    assert "déjà enregistré" in act(first, "transfer_return", one.pk, **told)
    assert "comporte une erreur" in act(first, "transfer_correct", one.pk, iban=wrong)
    page = act(first, "transfer_correct", one.pk, iban=bank.OTHER)
    assert "En attente" in page and "comptable-1" in page and bank.OTHER not in page
    assert "n’attend pas" in act(second, "transfer_correct", one.pk, iban=bank.OTHER)
    new = Transfer.objects.standing().get()
    assert new.leaves_on == days.leaves_on(today) and Payment.objects.standing().get() == one.payment
    assert one.payment.winners.get().person().iban == bank.OTHER
    assert kinds(one)[-2:] == ["transfer_return", "transfer_correct"]
    assert bank.OTHER not in record.entries(Subject.TICKET, one.payment.ticket_id)[-1].text
    last = gathered()
    assert last.transfers.get() == new and bank_files.content(file) == before
    assert "Vous avez saisi le compte" in act(first, "transfer_release", last.pk)
    assert "une autre personne doit le télécharger" not in act(second, "transfer_release", last.pk)
    assert TransferFile.objects.get(pk=last.pk).released_by == User.objects.get(username="comptable-2")


def test_a_payment_that_the_bank_returned_may_be_cancelled(people: tuple[Client, Client]) -> None:
    one = bank.transfer()
    sent(people, gathered())
    act(people[0], "transfer_return", one.pk, date=paris_day(timezone.now()).isoformat(), motif="AC01")
    supervisor = desk.allowed(desk.teller().user, "cancel_payment")
    cancelling.cancel(payment_id=one.payment_id, by=supervisor, reason="demandé")
    assert "n’attend pas" in act(people[0], "transfer_correct", one.pk, iban=bank.OTHER)


def test_a_reference_leads_to_its_transfer_and_an_unknown_one_is_told(people: tuple[Client, Client]) -> None:
    one = bank.transfer()
    for typed in (one.reference, one.reference.lower(), str(one.pk)):
        assert people[0].post(INDEX, {"reference": typed})["Location"] == reverse("payouts:transfer", args=[one.pk])
    for typed in ("ILLIKO-V999999999999999999", "=1+1", "ILLIKO-F1"):
        answer = people[0].post(INDEX, {"reference": typed})
        assert answer.status_code == 422 and "Aucun virement" in answer.content.decode()
    assert people[0].get(reverse("payouts:transfer", args=[one.pk + 99])).status_code == 404
    assert people[0].post(reverse("payouts:transfer_release", args=[99])).status_code == 404


def test_the_lists_take_no_more_statements_when_they_are_long(people: tuple[Client, Client]) -> None:
    counts = []
    for _ in range(2):
        for _ in range(2):
            bank.transfer(iban=bank.UNKNOWN)
            bank.transfer()
        file = gathered()
        bank.transfer()
        with CaptureQueriesContext(connection) as queries:
            assert people[0].get(INDEX).status_code == 200
            assert people[0].get(reverse("payouts:transfer_file", args=[file.pk])).status_code == 200
        counts.append(len(queries))
    assert counts[0] == counts[1]
