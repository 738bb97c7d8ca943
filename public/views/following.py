"""The follow-up of a claim by who made it: its number and secret are posted, and open it for half an hour (art. 10)."""

import time
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import attempts
from games.refusals import Refusal
from games.views.posting import comes_back
from payouts.claiming import following
from payouts.models import Claim
from payouts.personal import Unreadable
from public.claim_forms import AddForm, FollowForm
from public.pages import Page, show
from public.views.claims import HOUR, TOO_MANY, WAITED, too_many_files

PAGE = Page("public:claim_follow", "Suivre ma réclamation", "Où en est votre réclamation.")
OPEN_FOR = 1800  # seconds
HELD = "claim"  # in the session: the claim's key, and until when
WRONG = "Ce numéro et ce code de suivi ne vont pas ensemble. Vérifiez chaque caractère."
SLOW_DOWN = "Trop d’essais. Attendez une minute, relisez le numéro et le code de suivi, puis réessayez."


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """The claim that this browser opened, or the form that opens one."""
    if request.method == "POST":
        return _opened(request)
    claim = _held(request)
    return _shown(request, claim, AddForm.blank()) if claim else _form(request, FollowForm())


def _acting(view: Callable[[HttpRequest, Claim], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Posts about the claim that this browser opened; else, back to the page."""

    @wraps(view)
    def wrapped(request: HttpRequest) -> HttpResponse:
        claim = _held(request) if request.method == "POST" else None
        return view(request, claim) if claim else redirect("public:claim_follow")

    return never_cache(require_http_methods(["GET", "HEAD", "POST"])(wrapped))


def _again(request: HttpRequest) -> HttpResponse:
    form, claim = AddForm(request.POST).unjudged(WAITED), _held(request)
    return _shown(request, claim, form, status=403) if claim else redirect("public:claim_follow")


@comes_back(_again)
@_acting
def add(request: HttpRequest, claim: Claim) -> HttpResponse:
    """A message, documents or both."""
    form = AddForm(request.POST, request.FILES)
    if too_many_files(request):
        return attempts.slowed(_shown(request, claim, form.unjudged(TOO_MANY), status=429), HOUR)
    if not form.is_valid():
        return _shown(request, claim, form, status=422)
    if attempts.too_many(request, "claim-additions", settings.CLAIMS_AN_HOUR, HOUR):
        form.add_error(None, TOO_MANY)
        return attempts.slowed(_shown(request, claim, form, status=429), HOUR)
    given = form.cleaned_data
    try:
        following.add(claim_id=claim.pk, key=given["key"], text=given["text"], attached=given["attached"])
    except Refusal as refusal:
        form.add_error("text", refusal.message)
        return _shown(request, claim, form, status=422)
    return redirect("public:claim_follow")


@_acting
def withdraw(request: HttpRequest, claim: Claim) -> HttpResponse:
    """The claimant gives the claim up; what is closed already stays so."""
    try:
        following.withdraw(claim_id=claim.pk)
    except Refusal as refusal:
        form = AddForm.blank()
        return _shown(request, claim, form, status=422, refusal=refusal.message)
    return redirect("public:claim_follow")


@_acting
def leave(request: HttpRequest, claim: Claim) -> HttpResponse:
    """This browser opens the claim no more."""
    del request.session[HELD]
    return redirect("public:claim_follow")


@require_http_methods(["POST"])
@never_cache
def as_text(request: HttpRequest) -> HttpResponse:
    """Number and secret as a file, to who has just been given them."""
    number, typed = request.POST.get("number", ""), request.POST.get("secret", "")
    claim = following.find(number=number, typed_secret=typed)
    if claim is None:
        return _wrong(request)
    text = render_to_string("public/claims/secret.txt", {"claim": claim, "secret": typed, "site": settings.SITE_URL})
    answer = HttpResponse(text, content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="reclamation-{claim.number}.txt"'
    return answer


def _opened(request: HttpRequest) -> HttpResponse:
    claim = following.find(number=request.POST.get("number", ""), typed_secret=request.POST.get("secret", ""))
    if claim is None:
        return _wrong(request)
    request.session.cycle_key()  # who knew it before opens nothing
    request.session[HELD] = [claim.pk, int(time.time()) + OPEN_FOR]
    return redirect("public:claim_follow")


def _wrong(request: HttpRequest) -> HttpResponse:
    many = attempts.count_unknown(request, "claims")
    form = FollowForm(request.POST)
    form.add_error(None, SLOW_DOWN if many else WRONG)
    return attempts.slowed(_form(request, form, status=429)) if many else _form(request, form, status=422)


def _held(request: HttpRequest) -> Claim | None:
    """The claim that this browser may see, as long as it is kept."""
    key, until = request.session.get(HELD, (0, 0))
    if until < time.time():
        return None
    return Claim.objects.select_related("emission", "refund").filter(pk=key, erased_at=None).first()


def _form(request: HttpRequest, form: FollowForm, status: int = 200) -> HttpResponse:
    return show(request, PAGE, "public/claims/follow.html", {"form": form}, status=status)


def _shown(request: HttpRequest, claim: Claim, form: AddForm, *, status: int = 200, refusal: str = "") -> HttpResponse:
    try:
        history = following.told(claim)
    except Unreadable:
        return render(request, "500.html", status=500)
    shown = {"claim": claim, "history": history, "form": form, "again": bool(request.FILES), "refusal": refusal}
    return show(request, PAGE, "public/claims/followed.html", shown, status=status)
