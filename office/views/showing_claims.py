"""What the page of a claim shows, to who handles claims and to who only reads them."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from games.models import Play
from office.views.claim_forms import ClaimantForm
from payouts import personal, printing
from payouts.claiming import deciding, handling, letters, words
from payouts.claiming.changing import DECIDE, HANDLE, LEAD
from payouts.claiming.claimants import Claimant
from payouts.claiming.deciding import REMEDIES
from payouts.claiming.words import People
from payouts.models import Claim, ClaimAttachment, ClaimEvent, Mark, Payment, Refund
from payouts.models.sealed import Erased
from tickets.calendar import paris_day
from tickets.models import Emission

_Kind = ClaimEvent.Kind
UNREADABLE = "Ces données sont illisibles : prévenez l’exploitation, elles ont été altérées."
_BACKEND = "django.contrib.auth.backends.ModelBackend"  # two are configured, and groups are this one's


def shown(claim: Claim, user: User) -> dict[str, Any]:
    """The template's names."""
    handles = user.has_perm(HANDLE)
    attached = Prefetch("attachments", ClaimAttachment.objects.defer("sealed"))
    events = list(ClaimEvent.objects.filter(claim=claim).prefetch_related(attached).order_by("-number"))
    known = words.people(events)
    today = paris_day(timezone.now())
    return {
        "claim": claim,
        "verdict": claim.verdict,
        "late": max((today - claim.due_on).days, 0) if claim.is_open else 0,
        "history": [_told(event, known, open_texts=handles) for event in events],
        "about": _ticket(claim),
        **(_for_service(claim, user) if handles and not claim.erased_at else {}),
    }


def _for_service(claim: Claim, user: User) -> dict[str, Any]:
    """What is personal, and what may be done."""
    person = _person(claim)
    free = claim.assigned_to_id in (None, user.pk) or user.has_perm(LEAD)
    may = {
        "take": claim.status != Claim.Status.CLOSED and claim.assigned_to_id != user.pk and free,
        "assign": claim.status != Claim.Status.CLOSED and free,
        "decide": claim.is_open and user.has_perm(DECIDE),
        "close": claim.status != Claim.Status.CLOSED,
        "reopen": not claim.is_open and user.has_perm(LEAD),
        "lead": user.has_perm(LEAD),
    }
    return {
        "handles": True,
        "person": person,
        "unreadable": "" if person else UNREADABLE,
        "form": ClaimantForm(initial=_initial(person)),
        "may": may,
        "most": {"note": handling.NOTE, "question": letters.LONGEST, "reason": deciding.REASON},
        "agents": _agents(claim) if may["assign"] else (),
        "outcomes": _outcomes(claim),
        "remedies": REMEDIES.items() if claim.verdict.admissible else (),
        "emissions": Emission.objects.select_related("game").order_by("game_code", "-number")
        if claim.is_open and not claim.ticket_id
        else (),
    }


def _person(claim: Claim) -> Claimant | None:
    try:
        return claim.claimant()
    except (Erased, personal.Unreadable):
        return None


def _initial(person: Claimant | None) -> dict[str, str]:
    return {name: getattr(person, name) for name in ClaimantForm.base_fields} if person else {}


def _agents(claim: Claim) -> QuerySet[User]:
    """Who may be given the claim."""
    able = User.objects.with_perm(HANDLE, is_active=True, include_superusers=False, backend=_BACKEND)
    others = able.exclude(pk=claim.assigned_to_id) if claim.assigned_to_id else able
    return others.order_by("last_name", "username")


def _outcomes(claim: Claim) -> list[tuple[str, str]]:
    """The decisions that art. 10 leaves."""
    late = Claim.Outcome.INADMISSIBLE
    return [one for one in Claim.Outcome.choices if (one[0] == late) != claim.verdict.admissible]


def _told(event: ClaimEvent, known: People, *, open_texts: bool) -> dict[str, Any]:
    """An event; a letter's text is a page of its own, an attachment a file of its own."""
    letter = event.kind == _Kind.LETTER
    return {
        "event": event,
        "who": words.who(event, known),
        "done": words.done(event, known),
        "text": _text(event) if open_texts and not letter else "",
        "sealed": event.sealed is not None and not open_texts,
        "attached": [one for one in event.attachments.all() if one.master is not None] if open_texts else (),
        "letter": letter and event.sealed is not None and open_texts,
        "pdf": letter and printing.available(),
    }


def _text(event: ClaimEvent) -> str:
    try:
        return event.text
    except personal.Unreadable:
        return UNREADABLE


def _ticket(claim: Claim) -> dict[str, Any]:
    """The ticket, and all that was ordered, marked or paid of it."""
    number = claim.ticket_id
    if number is None:
        return {}
    return {
        "number": f"{number:015d}",
        "others": Claim.objects.filter(ticket=number).exclude(pk=claim.pk).order_by("-pk"),
        "play": Play.objects.filter(ticket=number).only("started_at", "ended_at", "amount").first(),
        "refunds": Refund.objects.filter(ticket=number).order_by("pk"),
        "marks": Mark.objects.filter(ticket=number).order_by("pk"),
        "payments": Payment.objects.filter(ticket=number).select_related("desk").order_by("paid_at"),
    }
