"""A claim made on the site: admissible or not is told at once, nothing typed is lost, nothing of a ticket is told."""

import re
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime
from typing import Any

import pytest
import time_machine
from django.conf import settings as site
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from payouts.claiming import claimants, depositing
from payouts.claiming.depositing import Deposit
from payouts.models import Claim, ClaimAttachment, ClaimEvent
from public.views import claims
from tests.games import stock
from tests.payouts import desk
from tests.public import claim_form
from tests.public.claim_form import PDF, file, photo
from tickets import codes, numbers
from tickets.calendar import PARIS
from tickets.models import Ticket
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
CODE = codes.shown(codes.candidates("4F7K2P9RTB3XW6H1??")[0])
ABSENT = numbers.shown(numbers.compose(502, 1, 999999, 7))  # of the emission of `desk`, and of no ticket


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


def text(answer: HttpResponse) -> str:
    return answer.content.decode().replace("\u00a0", " ").replace("&nbsp;", " ")


def test_a_claim_gets_a_number_a_secret_and_a_last_day_of_the_answer(client: Client) -> None:
    play = desk.won()
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        answer = claim_form.send(client, ticket=numbers.shown(play.ticket_id))
    claim, shown = Claim.objects.get(), text(answer)
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
    assert (claim.channel, claim.ticket_id, claim.emission) == ("site", play.ticket_id, desk.emission())
    assert claim.claimant().email == "camille@exemple.fr"
    assert claim.shown.replace("\u00a0", " ") in shown and "jeudi 31 décembre 2026" in shown
    assert len(claim_form.hidden(answer, "secret").replace(" ", "")) == 16


def test_checking_the_ticket_says_that_the_files_are_to_be_chosen_again(client: Client) -> None:
    desk.emission()
    typed = {"ticket": ABSENT, "verifier": "1"}
    again = "Choisissez à nouveau vos fichiers"
    assert again in text(client.post(reverse("public:claims"), typed | {"attached": file(photo())}))
    assert again not in text(client.post(reverse("public:claims"), typed))


def test_enter_in_a_field_sends_the_claim_and_does_not_only_check_the_ticket(client: Client) -> None:
    form = text(client.get(reverse("public:claims"))).split('<form class="claim"')[1]
    first = re.search(r"<button[^>]*>", form)
    assert first and "verifier" not in first[0]


@pytest.mark.parametrize("on", ["2026-09-28", "2026-09-29"])
def test_until_when_to_claim_is_told_from_the_number_alone_article_10(client: Client, on: str) -> None:
    desk.emission(date(2026, 6, 30))
    with time_machine.travel(datetime.fromisoformat(f"{on}T23:59:59").replace(tzinfo=PARIS), tick=False):
        answer = client.post(reverse("public:claims"), {"ticket": ABSENT, "verifier": "1", "story": "Je raconte."})
        told, late = text(answer), on == "2026-09-29"
        assert answer.status_code == 200
        assert ("Le délai pour réclamer est passé" in told) is late
        assert ("Vous pouvez réclamer jusqu’au 28 septembre 2026" in told) is not late
        assert "90 jours après la clôture du 30 juin 2026, art. 10" in told
        assert "Je raconte." in told and 'role="alert"' not in told
        sent = claim_form.send(client, ticket=ABSENT)
    assert Claim.objects.get().verdict.admissible is not late
    assert ("venue trop tard" in text(sent)) is late


def told_of(client: Client, number: int) -> tuple[str, str, str]:
    """All that the site tells of a number, but for what is a claim's own."""
    shown = numbers.shown(number)
    checked = text(client.post(reverse("public:claims"), {"ticket": shown, "verifier": "1", "key": uuid.UUID(int=1)}))
    sent = claim_form.send(client, ticket=shown)
    claim = Claim.objects.latest("pk")
    secret = claim_form.hidden(sent, "secret")
    client.post(reverse("public:claim_follow"), {"number": claim.shown, "secret": secret})
    followed = text(client.get(reverse("public:claim_follow")))
    return tuple(  # type: ignore[return-value]
        _without(page, shown, claim.shown, f"{claim.number:06d}", secret) for page in (checked, text(sent), followed)
    )


def _without(page: str, *own: str) -> str:
    lines = [line for line in page.splitlines() if "csrfmiddlewaretoken" not in line]
    page = "\n".join(lines)
    for one in own:
        page = page.replace(one.replace("\u00a0", " "), "…")
    return page


