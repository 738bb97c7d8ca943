"""The pages of claims: what each role sees and can do, queues, search, letters, figures (art. 10)."""

import re
import uuid
from datetime import date, timedelta

import pytest
import time_machine
from django.contrib.auth.models import Group, User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from office import roles
from payouts import printing
from payouts.claiming import attachments, deciding, erasing, following, handling
from payouts.claiming.deciding import Decision
from payouts.models import Claim, ClaimEvent, Refund
from tests.payouts import claims, desk
from tests.public.claim_form import PDF, photo
from tests.signing import sign_in
from tickets import numbers
from tickets.calendar import paris_day
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
PERSONAL = ("Guessan", "Lilas", "0612345678", "camille@exemple.fr", "souris du trou", "Dupont")


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


def of_role(role: str, name: str = "") -> User:
    user = User.objects.create_user(name or role, password="x", is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def agent() -> User:
    return of_role(roles.SERVICE, "agente")


@pytest.fixture
def page(client: Client, agent: User) -> Client:
    return sign_in(client, agent)


def text(client: Client, *names: object) -> str:
    answer = client.get(reverse(f"office:{names[0]}", args=names[1:]))
    assert answer.status_code == 200
    return answer.content.decode()


def act(client: Client, claim: Claim, action: str, **fields: object):
    data = {"version": claim.version} | fields
    return client.post(reverse("office:claim_act", args=[claim.number, action]), data)


def test_a_claim_by_telephone_is_recorded_and_its_number_told(page: Client) -> None:
    play = desk.won()
    fields = {"channel": "telephone", "exercised_on": "", "received_on": "", "subject": ""} | claims.TYPED
    answer = page.post(reverse("office:new_claim"), fields)
    assert answer.status_code == 422
    assert "Camille Guessan" in answer.content.decode()
    day = paris_day(timezone.now()).isoformat()
    fields |= {"exercised_on": day, "received_on": day, "subject": "result", "ticket": numbers.shown(play.ticket_id)}
    answer = page.post(reverse("office:new_claim"), fields, follow=True)
    claim = Claim.objects.get()
    assert claim.ticket_id == play.ticket_id
    shown = answer.content.decode()
    assert f"C’est la réclamation {claim.shown}" in shown and "Camille Guessan" in shown


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"ticket": "123"}, "15 chiffres"),
        ({"ticket": "999999999999990"}, "erreur|Aucun ticket"),
        ({"email": "x"}, "forme d’une adresse"),
        ({"exercised_on": "2999-01-01"}, "ne peut pas suivre"),
        ({"received_on": "2999-01-01", "exercised_on": "2999-01-01"}, "pas encore venu"),
        ({"story": ""}, "Dites ce qui s’est passé"),
    ],
)
def test_what_can_not_be_recorded_is_told_and_nothing_typed_is_lost(
    page: Client, changes: dict[str, str], said: str
) -> None:
    day = paris_day(timezone.now()).isoformat()
    fields = {"channel": "post", "exercised_on": day, "received_on": day, "subject": "other"} | claims.TYPED | changes
    answer = page.post(reverse("office:new_claim"), fields)
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert any(one in shown for one in said.split("|"))
    assert "12 rue des Lilas" in shown and not Claim.objects.exists()


def test_an_agent_takes_asks_decides_a_refund_writes_and_closes(page: Client, agent: User) -> None:
    play = desk.won()
    claim = claims.claim(agent, ticket=play.ticket_id)
    for action, fields in (
        ("prendre", {}),
        ("noter", {"text": "Rappelé le voisin."}),
        ("ecrire", {"kind": "question", "text": "Avez-vous gardé le ticket ?"}),
        ("decider", {"outcome": "accepted", "reason": "Le jeu a eu une panne.", "remedy": "refund"}),
        ("ecrire", {"kind": "decision"}),
        ("classer", {"reason": ""}),
    ):
        answer = act(page, claim, action, **fields)
        assert answer.status_code == 302, answer.content.decode()
        claim.refresh_from_db()
    assert (claim.status, claim.outcome, claim.assigned_to) == ("closed", "accepted", agent)
    assert Refund.objects.get() == claim.refund
    shown = text(page, "claim", claim.number)
    assert "ordonné le" in shown and "par cette réclamation" in shown and "Rappelé le voisin." in shown
    letter = text(page, "claim_letter", claim.number, 6)
    assert "Le jeu a eu une panne." in letter and "12 rue des Lilas<br>69003 Lyon" in letter
    assert claim.shown in letter and "vous est remboursé" in letter


