"""The follow-up of a claim: opened by its number and secret, told in plain words, without staff or internal words."""

import logging
import uuid
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games import attempts
from payouts.claiming import deciding, erasing, following, handling, letters, secret
from payouts.claiming.deciding import Decision
from payouts.claiming.refusals import ClaimRefused
from payouts.models import Claim, ClaimAttachment
from public.views import following as pages
from tests.payouts import claims, desk
from tests.public import claim_form
from tests.public.claim_form import PDF, file, photo
from tickets import codes
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
FOLLOW = "/reclamations/suivi"
CODE = codes.shown(codes.candidates("4F7K2P9RTB3XW6H1??")[0])
INTERNAL = ("agente", "Lefort", "Rappelé le voisin", "Classement interne")


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


@pytest.fixture
def agent() -> User:
    user = claims.agent("agente")
    User.objects.filter(pk=user.pk).update(first_name="Anne", last_name="Lefort")
    return user


@pytest.fixture
def made(client: Client) -> tuple[Claim, str]:
    """A claim made on the site, and its secret."""
    answer = claim_form.send(client)
    return Claim.objects.get(), claim_form.hidden(answer, "secret")


def enter(client: Client, number: object, typed: str) -> HttpResponse:
    return client.post(FOLLOW, {"number": number, "secret": typed})


def text(answer: HttpResponse) -> str:
    return answer.content.decode().replace("\u00a0", " ").replace("&nbsp;", " ")


def shown(client: Client) -> str:
    return text(client.get(FOLLOW))


def test_number_and_secret_open_the_claim_however_they_are_typed(client: Client, made: tuple[Claim, str]) -> None:
    claim, given = made
    answer = enter(client, f" r{claim.number:06d}", given.lower().replace("0", "o").replace("1", "l").replace(" ", "-"))
    assert answer.status_code == 302 and answer["Location"] == FOLLOW
    page = client.get(FOLLOW)
    assert "Reçue." in text(page) and claim.shown in page.content.decode()
    assert "no-store" in page["Cache-Control"] and '<meta name="robots" content="noindex">' in text(page)
    for word in ("Guessan", "Lilas", "Dupont", "exemple.fr", given):
        assert word not in text(page)


def test_whatever_is_wrong_is_answered_alike_and_beyond_ten_a_minute_not_at_all(
    client: Client, made: tuple[Claim, str]
) -> None:
    claim, given = made
    other = secret.shown(secret.drawn())
    wrong = [(claim.shown, other), ("R 000 999", given), ("x", given), (claim.shown, ""), ("", "")] * 2
    told = [enter(client, *one) for one in wrong]
    assert {one.status_code for one in told} == {422} and len(wrong) == attempts.ALLOWED
    assert all(text(one).count(pages.WRONG) == 1 for one in told)
    assert enter(client, claim.shown, other).status_code == 429
    assert enter(client, claim.shown, given).status_code == 302  # what is right always passes
    assert "Guessan" not in str(told)


def test_the_secret_is_in_no_row_session_address_or_log(
    client: Client, made: tuple[Claim, str], caplog: pytest.LogCaptureFixture
) -> None:
    claim, given = made
    caplog.set_level(logging.DEBUG)
    with CaptureQueriesContext(connection) as statements:
        enter(client, claim.shown, given)
        answer = client.get(FOLLOW, follow=True)
    plain = given.replace(" ", "")
    held = str(client.session.items()) + str([one.get_decoded() for one in Session.objects.all()])
    for word in (given, plain, "Guessan", "souris"):
        assert word not in held + str(statements.captured_queries) + answer.request["PATH_INFO"] + caplog.text
    assert set(client.session.keys()) == {pages.HELD}
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_jsonb(one)::text FROM payouts_claim AS one")
        row = cursor.fetchone()[0]
    assert given not in row and plain not in row and plain.encode().hex() not in row
    assert bytes(claim.secret_digest or b"") == secret.digest(given)


def test_the_session_a_browser_had_before_is_not_the_one_that_opens_a_claim(
    client: Client, made: tuple[Claim, str]
) -> None:
    session = client.session
    session["plays"] = []
    session.save()
    before = client.cookies["sessionid"].value
    enter(client, made[0].shown, made[1])
    assert client.cookies["sessionid"].value != before


def test_a_claim_stays_open_in_a_browser_for_half_an_hour_or_until_it_is_closed_there(
    client: Client, made: tuple[Claim, str]
) -> None:
    with time_machine.travel(timezone.now().replace(microsecond=0), tick=False) as clock:
        enter(client, made[0].shown, made[1])
        clock.shift(timedelta(seconds=pages.OPEN_FOR))
        assert "Ce qui s’est passé" in shown(client)
        clock.shift(timedelta(seconds=1))
        assert "Ce qui s’est passé" not in shown(client)
        enter(client, made[0].shown, made[1])
        client.post(reverse("public:claim_leave"))
        assert "Ce qui s’est passé" not in shown(client)
    assert pages.HELD not in client.session


