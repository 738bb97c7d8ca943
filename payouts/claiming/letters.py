"""Letters to claimants: which there are, what was sent and kept, and the same text made again from it (art. 10)."""

from dataclasses import asdict, dataclass
from datetime import date

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.template.loader import render_to_string

from payouts.claiming.admissibility import said
from payouts.claiming.changing import HANDLE, begin
from payouts.claiming.handling import written
from payouts.claiming.refusals import ClaimRefused
from payouts.models import Claim, ClaimEvent
from payouts.models.sealed import Erased
from tickets.calendar import paris_day
from tickets.journal.chain import canonical

# Each kind's wording in force. A letter sent keeps its own: new words are a new file, with the next number.
WORDINGS = {"acknowledgement": 1, "question": 1, "accepted": 1, "refused": 1, "inadmissible": 1}
QUESTION, DECISION = "question", "decision"
LONGEST = 1500  # characters


@dataclass(frozen=True, slots=True, repr=False)
class Letter:
    """All that a letter says besides its wording, sealed in its event; `text` is the question, or the reason."""

    name: str
    address: str
    claim: str
    subject: str
    written_on: str
    received_on: str
    exercised_on: str
    due_on: str
    ticket: str = ""
    verdict: str = ""
    refund: int = 0  # cents
    pay_late: bool = False
    text: str = ""

    def shown(self) -> dict[str, object]:
        """What its template gets, days in words."""
        return {name: _in_words(value) if name.endswith("_on") else value for name, value in asdict(self).items()}


@transaction.atomic(durable=True)
def write(*, claim_id: int, version: int, kind: str, text: str = "", by: User) -> ClaimEvent:
    """Make a letter and keep it: "acknowledgement", "question" with its text, or "decision" as it was decided.

    A question puts an open claim waiting for its answer; without an address it is asked on the site alone, of who can
    follow the claim there. Raises ClaimRefused, ClaimMoved.
    """
    change = begin(claim_id=claim_id, version=version, by=by, permission=HANDLE)
    claim = change.claim
    named = _named(claim, kind)
    letter = _letter(claim, paris_day(change.at), _text(claim, kind, text))
    on_site = not letter.address and kind == QUESTION and claim.secret_digest is not None
    if not (letter.address or on_site):
        raise ClaimRefused("L’adresse du joueur manque\u00a0: répondez par téléphone ou courriel, et notez-le.")
    if kind == QUESTION:
        claim.status = Claim.Status.WAITING
    data = {"letter": named, "wording": WORDINGS[named], **({"on_site": True} if on_site else {})}
    return change.end(ClaimEvent.Kind.LETTER, "status", data=data, text=canonical(asdict(letter)))


def html(event: ClaimEvent, shown: dict[str, object]) -> str:
    """A letter as it was made, as a page. Raises Erased, personal.Unreadable."""
    if event.sealed is None:
        raise Erased
    letter = msgspec.json.decode(event.text, type=Letter)
    return render_to_string(f"letters/{event.data['letter']}-{event.data['wording']}.html", letter.shown() | shown)


def _in_words(day: str) -> str:
    return said(date.fromisoformat(day))


def _named(claim: Claim, kind: str) -> str:
    """The letter's own kind; a decision's is its outcome. Raises ClaimRefused."""
    if kind == DECISION and not claim.outcome:
        raise ClaimRefused("Aucune décision n’est prise\u00a0: décidez d’abord.", "kind")
    if kind == QUESTION and not claim.is_open:
        raise ClaimRefused("Une question se pose avant la décision.", "kind")
    if kind not in (DECISION, QUESTION, "acknowledgement"):
        raise ClaimRefused("Choisissez une lettre.", "kind")
    return claim.outcome if kind == DECISION else kind


def _text(claim: Claim, kind: str, text: str) -> str:
    if kind == DECISION:
        return ClaimEvent.objects.filter(claim=claim, kind=ClaimEvent.Kind.DECIDED).latest("number").text
    return written(text, LONGEST) if kind == QUESTION else ""


def _letter(claim: Claim, today: date, text: str) -> Letter:
    person = claim.claimant()
    return Letter(
        name=person.name,
        address=person.address,
        claim=claim.shown,
        subject=claim.get_subject_display(),
        written_on=today.isoformat(),
        received_on=claim.received_on.isoformat(),
        exercised_on=claim.exercised_on.isoformat(),
        due_on=claim.due_on.isoformat(),
        ticket=claim.ticket_number,
        verdict=claim.verdict.sentence,
        refund=claim.refund.amount if claim.refund else 0,
        pay_late=claim.mark_id is not None,
        text=text,
    )