def test_a_letter_says_the_same_whatever_changes_afterwards(page: Client, agent: User) -> None:
    claim = claims.claim(agent)
    act(page, claim, "ecrire", kind="acknowledgement")
    before = text(page, "claim_letter", claim.number, 2)
    claim.refresh_from_db()
    handling.correct(
        claim_id=claim.pk, version=2, typed=claims.TYPED | {"name": "Zoé Martin", "address": "1 rue Haute"}, by=agent
    )
    with time_machine.travel(timezone.now() + timedelta(days=3)):
        sign_in(page, agent)
        assert text(page, "claim_letter", claim.number, 2) == before
    assert "Guessan" in before


def test_a_letter_as_pdf(page: Client, agent: User) -> None:
    if not printing.available():
        pytest.skip("no library draws PDF here")
    claim = claims.claim(agent)
    act(page, claim, "ecrire", kind="acknowledgement")
    answer = page.get(reverse("office:claim_letter_pdf", args=[claim.number, 2]))
    assert answer.content.startswith(b"%PDF-") and answer["Content-Type"] == "application/pdf"


@pytest.mark.parametrize(
    ("action", "fields", "said"),
    [
        ("ecrire", {"kind": "decision"}, "décidez d’abord"),
        ("ecrire", {"kind": "question", "text": " "}, "Écrivez quelque chose"),
        ("ecrire", {}, "Choisissez une lettre"),
        ("ticket", {"ticket": "12"}, "15 chiffres"),
        ("ticket", {}, "Donnez le numéro"),
        ("decider", {"reason": "x"}, "Choisissez une décision"),
        ("etat", {"status": "closed"}, "ne passe pas"),
        ("confier", {"to": "999999999"}, "Choisissez quelqu’un"),
        ("rouvrir", {"reason": "x"}, "Seul le responsable"),
        ("corriger", {"story": "y"}, "Indiquez au moins un moyen"),
    ],
)
def test_a_refusal_is_told_on_the_page_and_changes_nothing(
    page: Client, agent: User, action: str, fields: dict[str, str], said: str
) -> None:
    claim = claims.claim(agent)
    answer = act(page, claim, action, **fields)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    claim.refresh_from_db()
    assert claim.version == 1


def test_a_letter_needs_an_address(page: Client, agent: User) -> None:
    claim = claims.claim(agent, typed=claims.TYPED | {"address": ""})
    assert "L’adresse du joueur manque" in act(page, claim, "ecrire", kind="acknowledgement").content.decode()


def test_the_second_is_told_what_the_first_did_keeps_what_was_typed_and_can_do_it_again(
    page: Client, agent: User
) -> None:
    claim = claims.claim(agent)
    handling.note(claim_id=claim.pk, version=1, text="Première.", by=claims.agent("zoé"))
    answer = act(page, claim, "noter", text="Seconde.")
    shown = answer.content.decode()
    assert answer.status_code == 409
    assert "Entre-temps, zoé a écrit une note" in shown and ">Seconde.</textarea>" in shown
    assert 'name="version" value="2"' in shown
    claim.refresh_from_db()
    assert act(page, claim, "noter", text="Seconde.").status_code == 302


@pytest.mark.parametrize("role", [roles.AUDITOR])
def test_an_auditor_reads_the_claim_without_personal_data_and_can_do_nothing(client: Client, role: str) -> None:
    agent = claims.agent()
    claim = claims.claim(agent)
    handling.note(claim_id=claim.pk, version=1, text="Dupont est le voisin.", by=agent)
    sign_in(client, of_role(role))
    shown = text(client, "claim", claim.number)
    assert claim.shown in shown and "scellé" in shown and "<form" not in shown.split("content-main")[1]
    assert not [word for word in PERSONAL if word in shown]
    text(client, "claims")
    text(client, "claim_figures")
    for name, args in (("new_claim", []), ("claim_letter", [claim.number, 1])):
        assert client.get(reverse(f"office:{name}", args=args)).status_code == 403
    for action in ("prendre", "noter", "decider", "effacer"):
        assert act(client, claim, action).status_code == 403
    assert client.post(reverse("office:claim_data", args=[claim.number])).status_code == 403


