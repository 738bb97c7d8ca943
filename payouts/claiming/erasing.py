"""Erases what is no longer to be kept of claimants, texts and letters with it; what has to be run daily.

A claimant's rights are here too: a copy of all that is kept, and its erasure before its time.
"""

import logging
from base64 import b64encode
from typing import Any, NamedTuple, get_args

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from payouts import chaining, personal
from payouts.claiming.changing import LEAD, Change, begin
from payouts.claiming.refusals import ClaimRefused
from payouts.models import Claim, ClaimAttachment, ClaimEvent
from tickets import code_within
from tickets.calendar import paris_day

logger = logging.getLogger(__name__)
Sealed = Claim | ClaimEvent | ClaimAttachment
_BLOB = ("sealed", "wrapped_key", "master")
_DIGESTS = ("form_digest", "secret_digest")
_PROOF = 100  # characters


class Count(NamedTuple):
    """How many claims were erased; how many keys the newest master key wraps now, or none opens."""

    erased: int
    rewrapped: int
    unreadable: int


def keep_no_longer() -> Count:
    """Erase the claimants due today in Paris, each in a transaction, and put keys under the newest master key."""
    due = Claim.objects.filter(erased_at=None, erase_on__lte=paris_day(timezone.now()))
    erased = sum(erase_claim(claim_id=key) for key in list(due.values_list("pk", flat=True)))
    done = [_rewrap(model, key) for model in get_args(Sealed) for key in _under_an_older_key(model)]
    return Count(erased, done.count(True), done.count(None))


@transaction.atomic(durable=True)
def erase_claim(*, claim_id: int) -> bool:
    """Erase what is due today of one claim; False when it isn't any more."""
    ticket = Claim.objects.values_list("ticket_id", flat=True).get(pk=claim_id)
    locked = chaining.lock(ticket) if ticket else None
    claim = Claim.objects.select_for_update(of=("self",)).get(pk=claim_id)
    at = timezone.now()
    if claim.ticket_id != ticket or claim.erase_on is None or claim.erase_on > paris_day(at):
        return False
    _erase(Change(claim, locked, None, at), {"why": "term"})
    return True


@transaction.atomic(durable=True)
def object_to(*, claim_id: int, version: int, proof: str, by: User) -> Claim:
    """Erase at once, for a claimant who asks for it and proved who they are, what a settled claim keeps.

    Raises ClaimRefused, ClaimMoved.
    """
    change = begin(claim_id=claim_id, version=version, by=by, permission=LEAD)
    refuse_objection(change.claim, proof)
    _erase(change, {"why": "objection"} | _proved(change.claim, proof))
    return change.claim


def refuse_objection(claim: Claim, proof: str) -> None:
    """Raise ClaimRefused unless the claim is settled and its claimant proved who they are."""
    if claim.is_open:
        raise ClaimRefused(
            "Sans ces données, personne ne pourrait répondre à la réclamation\u00a0: classez-la d’abord."
        )
    _refuse_unproved(proof)


@transaction.atomic(durable=True)
def give(*, claim_id: int, version: int, proof: str, by: User) -> dict[str, Any]:
    """All that is kept of a claimant who proved who they are, as JSON has it. Raises ClaimRefused, ClaimMoved."""
    change = begin(claim_id=claim_id, version=version, by=by, permission=LEAD)
    claim = change.claim
    change.end(ClaimEvent.Kind.GIVEN, data=_proved(claim, proof))
    person = claim.claimant()
    return {
        "claim": claim.shown,
        "ticket": claim.ticket_number or None,
        "received_on": claim.received_on.isoformat(),
        "person": {name: getattr(person, name) for name in person.__slots__},
        "written": [
            {"at": event.at.isoformat(), "kind": event.kind, "text": event.text}
            for event in claim.events.all()
            if event.sealed is not None
        ],
        "attached": [
            {"at": one.event.at.isoformat(), "kind": one.kind, "base64": b64encode(one.file).decode()}
            for one in ClaimAttachment.objects.filter(event__claim=claim).select_related("event")
        ],
        "next_erasure": claim.erase_on.isoformat() if claim.erase_on else None,
    }


def _erase(change: Change, why: dict[str, Any]) -> None:
    claim = change.claim
    nothing = dict.fromkeys(_BLOB)
    ClaimAttachment.objects.filter(event__claim=claim).update(**nothing)
    ClaimEvent.objects.filter(claim=claim).update(**nothing)
    for name in (*_BLOB, *_DIGESTS):
        setattr(claim, name, None)
    claim.erase_on, claim.erased_at, claim.status = None, change.at, Claim.Status.CLOSED
    change.end(ClaimEvent.Kind.ERASED, *_BLOB, *_DIGESTS, "erase_on", "erased_at", "status", data=why)


def _proved(claim: Claim, proof: str) -> dict[str, str]:
    """The digest of the reference of the proof seen, which can be matched as long as the data is kept."""
    _refuse_unproved(proof)
    return {"proof": personal.digest(personal.key_of(claim.content, row=claim.row), proof.strip()[:_PROOF])}


def _refuse_unproved(proof: str) -> None:
    if not proof.strip():
        raise ClaimRefused("Dites quel justificatif d’identité a été vu.", "proof")
    try:
        code_within.refuse(proof)
    except code_within.CodeWithin as error:
        raise ClaimRefused(str(error), "proof") from error


def _under_an_older_key(model: type[Sealed]) -> list[int]:
    sealed = model.objects.exclude(master=None).exclude(master=settings.PERSONAL_KEYS[-1][0])
    return list(sealed.values_list("pk", flat=True))


@transaction.atomic(durable=True)
def _rewrap(model: type[Sealed], key: int) -> bool | None:
    """Whether the row's key was wrapped anew; None when nothing opens it, which is logged."""
    row = model.objects.select_for_update(of=("self",)).filter(pk=key).exclude(master=None).first()
    if row is None:
        return False
    try:
        row.content = personal.rewrap(row.content, row=row.row)
    except personal.Unreadable as error:
        logger.error("%s %s can't be read: %s", model.__name__, key, error)
        return None
    row.save(update_fields=_BLOB)
    return True