def test_each_state_is_told_in_plain_words_with_what_was_meant_for_the_claimant(
    client: Client, made: tuple[Claim, str], agent: User
) -> None:
    claim, given = made
    enter(client, claim.shown, given)
    play = desk.won()
    handling.assign(claim_id=claim.pk, version=1, to=agent, by=agent)
    handling.note(claim_id=claim.pk, version=2, text="Rappelé le voisin.", by=agent)
    handling.identify(claim_id=claim.pk, version=3, ticket=play.ticket_id, by=agent)
    assert "À l’étude." in shown(client)
    letters.write(claim_id=claim.pk, version=4, kind="question", text="Avez-vous gardé le ticket ?", by=agent)
    assert "Nous attendons votre réponse." in shown(client) and "Avez-vous gardé le ticket ?" in shown(client)
    decision = Decision("accepted", "Le jeu a eu une panne.", "refund")
    deciding.decide(claim_id=claim.pk, version=5, decision=decision, by=agent)
    told = shown(client)
    assert "Le jeu a eu une panne." in told and "2,00 €" in told and "vous est rendu" in told
    letters.write(claim_id=claim.pk, version=6, kind="decision", by=agent)
    deciding.close(claim_id=claim.pk, version=7, reason="Classement interne.", by=agent)
    told = shown(client)
    assert "Réponse envoyée par courrier" in told and "Dossier classé" in told and "Ajouter quelque chose" not in told
    assert not [word for word in INTERNAL if word in told]


def test_without_an_address_a_question_is_asked_on_the_site_and_nothing_else_is_written(
    client: Client, made: tuple[Claim, str], agent: User
) -> None:
    claim, given = made
    enter(client, claim.shown, given)
    handling.correct(claim_id=claim.pk, version=1, typed=claims.TYPED | {"address": ""}, by=agent)
    with pytest.raises(ClaimRefused, match="adresse du joueur manque"):
        letters.write(claim_id=claim.pk, version=2, kind="acknowledgement", by=agent)
    letters.write(claim_id=claim.pk, version=2, kind="question", text="Avez-vous gardé le ticket ?", by=agent)
    told = shown(client)
    assert "Nous vous posons une question" in told and "Avez-vous gardé le ticket ?" in told
    assert "par courrier" not in told
    by_post = claims.claim(agent, typed=claims.TYPED | {"address": ""})
    with pytest.raises(ClaimRefused, match="adresse du joueur manque"):
        letters.write(claim_id=by_post.pk, version=1, kind="question", text="Lequel ?", by=agent)


@pytest.mark.parametrize(("outcome", "said"), [("refused", "Refusée"), ("accepted", "Acceptée")])
def test_a_decision_is_told_with_its_reason(
    client: Client, made: tuple[Claim, str], agent: User, outcome: str, said: str
) -> None:
    enter(client, made[0].shown, made[1])
    decision = Decision(outcome, "Le registre le dit.")
    deciding.decide(claim_id=made[0].pk, version=1, decision=decision, by=agent)
    assert said in shown(client) and "Le registre le dit." in shown(client)
    deciding.reopen(claim_id=made[0].pk, version=2, reason="Lefort se trompe.", by=claims.lead())
    assert "Dossier rouvert" in shown(client) and "Lefort" not in shown(client)


def add(client: Client, **fields: object) -> HttpResponse:
    return client.post(reverse("public:claim_add"), {"key": uuid.uuid4(), "text": "Je l’ai gardé."} | fields)


def test_an_answer_with_documents_reaches_customer_service_and_takes_the_claim_out_of_waiting(
    client: Client, made: tuple[Claim, str], agent: User
) -> None:
    enter(client, made[0].shown, made[1])
    handling.move(claim_id=made[0].pk, version=1, status="waiting", by=agent)
    assert add(client, attached=[file(photo()), file(PDF, "../../etc/passwd")]).status_code == 302
    assert "Vous avez complété votre réclamation, avec 2 fichiers" in shown(client)
    claim = Claim.objects.get()
    event = claim.events.latest("number")
    assert (claim.status, event.kind, event.text) == ("in_progress", "added", "Je l’ai gardé.")
    assert [one.kind for one in event.attachments.all()] == ["photo", "pdf"]
    assert "Vous avez complété votre réclamation" in shown(client)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM payouts_claimevent AS one WHERE to_jsonb(one)::text LIKE '%gard%'")
        assert cursor.fetchone()[0] == 0


