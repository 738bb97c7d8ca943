"""A claim comes: by post, by telephone, or from the site (art. 10)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from payouts import chaining
from payouts.chaining import Locked
from payouts.claiming import claimants
from payouts.claiming.attachments import Attachment
from payouts.claiming.changing import HANDLE, Change, refuse_without
from payouts.claiming.refusals import ClaimRefused
from payouts.models import Claim, ClaimEvent
from tickets.calendar import far, paris_day
from tickets.models import Emission, Ticket


@dataclass(frozen=True, slots=True)
class Arrival:
    """How a claim came, in Paris days: the one on which the right was exercised, and the one on which it arrived."""

    channel: str
    exercised_on: date
    received_on: date


@dataclass(frozen=True, slots=True, repr=False)
class Sent:
    """What the site's form adds: the digests of its key and of the secret given, its attachments, and what is told of
    the number typed when no ticket bears it.
    """

    form_digest: bytes
    secret_digest: bytes
    attached: tuple[Attachment, ...]
    told: str


@transaction.atomic(durable=True)
def receive(
    *,
    arrival: Arrival,
    subject: str,
    typed: Mapping[str, str],
    by: User | None,
    ticket: int | None = None,
    emission: Emission | None = None,
    sent: Sent | None = None,
) -> Claim:
    """Record a claim; `typed` is who claims and what happened, `by` is None when the site received it.

    A known ticket says the emission. Raises ClaimRefused, ClaimantRefused.
    """
    if by is not None or arrival.channel != Claim.Channel.SITE:
        refuse_without(HANDLE, by)
    at = timezone.now()
    _refuse_days(arrival, paris_day(at))
    claimant = claimants.read(typed)
    locked = _locked(ticket) if ticket else None
    claim = Claim(
        channel=Claim.Channel(arrival.channel),
        subject=Claim.Subject(subject),
        exercised_on=arrival.exercised_on,
        received_on=arrival.received_on,
        due_on=arrival.received_on + timedelta(days=settings.CLAIM_ANSWER_DAYS),
        ticket=locked.ticket if locked else None,
        emission=emission_of(locked.ticket) if locked else emission,
        form_digest=sent.form_digest if sent else None,
        secret_digest=sent.secret_digest if sent else None,
    )
    digest = claim.seal(claimant)
    claim.save(force_insert=True)
    data = {"channel": claim.channel, "subject": claim.subject, "on": claim.exercised_on.isoformat(), "digest": digest}
    more: dict[str, Any] = {"text": sent.told, "attached": sent.attached} if sent else {}
    Change(claim, locked, by, at).end(ClaimEvent.Kind.RECEIVED, data=data, **more)
    return claim


def emission_of(ticket: Ticket) -> Emission:
    """The emission that a ticket is of."""
    return Emission.objects.get(blocks__booklets=ticket.booklet_id)


def _locked(ticket: int) -> Locked:
    try:
        return chaining.lock(ticket)
    except Ticket.DoesNotExist as error:
        raise ClaimRefused("Aucun ticket ne porte ce numéro.", "ticket") from error


def _refuse_days(arrival: Arrival, today: date) -> None:
    if arrival.received_on > today:
        raise ClaimRefused("Ce jour n’est pas encore venu.", "received_on")
    if arrival.exercised_on > arrival.received_on:
        raise ClaimRefused("Le cachet de la poste ne peut pas suivre la réception.", "exercised_on")
    if arrival.channel != Claim.Channel.POST and arrival.exercised_on != arrival.received_on:
        raise ClaimRefused("Un appel ou un dépôt sur le site est reçu le jour même.", "exercised_on")
    for field, day in (("exercised_on", arrival.exercised_on), ("received_on", arrival.received_on)):
        if far(day, today):
            raise ClaimRefused("Cette date est à plus de dix ans d’aujourd’hui.", field)
