"""The page of one claim, and everything that customer service does from it."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from games.refusals import Refusal
from office.access import office_page
from office.pages import page as office
from office.views.claim_forms import ClaimantForm, ticket_number
from office.views.claims import VIEW
from office.views.showing_claims import UNREADABLE, shown
from payouts.claiming import deciding, erasing, following, handling, letters, numbers, secret
from payouts.claiming.changing import HANDLE, LEAD
from payouts.claiming.deciding import Decision
from payouts.claiming.refusals import ClaimantRefused, ClaimRefused
from payouts.models import Claim
from payouts.personal import Unreadable
from tickets.models import Emission

Do = Callable[[HttpRequest, dict[str, Any]], str]


@require_GET
@office_page(VIEW)
def page(request: HttpRequest, user: User, number: int) -> HttpResponse:
    """All of a claim; who only reads sees neither the claimant nor what was written."""
    return _page(request, _found(number), user)


@require_POST
@office_page(HANDLE)
def act(request: HttpRequest, user: User, number: int, action: str) -> HttpResponse:
    """Do one thing with a claim as it was on the page; a refusal is told there, and nothing typed is lost."""
    claim, do = _found(number), _ACTIONS.get(action)
    if do is None:
        raise Http404
    try:
        messages.success(request, do(request, _who(request, claim, user)))
    except ClaimantRefused as refused:
        return _page(request, claim, user, refused, action, refused.errors)
    except Refusal as refusal:
        return _page(request, claim, user, refusal, action)
    except Unreadable:
        return _page(request, claim, user, ClaimRefused(UNREADABLE), action)
    return redirect("office:claim", number)


@require_POST
@office_page(HANDLE)
def entrust(request: HttpRequest, user: User, number: int) -> HttpResponse:
    """A follow-up secret for the claimant, shown on this answer alone; the journal says that one was given."""
    claim = _found(number)
    try:
        claim, given = following.give_secret(**_who(request, claim, user))
    except Refusal as refusal:
        return _page(request, claim, user, refusal, "code")
    shown = {
        "claim": claim,
        "secret": secret.shown(given),
        "address": settings.SITE_URL + reverse("public:claim_follow"),
    }
    return office(request, "claim_secret.html", f"Code de suivi de la réclamation {claim.shown}", shown)


@require_POST
@office_page(LEAD)
def give(request: HttpRequest, user: User, number: int) -> HttpResponse:
    """A file of all that is kept of a claimant who proved who they are; the journal says that it was made."""
    claim = _found(number)
    try:
        found = erasing.give(**_who(request, claim, user), proof=request.POST.get("proof", ""))
    except Refusal as refusal:
        return _page(request, claim, user, refusal, "donnees")
    except Unreadable:
        return _page(request, claim, user, ClaimRefused(UNREADABLE), "donnees")
    answer = JsonResponse(found, json_dumps_params={"ensure_ascii": False, "indent": 2})
    answer["Content-Disposition"] = f'attachment; filename="reclamation-{number}.json"'
    return answer


@require_POST
@office_page(LEAD)
def erase(request: HttpRequest, user: User, number: int) -> HttpResponse:
    """Say what will be erased, then erase it, for a claimant who proved who they are."""
    claim, proof = _found(number), request.POST.get("proof", "")
    try:
        if "vu" not in request.POST:
            erasing.refuse_objection(claim, proof)
            return office(request, "claim_erase.html", f"Effacer la réclamation {claim.shown}", {"claim": claim})
        erasing.object_to(**_who(request, claim, user), proof=proof)
    except Refusal as refusal:
        return _page(request, claim, user, refusal, "effacer")
    messages.success(request, "Les données du joueur sont effacées.")
    return redirect("office:claim", number)


def _page(
    request: HttpRequest,
    claim: Claim,
    user: User,
    refusal: Refusal | None = None,
    action: str = "",
    errors: dict[str, str] | None = None,
) -> HttpResponse:
    """The page, read anew when something was refused: somebody else may have been the cause."""
    claim = _found(claim.number) if refusal else claim
    more: dict[str, Any] = {"refusal": refusal.message if refusal else "", "action": action}
    more["typed"] = request.POST if refusal else {}
    if errors:
        form = ClaimantForm(request.POST)
        for field, message in errors.items():
            form.add_error(field, message)
        more["form"] = form
    status = refusal.status if refusal else 200
    return office(request, "claim.html", f"Réclamation {claim.shown}", shown(claim, user) | more, status=status)


def _found(number: int) -> Claim:
    related = ("emission__game", "ticket", "assigned_to", "refund", "mark")
    try:
        return Claim.objects.numbered(number).select_related(*related).get()
    except (numbers.BadClaimNumber, Claim.DoesNotExist) as error:
        raise Http404("Aucune réclamation ne porte ce numéro.") from error


def _who(request: HttpRequest, claim: Claim, user: User) -> dict[str, Any]:
    text = request.POST.get("version", "")
    version = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    return {"claim_id": claim.pk, "version": version, "by": user}


def _take(request: HttpRequest, who: dict[str, Any]) -> str:
    handling.assign(**who, to=who["by"])
    return "Vous suivez cette réclamation."


def _assign(request: HttpRequest, who: dict[str, Any]) -> str:
    key = request.POST.get("to", "")
    to = User.objects.filter(pk=key).first() if key.isascii() and key.isdigit() and len(key) < 10 else None
    if key and to is None:
        raise ClaimRefused("Choisissez quelqu’un.", "to")
    handling.assign(**who, to=to)
    return "La réclamation est confiée." if to else "La réclamation est à qui la prendra."


def _note(request: HttpRequest, who: dict[str, Any]) -> str:
    handling.note(**who, text=request.POST.get("text", ""))
    return "La note est gardée."


def _move(request: HttpRequest, who: dict[str, Any]) -> str:
    claim = handling.move(**who, status=request.POST.get("status", ""))
    return f"La réclamation est {claim.get_status_display()}."


def _ticket(request: HttpRequest, who: dict[str, Any]) -> str:
    try:
        ticket = ticket_number(request.POST.get("ticket", ""))
    except ValidationError as error:
        raise ClaimRefused(error.messages[0], "ticket") from error
    if ticket:
        handling.identify(**who, ticket=ticket)
        return "Le ticket est rattaché."
    key = request.POST.get("emission", "")
    emission = Emission.objects.filter(pk=key).first() if key.isascii() and key.isdigit() and len(key) < 10 else None
    if emission is None:
        raise ClaimRefused("Donnez le numéro du ticket, ou son émission.", "ticket")
    handling.name_emission(**who, emission=emission)
    return "L’émission est rattachée."


def _correct(request: HttpRequest, who: dict[str, Any]) -> str:
    handling.correct(**who, typed={name: request.POST.get(name, "") for name in ClaimantForm.base_fields})
    return "Les données du joueur sont corrigées."


def _write(request: HttpRequest, who: dict[str, Any]) -> str:
    made = letters.write(**who, kind=request.POST.get("kind", ""), text=request.POST.get("text", ""))
    if made.data.get("on_site"):
        return "La question est posée sur le site, où le joueur suit sa réclamation. Prévenez-le si vous le pouvez."
    return "La lettre est faite : imprimez-la ci-dessous."


def _decide(request: HttpRequest, who: dict[str, Any]) -> str:
    outcome, reason, remedy = (request.POST.get(name, "") for name in ("outcome", "reason", "remedy"))
    claim = deciding.decide(**who, decision=Decision(outcome, reason, remedy))
    return f"Réclamation {claim.get_outcome_display()}. Écrivez au joueur, puis classez-la."


def _close(request: HttpRequest, who: dict[str, Any]) -> str:
    deciding.close(**who, reason=request.POST.get("reason", ""))
    return "La réclamation est classée."


def _reopen(request: HttpRequest, who: dict[str, Any]) -> str:
    deciding.reopen(**who, reason=request.POST.get("reason", ""))
    return "La réclamation est rouverte."


_ACTIONS: dict[str, Do] = {
    "prendre": _take,
    "confier": _assign,
    "noter": _note,
    "etat": _move,
    "ticket": _ticket,
    "corriger": _correct,
    "ecrire": _write,
    "decider": _decide,
    "classer": _close,
    "rouvrir": _reopen,
}