@pytest.mark.parametrize("role", [roles.ISSUING, roles.APPROVER, roles.SUPERVISOR, roles.ACCOUNTS])
def test_no_other_role_sees_a_claim(client: Client, role: str) -> None:
    claim = claims.claim(claims.agent())
    sign_in(client, of_role(role))
    addresses = [
        reverse("office:claims"),
        reverse("office:claim", args=[claim.number]),
        reverse("office:claim_figures"),
    ]
    admin = [reverse("admin:payouts_claim_changelist"), reverse("admin:payouts_claim_change", args=[claim.pk])]
    for address in addresses:
        assert client.get(address).status_code == 403
    for address in admin:
        assert client.get(address).status_code in (302, 403)
        assert claim.shown not in client.get(address, follow=True).content.decode()


def test_the_admins_own_addresses_lead_to_the_pages_and_change_nothing(page: Client, agent: User) -> None:
    claim = claims.claim(agent)
    assert page.get(reverse("admin:payouts_claim_changelist")).url == reverse("office:claims")
    change = reverse("admin:payouts_claim_change", args=[claim.pk])
    assert page.get(change).url == reverse("office:claim", args=[claim.number])
    assert page.get(reverse("admin:payouts_claim_change", args=["9" * 30])).status_code == 404
    assert page.get(reverse("admin:payouts_claim_delete", args=[claim.pk])).status_code == 403
    assert page.get(reverse("admin:payouts_claim_add")).status_code == 403


def test_queues_show_the_most_urgent_first_and_their_sizes(page: Client, agent: User) -> None:
    today = paris_day(timezone.now())
    late, fresh = claims.claim(agent, on=today - timedelta(days=33)), claims.claim(agent)
    mine = claims.claim(agent)
    handling.assign(claim_id=mine.pk, version=1, to=agent, by=agent)
    closed = claims.claim(agent)
    deciding.close(claim_id=closed.pk, version=1, reason="En double.", by=agent)

    def listed(name: str) -> list[str]:
        shown = page.get(reverse("office:claims"), {"file": name}).content.decode()
        rows = shown.split("<tbody>")[1] if "<tbody>" in shown else ""
        order = sorted((rows.index(one.shown), one.shown) for one in (late, fresh, mine, closed) if one.shown in rows)
        return [number for _, number in order]

    assert listed("open") == [late.shown, fresh.shown, mine.shown]
    assert (listed("mine"), listed("nobody")) == ([mine.shown], [late.shown, fresh.shown])
    assert (listed("overdue"), listed("closed")) == ([late.shown], [closed.shown])
    shown = text(page, "claims")
    for label, count in (("À moi", 1), ("À personne", 2), ("En retard", 1), ("Toutes les ouvertes", 3), ("Reçues", 2)):
        assert f"{label} <b>{count}</b>" in shown
    assert "en retard de 3" in page.get(reverse("office:claims"), {"file": "open"}).content.decode()


def test_a_list_takes_the_same_few_statements_however_long_it_is(page: Client, agent: User) -> None:
    def statements() -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            page.get(reverse("office:claims"), {"file": "open"})
        return len(found)

    play = desk.won()
    for _ in range(2):
        claims.claim(agent, ticket=play.ticket_id)
    few = statements()
    for _ in range(55):
        claims.claim(agent)
    assert statements() <= few
    assert "Page suivante" in page.get(reverse("office:claims"), {"file": "open"}).content.decode()
    assert "Page suivante" not in page.get(reverse("office:claims"), {"file": "open", "page": "2"}).content.decode()