def test_nothing_tells_whether_a_ticket_is_played_paid_unknown_or_never_sold(client: Client) -> None:
    """Beyond what its first five digits tell (art. 3.2.5): the emission."""
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        won = desk.won(50_000_00).ticket_id
        stock.make_ticket(desk.emission())
        unplayed = Ticket.objects.exclude(pk=won).get().number
        absent = numbers.read(ABSENT)
        first = told_of(client, won)
        assert told_of(client, unplayed) == first
        assert told_of(client, absent) == first
    kept = Claim.objects.latest("pk")
    assert kept.ticket_id is None and kept.emission == desk.emission()
    assert kept.events.get().text.replace("\u00a0", " ") == f"Numéro indiqué : {ABSENT}. Aucun ticket ne le porte."


WRONG = [
    ("ticket", "123", "il en manque 12"),
    ("ticket", "502 01 000123 045 6", "erreur"),
    ("ticket", numbers.shown(numbers.compose(777, 1, 1, 1)), "Aucune émission"),
    ("ticket", CODE, "C’est le code"),
    ("subject", "", "Dites de quoi"),
    ("subject", "chat", "Sélectionnez un choix valide"),
    ("story", "", "Dites ce qui s’est passé"),
    ("story", f"Mon code est {CODE}.", "à partir du 14e caractère"),
    ("story", "x" * (claimants.STORY + 1), "il y en a 4001"),
    ("name", CODE, "se lit comme un code"),
    ("name", "", "Une lettre ne part pas sans nom"),
    ("address", CODE, "se lit comme un code"),
    ("telephone", "12", "de 6 à 15 chiffres"),
    ("email", "camille", "forme d’une adresse"),
]


@pytest.mark.parametrize(("field", "typed", "said"), WRONG)
def test_what_is_wrong_is_told_beside_its_field_and_in_the_summary_and_all_that_was_typed_stays(
    client: Client, field: str, typed: str, said: str
) -> None:
    desk.emission()
    sent = {"ticket": ABSENT, field: typed}
    answer = claim_form.send(client, **sent)
    shown = text(answer)
    assert answer.status_code == 422 and not Claim.objects.exists()
    assert shown.count(said) == 2 and f'href="#id_{field}"' in shown and f'id="id_{field}_error"' in shown
    assert 'role="alert" tabindex="-1" autofocus' in shown and "<title>Erreur : " in shown
    for name, one in (claim_form.TYPED | sent).items():
        first, *_ = [*one.replace("\u00a0", " ").splitlines(), ""]
        assert first in shown, name


SLOW = ["1 a " * 600_000, "AB3-DE5-" * 300_000, "\ufdfa" * 260_000]


@pytest.mark.parametrize("nonsense", SLOW, ids=["words", "dashes", "ligatures"])
def test_the_longest_nonsense_that_a_form_takes_is_refused_at_once(client: Client, nonsense: str) -> None:
    for field in ("ticket", "story", "name", "address", "telephone", "email", "key"):
        started = time.process_time()
        answer = claim_form.send(client, **{field: nonsense})
        assert answer.status_code == 422 or field == "key"
        assert time.process_time() - started < 1, field


@pytest.mark.parametrize("key", ["", "\0", "x", "{}"])
def test_a_form_whose_key_is_none_is_taken_once_under_another(client: Client, key: str) -> None:
    assert claim_form.send(client, key=key).status_code == 200
    assert Claim.objects.count() == 1


def test_an_answer_is_possible_by_one_means_alone(client: Client) -> None:
    nothing = {"name": "", "address": "", "telephone": "", "email": ""}
    assert "au moins un moyen de répondre" in text(claim_form.send(client, **nothing))
    assert claim_form.send(client, **nothing | {"telephone": "0612345678"}).status_code == 200


def test_a_robot_that_fills_what_nobody_sees_is_refused(client: Client) -> None:
    answer = claim_form.send(client, surnom="x")
    assert answer.status_code == 422 and not Claim.objects.exists()
    assert "Videz ce champ" in text(answer)


def test_the_same_form_sent_again_makes_one_claim_and_is_answered_the_same(client: Client) -> None:
    fields = {"key": claim_form.key(client)} | claim_form.TYPED
    first, again = (client.post(reverse("public:claims"), fields) for _ in range(2))
    assert claim_form.hidden(first, "secret") == claim_form.hidden(again, "secret")
    assert Claim.objects.count() == 1 and "déjà enregistrée" in text(again)


