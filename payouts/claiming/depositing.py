"""A claim made on the site (art. 10): whatever the number typed says of a ticket, the answer is the same."""

import hashlib
import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from django.db import IntegrityError
from django.utils import timezone

from payouts.claiming import receiving, secret
from payouts.claiming.admissibility import Verdict, judge
from payouts.claiming.attachments import Attachment
from payouts.claiming.receiving import Arrival, Sent
from payouts.models import Claim
from tickets import numbers
from tickets.calendar import paris_day
from tickets.models import Emission, Ticket


@dataclass(frozen=True, slots=True, repr=False)
class Deposit:
    """A form as it was sent: its key, what it is about, the number typed, who claims, what is attached."""

    key: uuid.UUID
    subject: str
    typed: Mapping[str, str]
    ticket: int | None = None
    attached: tuple[Attachment, ...] = ()


def emission_of(number: int) -> Emission | None:
    """The emission that the first five digits of a ticket's number say, when it is on sale or was (art. 3.2.5)."""
    parts, today = numbers.split(number), paris_day(timezone.now())
    found = Emission.objects.filter(game_code=parts.game_code, number=parts.emission, available_on__lte=today)
    return found.select_related("game").first()


def verdict_today(emission: Emission) -> Verdict:
    """Whether a claim made on the site today would come in time (art. 10)."""
    today = paris_day(timezone.now())
    return judge(channel=Claim.Channel.SITE, exercised_on=today, emission_known=True, closed_on=emission.closed_on)


def already(key: uuid.UUID) -> Claim | None:
    """The claim that this form made, if it was sent before."""
    return Claim.objects.filter(form_digest=_digest(key)).first()


def deposit(*, sent: Deposit) -> Claim:
    """Record a claim made on the site, once a form, also when it is sent several times at once.

    Raises ClaimantRefused; nothing tells whether a ticket bears the number.
    """
    today = paris_day(timezone.now())
    known = sent.ticket is not None and Ticket.objects.filter(pk=sent.ticket).exists()
    try:
        return receiving.receive(
            arrival=Arrival(Claim.Channel.SITE, today, today),
            subject=sent.subject,
            typed=sent.typed,
            by=None,
            ticket=sent.ticket if known else None,
            emission=emission_of(sent.ticket) if sent.ticket is not None and not known else None,
            sent=Sent(
                form_digest=_digest(sent.key),
                secret_digest=secret.digest(secret.of_form(sent.key)),
                attached=sent.attached,
                told="" if known or sent.ticket is None else _unknown(sent.ticket),
            ),
        )
    except IntegrityError:
        if (claim := already(sent.key)) is None:
            raise
        return claim


def _unknown(number: int) -> str:
    return f"Numéro indiqué\u00a0: {numbers.shown(number)}. Aucun ticket ne le porte."


def _digest(key: uuid.UUID) -> bytes:
    return hashlib.sha256(key.bytes).digest()
