"""What is known of a claimant is sealed, and goes five years after the claim's end, for good."""

import json
from datetime import UTC, date, datetime

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from psycopg import sql

from payouts import personal
from payouts.claiming import deciding, erasing, handling, letters
from payouts.claiming.deciding import Decision
from payouts.claiming.erasing import Count
from payouts.claiming.refusals import ClaimRefused
from payouts.models import Claim, ClaimEvent
from payouts.models.sealed import Erased
from payouts.retention import claim_erasure
from tests.payouts import claims, desk
from tickets import record
from tickets.journal.chain import Subject
from tickets.suspending import WHOLE_SITE
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
PERSONAL = ("Guessan", "Lilas", "612345678", "camille@exemple.fr", "souris du trou", "Dupont", "Vérifié avec")
DECIDED = datetime(2026, 3, 14, 11, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


@pytest.fixture
def agent() -> User:
    return claims.agent()


def settled(agent: User, **options: object) -> Claim:
    """A claim with a note and a letter, refused on DECIDED."""
    with time_machine.travel(DECIDED):
        claim = claims.claim(agent, **options)
        handling.note(claim_id=claim.pk, version=1, text="Dupont confirme.", by=agent)
        letters.write(claim_id=claim.pk, version=2, kind="acknowledgement", by=agent)
        decision = Decision("refused", "Vérifié avec Dupont.")
        return deciding.decide(claim_id=claim.pk, version=3, decision=decision, by=agent)


def dump() -> str:
    """All that the tables of claims and the journal hold, as text."""
    found = []
    with connection.cursor() as cursor:
        for table in ("payouts_claim", "payouts_claimevent", "tickets_journalentry"):
            cursor.execute(sql.SQL("SELECT to_jsonb(one)::text FROM {} AS one").format(sql.Identifier(table)))
            found += [row[0] for row in cursor.fetchall()]
    return "\n".join(found)


def test_no_table_shows_anything_of_a_claimant(agent: User) -> None:
    settled(agent, ticket=desk.won().ticket_id)
    held = dump()
    for word in PERSONAL:
        assert word not in held
        assert word.encode().hex() not in held


def test_what_is_sealed_opens_for_its_own_row_alone(agent: User) -> None:
    one, other = settled(agent), settled(agent)
    assert one.claimant().name == "Camille Guessan"
    note = ClaimEvent.objects.get(claim=one, kind="note")
    assert note.text == "Dupont confirme."
    note.claim_id = other.pk
    with pytest.raises(Exception, match="altered, moved"):
        _ = note.text


@pytest.mark.parametrize(
    ("settled_on", "gone_on"),
    [(date(2026, 3, 14), date(2031, 3, 15)), (date(2024, 2, 29), date(2029, 3, 1))],
)
def test_a_claimants_data_is_kept_five_years_after_the_claims_end(settled_on: date, gone_on: date) -> None:
    assert claim_erasure(settled_on) == gone_on


def test_at_its_time_all_that_is_personal_goes_and_the_journal_says_so_once(agent: User) -> None:
    play = desk.won()
    claim, open_claim = settled(agent, ticket=play.ticket_id), claims.claim(agent)
    with time_machine.travel(datetime(2031, 3, 14, 22, 59, 59, tzinfo=UTC)):
        assert erasing.keep_no_longer() == Count(0, 0, 0)
    with time_machine.travel(datetime(2031, 3, 14, 23, tzinfo=UTC)):
        assert [erasing.keep_no_longer(), erasing.keep_no_longer()] == [Count(1, 0, 0), Count(0, 0, 0)]
        assert erasing.erase_claim(claim_id=claim.pk) is False
    claim.refresh_from_db()
    assert (claim.sealed, claim.wrapped_key, claim.master, claim.erase_on) == (None, None, None, None)
    assert claim.outcome == "refused" and claim.status == "closed"
    assert not ClaimEvent.objects.filter(claim=claim).exclude(sealed=None).exists()
    with pytest.raises(Erased):
        claim.claimant()
    with pytest.raises(Erased):
        letters.html(ClaimEvent.objects.get(claim=claim, kind="letter"), {})
    last = json.loads(record.entries(Subject.TICKET, play.ticket_id)[-1].text)["data"]
    assert last == {"claim": claim.pk, "event": 5, "what": "erased", "by": None, "why": "term"}
    assert open_claim.claimant().name == "Camille Guessan"
    with pytest.raises(ClaimRefused, match="effacées"):
        handling.note(claim_id=claim.pk, version=5, text="Encore.", by=agent)


def test_a_claim_opened_again_is_kept(agent: User) -> None:
    claim = settled(agent)
    with time_machine.travel("2031-01-01T10:00:00Z"):
        deciding.reopen(claim_id=claim.pk, version=4, reason="Procès.", by=claims.lead())
    with time_machine.travel("2040-01-01T10:00:00Z"):
        assert erasing.keep_no_longer() == Count(0, 0, 0)


def test_a_retired_master_key_is_not_needed_after_a_days_run(agent: User, settings: object) -> None:
    claim = settled(agent)
    old = settings.PERSONAL_KEYS  # type: ignore[attr-defined]
    settings.PERSONAL_KEYS = (*old, (7, b"\x07" * 32))  # type: ignore[attr-defined]
    with time_machine.travel(DECIDED):
        assert erasing.keep_no_longer() == Count(0, 4, 0)  # the claim, the note, the letter, the decision
    settings.PERSONAL_KEYS = settings.PERSONAL_KEYS[1:]  # type: ignore[attr-defined]
    claim.refresh_from_db()
    assert claim.claimant().name == "Camille Guessan"
    assert [one.text for one in claim.events.all()][1] == "Dupont confirme."


def test_what_can_not_be_read_is_told_and_hinders_nothing_else(
    agent: User, settings: object, caplog: pytest.LogCaptureFixture
) -> None:
    broken, whole = settled(agent), settled(agent)
    Claim.objects.filter(pk=broken.pk).update(wrapped_key=b"x" * 60)
    settings.PERSONAL_KEYS = (*settings.PERSONAL_KEYS, (7, b"\x07" * 32))  # type: ignore[attr-defined]
    with pytest.raises(CommandError, match="1 rows of claims"), time_machine.travel(DECIDED):
        call_command("erase_personal_data")
    whole.refresh_from_db()
    assert whole.master == 7 and f"Claim {broken.pk}" in caplog.text


def test_the_journals_digest_names_what_was_written_as_long_as_it_is_kept(agent: User) -> None:
    note = ClaimEvent.objects.get(claim=settled(agent), kind="note")
    told = [json.loads(one.text)["data"] for one in record.entries(Subject.SITE, WHOLE_SITE)]
    recorded = next(one["digest"] for one in told if one.get("what") == "note")
    assert recorded == personal.digest(personal.key_of(note.content, row=note.row), note.text)
