"""What customer service does with a claim before it decides: take, pass on, find its ticket, note, ask, correct."""

from collections.abc import Mapping

from django.contrib.auth.models import User
from django.db import transaction

from payouts.claiming import claimants
from payouts.claiming.changing import HANDLE, LEAD, begin, refuse_unless_open
from payouts.claiming.receiving import emission_of
from payouts.claiming.refusals import ClaimRefused
from payouts.models import Claim, ClaimEvent
from tickets.models import Emission, Ticket

NOTE = 2000  # characters
_Status, _Kind = Claim.Status, ClaimEvent.Kind
_MOVES = frozenset({_Status.IN_PROGRESS, _Status.WAITING})


@transaction.atomic(durable=True)
def assign(*, claim_id: int, version: int, to: User | None, by: User) -> Claim:
    """Take a claim, pass on one's own, or leave it to whoever takes it; another's is the lead's to give.

    Raises ClaimRefused, ClaimMoved.
    """
    change = begin(claim_id=claim_id, version=version, by=by)
    claim = change.claim
    if claim.status == _Status.CLOSED:
        refuse_unless_open(claim)
    if claim.assigned_to_id not in (None, by.pk) and not by.has_perm(LEAD):
        raise ClaimRefused("Quelqu’un d’autre suit cette réclamation\u00a0: le responsable peut la réattribuer.")
    if to is not None and not (to.is_active and to.has_perm(HANDLE)):
        raise ClaimRefused("Cette personne ne suit pas de réclamations.", "to")
    if claim.assigned_to_id == (to.pk if to else None):
        raise ClaimRefused("Rien à changer\u00a0: c’est déjà ainsi.", "to")
    claim.assigned_to = to
    if to and claim.status == _Status.RECEIVED:
        claim.status = _Status.IN_PROGRESS
    change.end(_Kind.ASSIGNED, "assigned_to", "status", data={"to": to.pk if to else None})
    return claim


@transaction.atomic(durable=True)
def note(*, claim_id: int, version: int, text: str, by: User) -> Claim:
    """Keep an internal note, sealed: people write names in them. Raises ClaimRefused, ClaimMoved."""
    change = begin(claim_id=claim_id, version=version, by=by)
    change.end(_Kind.NOTE, text=written(text))
    return change.claim


@transaction.atomic(durable=True)
def move(*, claim_id: int, version: int, status: str, by: User) -> Claim:
    """Put an open claim in progress, or waiting for the claimant. Raises ClaimRefused, ClaimMoved."""
    change = begin(claim_id=claim_id, version=version, by=by)
    refuse_unless_open(change.claim)
    if status not in _MOVES:
        raise ClaimRefused("Une réclamation ne passe pas à cet état ainsi.", "status")
    if change.claim.status == status:
        raise ClaimRefused("Rien à changer\u00a0: c’est déjà ainsi.", "status")
    change.claim.status = status
    change.end(_Kind.MOVED, "status", data={"status": _Status(status).value})
    return change.claim


@transaction.atomic(durable=True)
def identify(*, claim_id: int, version: int, ticket: int, by: User) -> Claim:
    """Say which ticket a claim is about; its emission follows. Raises ClaimRefused, ClaimMoved."""
    try:
        change = begin(claim_id=claim_id, version=version, by=by, to_ticket=ticket)
    except Ticket.DoesNotExist as error:
        raise ClaimRefused("Aucun ticket ne porte ce numéro.", "ticket") from error
    claim = change.claim
    refuse_unless_open(claim)
    if claim.refund_id or claim.mark_id:
        raise ClaimRefused("Cette réclamation a déjà décidé de son ticket\u00a0: il ne change plus.", "ticket")
    if claim.ticket_id == ticket or change.locked is None:
        raise ClaimRefused("Rien à changer\u00a0: c’est déjà ainsi.", "ticket")
    before = claim.ticket_id
    claim.ticket, claim.emission = change.locked.ticket, emission_of(change.locked.ticket)
    data = {"ticket": ticket, "emission": claim.emission.pk, "before": before}
    change.end(_Kind.TICKET, "ticket", "emission", data=data)
    return claim


@transaction.atomic(durable=True)
def name_emission(*, claim_id: int, version: int, emission: Emission, by: User) -> Claim:
    """Say of which emission a ticket that nobody can read is. Raises ClaimRefused, ClaimMoved."""
    change = begin(claim_id=claim_id, version=version, by=by)
    refuse_unless_open(change.claim)
    if change.claim.ticket_id:
        raise ClaimRefused("Le ticket est connu, et dit son émission.", "emission")
    change.claim.emission = emission
    change.end(_Kind.TICKET, "emission", data={"ticket": None, "emission": emission.pk})
    return change.claim


@transaction.atomic(durable=True)
def correct(*, claim_id: int, version: int, typed: Mapping[str, str], by: User) -> Claim:
    """Put what is typed in the place of what was known of the claimant. Raises ClaimRefused, ClaimantRefused."""
    change = begin(claim_id=claim_id, version=version, by=by)
    digest = change.claim.seal(claimants.read(typed))
    change.end(_Kind.CORRECTED, "sealed", "wrapped_key", "master", data={"digest": digest})
    return change.claim


def written(text: str, longest: int = NOTE) -> str:
    """A text that has to be there, as it is kept. Raises ClaimRefused."""
    try:
        kept = claimants.prose(text, longest)
    except ValueError as error:
        raise ClaimRefused(str(error), "text") from error
    if not kept:
        raise ClaimRefused("Écrivez quelque chose.", "text")
    return kept