def test_the_form_sent_many_times_at_once_makes_one_claim(cloned_db: str) -> None:
    desk.won()
    number, key = Ticket.objects.get().number, uuid.uuid4()

    def deposit(_: int) -> int:
        try:
            return depositing.deposit(sent=Deposit(key, "result", claim_form.TYPED, number)).pk
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(deposit, range(8)))) == 1
    assert Claim.objects.count() == ClaimEvent.objects.count() == 1


def test_some_claims_an_hour_come_from_one_address_and_no_more(client: Client) -> None:
    with time_machine.travel(timezone.now(), tick=False):
        answers = [claim_form.send(client) for _ in range(site.CLAIMS_AN_HOUR + 1)]
    assert [one.status_code for one in answers] == [200] * site.CLAIMS_AN_HOUR + [429]
    assert answers[-1]["Retry-After"] == "3600"
    assert "La souris du trou 3" in text(answers[-1]) and "Attendez une heure" in text(answers[-1])
    other = Client(REMOTE_ADDR="198.51.100.7")
    assert claim_form.send(other).status_code == 200


def test_files_that_are_refused_are_not_looked_at_without_end(client: Client) -> None:
    """Nor are those of a form that asks something else, or whose page waited too long."""
    refused = {"story": "", "attached": file(b"MZ")}
    with time_machine.travel(timezone.now(), tick=False):
        for _ in range(claims.SENT_AGAIN * site.CLAIMS_AN_HOUR):
            refused["attached"].seek(0)
            assert claim_form.send(client, **refused).status_code == 422
        answer = claim_form.send(client, attached=file(photo()))
        assert answer.status_code == 429 and answer["Retry-After"] == "3600"
        assert "La souris du trou 3" in text(answer) and "Choisissez à nouveau" in text(answer)
        assert claim_form.send(client).status_code == 200
    desk.emission()
    asked = claim_form.send(client, ticket=ABSENT, verifier="1", attached=file(b"MZ"))
    assert asked.status_code == 200
    waited = Client(enforce_csrf_checks=True).post(
        reverse("public:claims"), claim_form.TYPED | {"attached": file(b"MZ")}
    )
    assert waited.status_code == 403 and "n’est ni une photo" not in text(waited)
    assert "La souris du trou 3" in text(waited) and "no-store" in waited["Cache-Control"]


def test_who_opens_the_form_is_given_no_session_and_the_claim_leaves_none(client: Client) -> None:
    claim_form.send(client)
    assert set(client.cookies) == {site.CSRF_COOKIE_NAME}


def test_the_form_needs_its_token() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(reverse("public:claims"), claim_form.TYPED).status_code == 403


def test_photos_and_documents_come_with_the_claim_under_no_name_of_the_visitors(client: Client) -> None:
    answer = claim_form.send(client, attached=[file(photo(), "Guessan.exe"), file(PDF, "../../x"), file(photo("PNG"))])
    assert answer.status_code == 200
    kept = ClaimAttachment.objects.filter(event__claim=Claim.objects.get(), event__kind="received")
    assert [(one.number, one.kind) for one in kept] == [(1, "photo"), (2, "pdf"), (3, "photo")]


def test_a_file_that_is_refused_is_told_by_its_place_and_all_are_to_be_chosen_again(client: Client) -> None:
    answer = claim_form.send(client, attached=[file(photo()), file(b"MZ", "Guessan.jpg")])
    shown = text(answer)
    assert answer.status_code == 422 and not Claim.objects.exists()
    assert shown.count("Le 2e fichier n’est ni une photo") == 2 and "Guessan.jpg" not in shown
    assert "Choisissez à nouveau vos fichiers" in shown and "La souris du trou 3" in shown


def test_a_file_is_held_in_memory_alone_and_a_body_beyond_the_limit_is_answered_413(
    client: Client, settings: Any
) -> None:
    fields = {"key": claim_form.key(client)} | claim_form.TYPED
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 4_000_000
    settings.FILE_UPLOAD_TEMP_DIR = "/nowhere"
    large = PDF + b" " * 3_900_000 + b"%%EOF"
    assert client.post(reverse("public:claims"), fields | {"attached": file(large)}).status_code == 200
    answer = client.post(reverse("public:claims"), fields | {"attached": [file(large), file(PDF + b" " * 100_000)]})
    assert answer.status_code == 413 and "Envoi trop gros" in text(answer)
