"""Stolen and misprinted booklets: what a flag touches is shown first, then done in one action (art. 4.3.4, 7)."""

from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods

from office.access import office_page
from office.pages import page
from office.views.booklet_forms import BookletsForm, LiftForm, MisprintForm, StolenForm
from payouts import flagging, lifting, refunding
from payouts.affected import affected
from payouts.models import Flagging, Lifting
from payouts.pasted import shown as booklet_shown
from payouts.refusals import PaymentRefused

LISTED = 500  # booklets or payments listed on a page
MANY = 100  # booklets, beyond which the button alone does not do it


@dataclass(frozen=True, slots=True)
class Refunds:
    """What lifting a flag gives back."""

    numbers: tuple[int, ...]
    total: int


@dataclass(frozen=True, slots=True)
class Action:
    """A page: its title, its words, its button, and what it does, which tells where to go next."""

    title: str
    told: str
    button: str
    do: Callable[[Any, User], tuple[str, Flagging | Lifting | None]]
    will: tuple[str, str]  # what will be of one booklet, of several
    kind: str = ""


def _flag_stolen(form: StolenForm, user: User) -> tuple[str, Flagging]:
    given = form.cleaned_data
    complaint = flagging.Complaint(given["reference"], given["on"], given["authority"])
    made = flagging.flag_stolen(keys=form.named.keys, complaint=complaint, by=user)
    return f"{_booklets(made.count)} maintenant déclaré{'s' * (made.count > 1)} volé{'s' * (made.count > 1)}.", made


def _flag_misprint(form: MisprintForm, user: User) -> tuple[str, Flagging]:
    made = flagging.flag_misprint(keys=form.named.keys, reason=form.cleaned_data["reason"], by=user)
    return f"{_booklets(made.count)} maintenant marqué{'s' * (made.count > 1)}.", made


def _lift(form: LiftForm, user: User) -> tuple[str, Flagging | Lifting | None]:
    given = form.cleaned_data
    made = lifting.lift(keys=form.named.keys, kind=given["kind"], reason=given["reason"], by=user)
    if made.waits:
        return "C’est préparé\u00a0: une autre personne doit maintenant lever ce signalement.", made
    return f"Le signalement est levé pour {_booklets(made.count)}.", given.get("flagging")


STOLEN = Action(
    "Déclarer des livrets volés",
    "Leurs tickets ne pourront plus être commencés, ni payés. Une partie déjà commencée continue (art. 4.3.4).",
    "Déclarer volés",
    _flag_stolen,
    ("sera déclaré volé", "seront déclarés volés"),
    Flagging.Kind.STOLEN,
)
MISPRINT = Action(
    "Signaler une anomalie d’impression",
    "Leurs tickets ne pourront plus être commencés\u00a0: ils se remboursent ou s’échangent. Une partie jouée jusqu’à "
    "son résultat le garde, et son gain se paie (art. 7).",
    "Marquer ces livrets",
    _flag_misprint,
    ("sera marqué", "seront marqués"),
    Flagging.Kind.MISPRINT,
)
LIFT = Action(
    "Lever un signalement",
    "Les tickets redeviennent jouables et payables. S’il est trop tard pour les commencer, ceux qui ne l’ont pas été "
    "sont remboursés dans la même action\u00a0: vous la préparez, une autre personne la fait.",
    "Lever le signalement",
    _lift,
    ("ne sera plus signalé", "ne seront plus signalés"),
)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page(flagging.FLAG)
def stolen(request: HttpRequest, user: User) -> HttpResponse:
    """Flag booklets as stolen."""
    return _act(request, user, STOLEN, StolenForm(request.POST or None))


@require_http_methods(["GET", "HEAD", "POST"])
@office_page(flagging.FLAG)
def misprint(request: HttpRequest, user: User) -> HttpResponse:
    """Flag booklets, or a whole block, as misprinted."""
    return _act(request, user, MISPRINT, MisprintForm(request.POST or None))


