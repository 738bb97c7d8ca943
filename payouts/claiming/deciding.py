"""A claim's end: the decision with what it orders (art. 7, 9, 10), closing, and opening again."""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from payouts import marking, ordering
from payouts.claiming.changing import DECIDE, LEAD, Change, begin, refuse_unless_open
from payouts.claiming.handling import written
from payouts.claiming.refusals import ClaimRefused
from payouts.models import Claim, ClaimEvent
from payouts.retention import claim_erasure
from tickets.calendar import paris_day

REFUND, PAY_LATE = "refund", "pay_late"
REMEDIES = {
    "": "aucune suite en caisse",
    REFUND: "rembourser le prix du ticket",
    PAY_LATE: "payer le gain bien que le délai soit passé (art. 9)",
}
REASON = 1500  # characters
_Status, _Outcome, _Kind = Claim.Status, Claim.Outcome, ClaimEvent.Kind


@dataclass(frozen=True, slots=True)
class Decision:
    """What is decided, why, in words meant for the claimant, and what it orders, one of REMEDIES."""

    outcome: str
    reason: str
    remedy: str = ""


@transaction.atomic(durable=True)
def decide(*, claim_id: int, version: int, decision: Decision, by: User) -> Claim:
    """Decide, and order what follows from it, in one transaction; nothing is decided when that is refused.

    Raises ClaimRefused, ClaimMoved, PaymentRefused.
    """
    change = begin(claim_id=claim_id, version=version, by=by, permission=DECIDE)
    claim, reason = change.claim, written(decision.reason, REASON)
    refuse_unless_open(claim)
    _refuse(claim, decision)
    ordered = _order(change, decision.remedy, by)
    claim.status, claim.outcome, claim.decided_on = _Status.DECIDED, decision.outcome, paris_day(change.at)
    claim.erase_on = claim_erasure(claim.decided_on)
    claim.assigned_to = claim.assigned_to or by
    changed = ("status", "outcome", "decided_on", "erase_on", "assigned_to", "refund", "mark")
    change.end(_Kind.DECIDED, *changed, data={"outcome": claim.outcome, **ordered}, text=reason)
    return claim


@transaction.atomic(durable=True)
def close(*, claim_id: int, version: int, reason: str, by: User) -> Claim:
    """File a claim away: once decided without a word, before that only with its reason. Raises ClaimRefused."""
    change = begin(claim_id=claim_id, version=version, by=by)
    claim = change.claim
    if claim.status == _Status.CLOSED:
        raise ClaimRefused("Cette réclamation est déjà classée.")
    text = written(reason) if claim.is_open or reason.strip() else ""
    claim.status = _Status.CLOSED
    claim.erase_on = claim.erase_on or claim_erasure(paris_day(change.at))
    change.end(_Kind.CLOSED, "status", "erase_on", text=text)
    return claim


@transaction.atomic(durable=True)
def reopen(*, claim_id: int, version: int, reason: str, by: User) -> Claim:
    """Open a claim again, its decision taken back but for what it ordered. Raises ClaimRefused, ClaimMoved."""
    change = begin(claim_id=claim_id, version=version, by=by, permission=LEAD)
    claim, text = change.claim, written(reason)
    if claim.is_open:
        raise ClaimRefused("Cette réclamation est ouverte.")
    claim.status, claim.outcome, claim.decided_on, claim.erase_on = _Status.IN_PROGRESS, "", None, None
    change.end(_Kind.REOPENED, "status", "outcome", "decided_on", "erase_on", text=text)
    return claim


def _refuse(claim: Claim, decision: Decision) -> None:
    verdict = claim.verdict
    if decision.outcome not in _Outcome.values or decision.remedy not in REMEDIES:
        raise ClaimRefused("Choisissez une décision.", "outcome")
    if verdict.admissible == (decision.outcome == _Outcome.INADMISSIBLE):
        raise ClaimRefused(f"{verdict.sentence} La décision ne peut pas dire le contraire.", "outcome")
    if decision.remedy and decision.outcome != _Outcome.ACCEPTED:
        raise ClaimRefused("Seule une réclamation acceptée a une suite en caisse.", "remedy")
    if decision.remedy and not claim.ticket_id:
        raise ClaimRefused("Rattachez d’abord le ticket\u00a0: une suite en caisse est celle d’un ticket.", "remedy")


def _order(change: Change, remedy: str, by: User) -> dict[str, int]:
    """What was ordered, by its key. Raises PaymentRefused."""
    claim, locked, reason = change.claim, change.locked, str(change.claim)
    if locked is None or not remedy:
        return {}
    if remedy == REFUND:
        claim.refund = ordering.order(locked, reason=reason, by=by, at=change.at)
        return {"refund": claim.refund.pk}
    claim.mark = marking.accept(locked, exercised_on=claim.exercised_on, reason=reason, by=by, at=change.at)
    return {"mark": claim.mark.pk}
