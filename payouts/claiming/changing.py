"""How any claim is changed: its ticket and row locked, nobody forestalled, one event and one entry of the journal."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from games.templatetags.french import paris_moment
from payouts import chaining
from payouts.chaining import Locked
from payouts.claiming import attachments, words
from payouts.claiming.attachments import Attachment
from payouts.claiming.refusals import ClaimMoved, ClaimRefused
from payouts.models import Claim, ClaimEvent
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import Ticket
from tickets.suspending import WHOLE_SITE

HANDLE, DECIDE, LEAD = "payouts.handle_claim", "payouts.decide_claim", "payouts.lead_claims"
_REFUSED = {
    HANDLE: "Seul le Service Clients suit les réclamations.",
    DECIDE: "Seul le Service Clients décide d’une réclamation.",
    LEAD: "Seul le responsable du Service Clients peut le faire.",
}


@dataclass(slots=True)
class Change:
    """A claim under change, in the caller's transaction; `locked` is its ticket, when it is known."""

    claim: Claim
    locked: Locked | None
    by: User | None
    at: datetime
    left: Locked | None = None  # the ticket it was about until now

    def end(
        self,
        kind: str,
        *changed: str,
        data: Mapping[str, Any] | None = None,
        text: str = "",
        attached: Sequence[Attachment] = (),
    ) -> ClaimEvent:
        """Save these fields, add the event with its sealed text and attachments, and note it in the journal, by ids,
        kinds and digests alone.
        """
        self.claim.version += 1
        self.claim.save(update_fields=[*changed, "version"])
        event = ClaimEvent(claim=self.claim, number=self.claim.version, kind=kind, at=self.at, by=self.by)
        event.data = dict(data or {})
        digests: dict[str, Any] = {"digest": event.seal(text)} if text else {}
        event.save(force_insert=True)
        if attached:
            digests["attached"] = attachments.keep(event, attached)
        self.note(event, digests)
        return event

    def note(self, event: ClaimEvent, more: Mapping[str, Any]) -> None:
        """On the ticket's chain when the ticket is known, on the site's otherwise."""
        by = self.by.pk if self.by else None
        said = {"claim": self.claim.pk, "event": event.number, "what": event.kind, "by": by, **event.data, **more}
        for locked in filter(None, (self.locked, self.left)):
            locked.note("claim", said, at=self.at)
        if self.locked is None:
            record.note(Subject.SITE, WHOLE_SITE, "claim", said, at=self.at)


def begin(*, claim_id: int, version: int, by: User, permission: str = HANDLE, to_ticket: int | None = None) -> Change:
    """Lock a claim as it was when `by` read it. Raises ClaimRefused, ClaimMoved, Claim.DoesNotExist.

    Its ticket comes first, as everywhere; `to_ticket` is the one that it is going to be about, which may be
    Ticket.DoesNotExist.
    """
    refuse_without(permission, by)
    change, moved = _lock(claim_id, by, to_ticket)
    if change.claim.version != version or moved:
        raise ClaimMoved(_forestalled(change.claim), change.claim)
    return _whole(change)


def begin_for_claimant(*, claim_id: int) -> Change:
    """Lock a claim for who made it, however it moved on meanwhile. Raises ClaimRefused."""
    change, moved = _lock(claim_id, None, None)
    if moved:
        raise ClaimRefused("Votre réclamation vient de changer\u00a0: recommencez.")
    return _whole(change)


def _lock(claim_id: int, by: User | None, to_ticket: int | None) -> tuple[Change, bool]:
    """The claim under its ticket's lock and its own, and whether it was given another ticket just before."""
    ticket = Claim.objects.values_list("ticket_id", flat=True).get(pk=claim_id)
    locked, left = _locked(ticket, to_ticket)
    claim = Claim.objects.select_related("emission").select_for_update(of=("self",)).get(pk=claim_id)
    return Change(claim, locked, by, timezone.now(), left), claim.ticket_id != ticket


def _whole(change: Change) -> Change:
    if change.claim.erased_at:
        raise ClaimRefused("Les données de cette réclamation sont effacées\u00a0: elle ne change plus.")
    return change


def refuse_without(permission: str, by: User | None) -> None:
    """Raises ClaimRefused."""
    if by is None or not by.has_perm(permission):
        raise ClaimRefused(_REFUSED[permission])


def refuse_unless_open(claim: Claim) -> None:
    """Raises ClaimRefused."""
    if not claim.is_open:
        raise ClaimRefused(f"Cette réclamation est {claim.get_status_display()}\u00a0: il faut d’abord la rouvrir.")


def _locked(ticket: int | None, to_ticket: int | None) -> tuple[Locked | None, Locked | None]:
    """The ticket that the claim is going to be about, and the one that it leaves. Raises Ticket.DoesNotExist."""
    if to_ticket is None or to_ticket == ticket or ticket is None:
        only = to_ticket or ticket
        return (chaining.lock(only) if only else None), None
    locked = chaining.lock_all((ticket, to_ticket))
    if to_ticket not in locked:
        raise Ticket.DoesNotExist
    return locked[to_ticket], locked[ticket]


def _forestalled(claim: Claim) -> str:
    last = ClaimEvent.objects.filter(claim=claim).order_by("-number")[:1]
    known = words.people(last)
    told = " ".join(
        f"Entre-temps, {words.who(one, known)} {words.done(one, known)} ({paris_moment(one.at)})." for one in last
    )
    return f"{told} Rien n’a été changé par vous\u00a0: relisez la réclamation, puis recommencez."