@require_http_methods(["GET", "HEAD", "POST"])
@office_page(lifting.UNFLAG)
def lift(request: HttpRequest, user: User) -> HttpResponse:
    """Lift the flag of booklets; `signalement` in the address names a whole flagging."""
    of = Flagging.objects.filter(pk=_whole(request.GET.get("signalement", ""))).first()
    initial = {"flagging": of, "kind": of.kind} if of else {}
    return _act(request, user, LIFT, LiftForm(request.POST or None, initial=initial), of=of)


@require_GET
@office_page("payouts.view_flagging")
def one(request: HttpRequest, user: User, flagging_id: int) -> HttpResponse:
    """A flagging: what was declared, its booklets, and which of them were unflagged since."""
    made = get_object_or_404(Flagging.objects.select_related("by"), pk=flagging_id)
    counts = made.flagged.aggregate(all=Count("pk"), lifted=Count("pk", filter=Q(lifted_at__isnull=False)))
    rows = made.flagged.select_related("lifted_by").order_by("booklet")[:LISTED]
    shown = {
        "flagging": made,
        "rows": [(booklet_shown(row.booklet_id), row) for row in rows],
        "in_force": counts["all"] - counts["lifted"],
        "lifted": counts["lifted"],
        "more": max(0, counts["all"] - LISTED),
        "may_lift": user.has_perm(lifting.UNFLAG),
        "unfinished": Lifting.objects.unfinished().filter(flagged__flagging=made).distinct(),
    }
    return page(request, "booklets/one.html", f"Signalement {made.pk}", shown)


def _act(
    request: HttpRequest, user: User, action: Action, form: BookletsForm, *, of: Flagging | None = None
) -> HttpResponse:
    """Ask, show what would change, then do exactly what was shown."""
    shown: dict[str, Any] = {"form": form, "action": action, "of": of}
    if not form.is_valid():
        return page(request, "booklets/ask.html", action.title, shown, status=422 if form.errors else 200)
    if "corriger" in request.POST:
        return page(request, "booklets/ask.html", action.title, shown)
    preview = _preview(action, form)
    seen, sure = request.POST.get("vu"), not preview["many"] or request.POST.get("sur") == str(preview["free"])
    if seen == preview["seen"] and sure:
        try:
            said, made = action.do(form, user)
        except PaymentRefused as refused:
            form.add_error(None, refused.message)
            return page(request, "booklets/ask.html", action.title, shown, status=422)
        messages.success(request, said)
        return redirect(_page_of(made))
    told = {"changed": seen not in (None, preview["seen"]), "unsure": seen == preview["seen"]}
    return page(request, "booklets/preview.html", action.title, shown | preview | told)


def _page_of(made: Flagging | Lifting | None) -> str:
    if made is None:
        return reverse("admin:payouts_flagging_changelist")
    return reverse("office:flagging" if isinstance(made, Flagging) else "office:lifting", args=[made.pk])


def _preview(action: Action, form: BookletsForm) -> dict[str, Any]:
    """What the action would touch, and a digest of it, which must still be true when it is done."""
    at = timezone.now()
    found = affected(form.named.keys, at)
    shown: dict[str, Any] = {"named": form.named, "found": found, "paid": found.paid[:LISTED], "at": at}
    if isinstance(form, LiftForm):
        keys = form.flagged()
        numbers = lifting.to_refund(keys=keys, kind=form.cleaned_data["kind"], at=at)
        refunds = Refunds(tuple(numbers), refunding.total_of(numbers))
        shown |= {"free": len(keys), "already": found.booklets - len(keys), "refunds": refunds}
        digest = (keys, refunds)
    else:
        already = found.stolen if action.kind == Flagging.Kind.STOLEN else found.misprint
        shown |= {"free": found.booklets - already, "already": already}
        digest = (form.named.keys, found)  # type: ignore[assignment]
    shown["many"] = shown["free"] > MANY
    return shown | {"will": action.will[shown["free"] > 1], "seen": sha256(repr(digest).encode()).hexdigest()}


def _booklets(count: int) -> str:
    return f"{count} livret{'s' * (count > 1)}"


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 12 else 0