def test_a_claim_is_found_by_its_number_however_it_is_typed_and_by_its_ticket(page: Client, agent: User) -> None:
    play = desk.won()
    claim = claims.claim(agent, ticket=play.ticket_id)
    for asked in (claim.shown, str(claim.number), claim.shown.lower().replace(" ", "-")):
        answer = page.get(reverse("office:claims"), {"q": asked})
        assert answer.url == reverse("office:claim", args=[claim.number])
    assert claim.shown in page.get(reverse("office:claims"), {"q": numbers.shown(play.ticket_id)}).content.decode()
    for asked, said in (
        (str(claim.number + 1), "comporte une erreur"),
        ("bonjour", "ne comporte que des chiffres"),
        (numbers.shown(play.ticket_id)[:-1] + "x", "ne comporte"),
        (numbers.shown(numbers.compose(502, 1, 99, 1)), "Aucune réclamation ne porte sur ce ticket"),
    ):
        assert said in page.get(reverse("office:claims"), {"q": asked}).content.decode()
    assert page.get(reverse("office:claim", args=[claim.number + 1])).status_code == 404


def test_figures_tell_what_waits_and_how_long_decisions_take(page: Client, agent: User) -> None:
    with time_machine.travel("2026-12-01T10:00:00Z", tick=False):
        sign_in(page, agent)
        for age, subject in ((2, "result"), (4, "result"), (9, "payment")):
            claim = claims.claim(agent, on=date(2026, 12, 1) - timedelta(days=age), subject=subject)
            decision = Decision("refused", "Rien à redire.")
            deciding.decide(claim_id=claim.pk, version=1, decision=decision, by=agent)
        claims.claim(agent, on=date(2026, 10, 1))
        shown = text(page, "claim_figures")
    assert "<dt>Jours jusqu’à la décision (médiane)</dt><dd>4</dd>" in shown
    assert '<th scope="row">Résultat d’une partie</th><td class="number">3</td><td class="number">2</td>' in shown
    assert shown.count('<rect class="received"') == 12
    assert '<th scope="row">30 novembre 2026</th><td class="number">0</td><td class="number">3</td>' in shown
    assert "style=" not in shown.split("content-main")[1]


def test_the_lead_gives_a_claimant_a_copy_and_erases_on_objection(client: Client, agent: User) -> None:
    lead = of_role(roles.SERVICE_LEAD)
    sign_in(client, lead)
    claim = claims.claim(agent)
    address = reverse("office:claim_data", args=[claim.number])
    assert "justificatif" in client.post(address, {"version": 1}).content.decode()
    answer = client.post(address, {"version": 1, "proof": "passeport 24AZ81350"})
    assert answer.json()["person"]["name"] == "Camille Guessan"
    assert "attachment" in answer["Content-Disposition"]
    claim.refresh_from_db()
    assert "classez-la d’abord" in act(client, claim, "effacer", proof="passeport").content.decode()
    act(client, claim, "classer", reason="Le joueur renonce.")
    claim.refresh_from_db()
    shown = act(client, claim, "effacer", proof="passeport").content.decode()
    assert "cela ne se reprend pas" in shown and ClaimEvent.objects.exclude(sealed=None).exists()
    act(client, claim, "effacer", proof="passeport", vu="oui")
    claim.refresh_from_db()
    assert claim.erased_at and not ClaimEvent.objects.exclude(sealed=None).exists()
    shown = text(client, "claim", claim.number)
    assert "Ses données sont effacées" in shown and "Guessan" not in shown


def test_a_claim_is_begun_from_its_tickets_page_which_names_those_already_made(page: Client, agent: User) -> None:
    play = desk.won()
    first = claims.claim(agent, ticket=play.ticket_id)
    address = f"{reverse('office:new_claim')}?ticket={play.ticket_id:015}"
    assert f'href="{address}"' in text(page, "ticket", f"{play.ticket_id:015}")
    shown = page.get(address).content.decode()
    assert f'value="{play.ticket_id:015}"' in shown and "il y a déjà" in shown and first.shown in shown
    second = claims.claim(agent, ticket=play.ticket_id)
    assert first.shown in text(page, "claim", second.number) and second.shown in text(page, "claim", first.number)


def test_all_that_is_wrong_of_a_new_claim_is_told_at_once_and_limits_are_announced(page: Client, agent: User) -> None:
    shown = page.post(reverse("office:new_claim"), {"channel": "post", "story": "", "ticket": "12"}).content.decode()
    for said in ("15 chiffres", "Ce renseignement est demandé", "Dites ce qui s’est passé", "un moyen de répondre"):
        assert said in shown
    assert 'maxlength="4000"' in shown and "4000 caractères au plus" in shown
    shown = text(page, "claim", claims.claim(agent).number)
    for most in (2000, 1500):
        assert f'maxlength="{most}"' in shown and f"{most} caractères au plus" in shown