def test_the_same_addition_sent_twice_is_one(client: Client, made: tuple[Claim, str]) -> None:
    enter(client, made[0].shown, made[1])
    key = uuid.uuid4()
    assert [add(client, key=key).status_code for _ in range(2)] == [302, 302]
    assert Claim.objects.get().events.filter(kind="added").count() == 1


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"text": " "}, "Écrivez quelque chose."),
        ({"text": f"Voici {CODE}"}, "se lit comme un code"),
        ({"text": "x" * 2001}, "il y en a 2001"),
        ({"attached": [file(b"MZ")]}, "Ce fichier n’est ni une photo"),
        ({"attached": [file(PDF)] * 4}, "3 fichiers au plus"),
        ({"surnom": "x"}, "Videz ce champ"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_is_wrong_in_an_addition_is_told_and_what_was_typed_stays(
    client: Client, made: tuple[Claim, str], fields: dict[str, object], said: str
) -> None:
    enter(client, made[0].shown, made[1])
    answer = add(client, **fields)
    assert answer.status_code == 422 and said in text(answer)
    assert str(fields.get("text", "Je l’ai gardé.")).strip()[:100] in text(answer)
    assert ("Choisissez à nouveau vos fichiers" in text(answer)) is ("attached" in fields)
    assert not ClaimAttachment.objects.exists() and Claim.objects.get().version == 1


def test_a_claimant_adds_twenty_times_at_most_and_some_an_hour(
    client: Client, made: tuple[Claim, str], settings: object
) -> None:
    enter(client, made[0].shown, made[1])
    settings.CLAIMS_AN_HOUR = 2  # type: ignore[attr-defined]
    with time_machine.travel(timezone.now(), tick=False):
        assert [add(client).status_code for _ in range(3)] == [302, 302, 429]
    for _ in range(following.MOST_ADDED - 2):
        following.add(claim_id=made[0].pk, key=uuid.uuid4(), text="Encore.")
    with pytest.raises(ClaimRefused, match="déjà beaucoup ajouté"):
        following.add(claim_id=made[0].pk, key=uuid.uuid4(), text="Encore.")


def test_a_claim_is_withdrawn_by_who_made_it_and_then_takes_nothing_more(
    client: Client, made: tuple[Claim, str]
) -> None:
    enter(client, made[0].shown, made[1])
    assert client.post(reverse("public:claim_withdraw")).status_code == 302
    claim = Claim.objects.get()
    assert (claim.status, claim.outcome) == ("closed", "") and claim.erase_on
    assert "Vous avez retiré votre réclamation" in shown(client) and "Close sans décision." in shown(client)
    assert [client.post(reverse("public:claim_withdraw")).status_code, add(client).status_code] == [422, 422]
    assert Claim.objects.get().version == 2


@pytest.mark.parametrize("name", ["claim_add", "claim_withdraw", "claim_leave"])
def test_who_opened_no_claim_changes_none_and_an_address_opened_changes_nothing(
    client: Client, made: tuple[Claim, str], name: str
) -> None:
    assert Client().post(reverse(f"public:{name}"), {"text": "x"})["Location"] == FOLLOW
    enter(client, made[0].shown, made[1])
    assert client.get(reverse(f"public:{name}"))["Location"] == FOLLOW
    assert Claim.objects.get().version == 1 and pages.HELD in client.session


def test_number_and_secret_are_given_as_a_file_to_who_has_them(client: Client, made: tuple[Claim, str]) -> None:
    claim, given = made
    answer = client.post(reverse("public:claim_secret"), {"number": claim.shown, "secret": given})
    assert answer["Content-Disposition"] == f'attachment; filename="reclamation-{claim.number}.txt"'
    assert "no-store" in answer["Cache-Control"]
    assert (
        given in text(answer) and claim.shown.replace("\u00a0", " ") in text(answer) and "Guessan" not in text(answer)
    )
    assert client.post(reverse("public:claim_secret"), {"number": claim.shown, "secret": "x"}).status_code == 422


def test_customer_service_gives_a_secret_once_and_the_one_before_opens_nothing_more(
    client: Client, made: tuple[Claim, str], agent: User
) -> None:
    claim, given = made
    _, other = following.give_secret(claim_id=claim.pk, version=1, by=agent)
    assert following.find(number=claim.shown, typed_secret=given) is None
    assert following.find(number=claim.shown, typed_secret=other) == claim
    assert claim.events.latest("number").kind == "entrusted"
    with pytest.raises(ClaimRefused, match="Seul le Service Clients"):
        following.give_secret(claim_id=claim.pk, version=2, by=User.objects.create_user("x"))


def test_an_erased_claim_opens_no_more_and_shows_nothing(client: Client, made: tuple[Claim, str]) -> None:
    claim, given = made
    enter(client, claim.shown, given)
    following.withdraw(claim_id=claim.pk)
    erasing.object_to(claim_id=claim.pk, version=2, proof="CNI 12", by=claims.lead())
    assert "Ce qui s’est passé" not in shown(client)
    assert enter(client, claim.shown, given).status_code == 422


def test_a_form_whose_token_is_stale_comes_back_with_what_was_typed() -> None:
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(reverse("public:claims"), claim_form.TYPED | {"csrfmiddlewaretoken": "x" * 64})
    assert answer.status_code == 403 and "Cette page a trop attendu" in text(answer)
    assert "La souris du trou 3" in text(answer) and not Claim.objects.exists()
