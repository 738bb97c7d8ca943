"""What a claimant does with a claim on the site: see where it stands, add to it, withdraw it (art. 10)."""

import hashlib
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count

from payouts.claiming import numbers, secret
from payouts.claiming.attachments import Attachment
from payouts.claiming.changing import begin, begin_for_claimant
from payouts.claiming.handling import NOTE, written
from payouts.claiming.letters import Letter
from payouts.claiming.refusals import ClaimRefused
from payouts.models import Claim, ClaimEvent
from payouts.retention import claim_erasure
from tickets.calendar import paris_day

MOST_ADDED = 20  # times that a claimant may add to one claim
_Status, _Kind = Claim.Status, ClaimEvent.Kind


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that happened, as its claimant reads it; `text` is what was written to them."""

    at: datetime
    what: str
    text: str = ""


def find(*, number: str, typed_secret: str) -> Claim | None:
    """The claim of this number when this is its secret; the time it takes tells nothing of either."""
    try:
        claim = Claim.objects.numbered(numbers.read(number)).first()
    except numbers.BadClaimNumber:
        claim = None
    right = secret.same(typed_secret, claim.secret_digest if claim else None)
    return claim if right else None


def told(claim: Claim) -> list[Told]:
    """What concerns the claimant, the last first, without a name of staff or an internal word.

    Raises personal.Unreadable.
    """
    found = []
    events = ClaimEvent.objects.filter(claim=claim).annotate(files=Count("attachments"))
    for event in events.order_by("-number"):
        word = _WORDS.get(event.kind, "")
        if what := word if isinstance(word, str) else word(event):
            found.append(Told(event.at, what + _with(event.files), _written_to_claimant(event)))
    return found


@transaction.atomic(durable=True)
def add(*, claim_id: int, key: uuid.UUID, text: str, attached: tuple[Attachment, ...] = ()) -> Claim:
    """Add a message, documents or both to an open claim, once a form; one that waited goes on. Raises ClaimRefused."""
    change = begin_for_claimant(claim_id=claim_id)
    claim, added = change.claim, change.claim.events.filter(kind=_Kind.ADDED)
    form = hashlib.sha256(key.bytes).hexdigest()
    if added.filter(data__form=form).exists():
        return claim
    _refuse_settled(claim)
    if added.count() >= MOST_ADDED:
        raise ClaimRefused("Vous avez déjà beaucoup ajouté à cette réclamation\u00a0: écrivez ou téléphonez.")
    message = written(text, NOTE) if text.strip() or not attached else ""
    if claim.status == _Status.WAITING:
        claim.status = _Status.IN_PROGRESS
    change.end(_Kind.ADDED, "status", data={"form": form}, text=message, attached=attached)
    return claim


@transaction.atomic(durable=True)
def withdraw(*, claim_id: int) -> Claim:
    """Close an open claim for who made it. Raises ClaimRefused."""
    change = begin_for_claimant(claim_id=claim_id)
    claim = change.claim
    _refuse_settled(claim)
    claim.status, claim.erase_on = _Status.CLOSED, claim_erasure(paris_day(change.at))
    change.end(_Kind.WITHDRAWN, "status", "erase_on")
    return claim


@transaction.atomic(durable=True)
def give_secret(*, claim_id: int, version: int, by: User) -> tuple[Claim, str]:
    """A new follow-up secret, to be told to the claimant at once; the one before is worth nothing any more.

    Raises ClaimRefused, ClaimMoved.
    """
    change = begin(claim_id=claim_id, version=version, by=by)
    given = secret.drawn()
    change.claim.secret_digest = secret.digest(given)
    change.end(_Kind.ENTRUSTED, "secret_digest")
    return change.claim, given


def _refuse_settled(claim: Claim) -> None:
    if not claim.is_open:
        raise ClaimRefused("Cette réclamation est close\u00a0: écrivez ou téléphonez au Service Clients.")


def _with(files: int) -> str:
    return f", avec {files} fichier{'s' if files > 1 else ''}" if files else ""


def _moved(event: ClaimEvent) -> str:
    return "Nous attendons une réponse de vous" if event.data["status"] == _Status.WAITING else "Dossier à l’étude"


def _letter(event: ClaimEvent) -> str:
    if event.data.get("on_site"):
        return "Nous vous posons une question"
    return _LETTERS.get(event.data["letter"], "Réponse envoyée par courrier")


def _decided(event: ClaimEvent) -> str:
    return f"Décision\u00a0: réclamation {Claim.Outcome(event.data['outcome']).label}"


def _written_to_claimant(event: ClaimEvent) -> str:
    """The reason of a decision, a question: words that were meant for them, as long as they are kept."""
    if event.sealed is None or event.kind not in (_Kind.DECIDED, _Kind.LETTER):
        return ""
    if event.kind == _Kind.DECIDED:
        return event.text
    return msgspec.json.decode(event.text, type=Letter).text if event.data["letter"] == "question" else ""


_LETTERS = {"acknowledgement": "Accusé de réception envoyé", "question": "Question envoyée par courrier"}
_WORDS: dict[str, str | Callable[[ClaimEvent], str]] = {
    _Kind.RECEIVED: "Réclamation reçue",
    _Kind.MOVED: _moved,
    _Kind.LETTER: _letter,
    _Kind.DECIDED: _decided,
    _Kind.CLOSED: "Dossier classé",
    _Kind.REOPENED: "Dossier rouvert",
    _Kind.ADDED: "Vous avez complété votre réclamation",
    _Kind.WITHDRAWN: "Vous avez retiré votre réclamation",
    _Kind.ENTRUSTED: "Nouveau code de suivi donné",
}