def attached(agent: User) -> tuple[Claim, list[str]]:
    """A claim to which its claimant added a photo and a document, and the addresses of these."""
    claim = claims.claim(agent)
    files = attachments.read_all([photo(size=(80, 60)), PDF])
    claim = following.add(claim_id=claim.pk, key=uuid.uuid4(), text="Voici.", attached=files)
    return claim, [reverse("office:claim_attachment", args=[claim.number, 2, place]) for place in (1, 2)]


def test_the_queue_says_that_a_claimant_added_something_until_somebody_acts(page: Client, agent: User) -> None:
    claim, _ = attached(agent)
    claims.claim(agent)
    assert text(page, "claims").count("le joueur a ajouté quelque chose") == 0  # nobody's are another queue
    queue = {"file": "open"}
    assert page.get(reverse("office:claims"), queue).content.decode().count("le joueur a ajouté quelque chose") == 1
    act(page, claim, "noter", text="Vu.")
    assert "le joueur a ajouté" not in page.get(reverse("office:claims"), queue).content.decode()


def test_customer_service_sees_what_was_attached_and_nothing_of_it_can_run(page: Client, agent: User) -> None:
    claim, (picture, document) = attached(agent)
    shown = text(page, "claim", claim.number)
    assert "<b>le joueur</b> a complété sa réclamation sur le site" in shown and "Voici." in shown
    assert f'<img src="{picture}"' in shown and f'href="{document}"' in shown and f'<img src="{document}"' not in shown
    seen, kept = page.get(picture), page.get(document)
    assert (seen["Content-Type"], kept["Content-Type"]) == ("image/jpeg", "application/pdf")
    assert seen["Content-Disposition"].startswith("inline; ") and kept.content == PDF
    assert kept["Content-Disposition"] == f'attachment; filename="reclamation-{claim.number}-2-2.pdf"'
    for answer in (seen, kept):
        assert answer["Content-Security-Policy"] == "sandbox; default-src 'none'"
        assert answer["X-Content-Type-Options"] == "nosniff" and "no-store" in answer["Cache-Control"]
    assert page.get(reverse("office:claim_attachment", args=[claim.number, 2, 3])).status_code == 404


@pytest.mark.parametrize("role", [roles.AUDITOR, roles.ISSUING, roles.SUPERVISOR])
def test_who_does_not_handle_claims_sees_no_attachment(client: Client, role: str) -> None:
    claim, addresses = attached(claims.agent("autre"))
    other = sign_in(client, of_role(role))
    assert [other.get(one).status_code for one in addresses] == [403, 403]
    if role == roles.AUDITOR:
        assert not [one for one in addresses if one in text(other, "claim", claim.number)]


def test_what_is_erased_is_shown_no_more(page: Client, agent: User) -> None:
    claim, addresses = attached(agent)
    following.withdraw(claim_id=claim.pk)
    erasing.object_to(claim_id=claim.pk, version=3, proof="CNI 12", by=claims.lead())
    assert [page.get(one).status_code for one in addresses] == [404, 404]
    assert not [one for one in addresses if one in text(page, "claim", claim.number)]


def test_a_follow_up_secret_is_given_once_shown_on_one_answer_alone_and_journalled(page: Client, agent: User) -> None:
    claim = claims.claim(agent, channel="telephone")
    answer = page.post(reverse("office:claim_secret", args=[claim.number]), {"version": 1})
    given = re.search("<code>(.*?)</code>", answer.content.decode())
    assert given and "no-store" in answer["Cache-Control"]
    assert following.find(number=claim.shown, typed_secret=given[1]) == claim
    assert given[1] not in text(page, "claim", claim.number)
    assert "<b>agente</b> a donné un code de suivi au joueur" in text(page, "claim", claim.number)
    again = page.post(reverse("office:claim_secret", args=[claim.number]), {"version": 1})
    assert again.status_code == 409 and "<code>" not in again.content.decode()
    assert following.find(number=claim.shown, typed_secret=given[1]) == claim
