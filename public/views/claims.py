"""Claims made on the site (art. 10): the form, whether it comes in time, the acknowledgement."""

import uuid
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import attempts
from games.views.posting import comes_back
from payouts.claiming import depositing, secret
from payouts.claiming.depositing import Deposit
from payouts.models import Claim
from public.claim_forms import ClaimForm
from public.pages import PAGES, show
from tickets.calendar import PAYMENT

HOUR = 3600
SENT_AGAIN = 3  # times that a form with files may be, on average, until it is right
WAITED = "Cette page a trop attendu. Rien n’est perdu de ce que vous avez écrit\u00a0: envoyez à nouveau."
TOO_MANY = "Beaucoup de messages sont venus de votre connexion. Attendez une heure, écrivez ou téléphonez."


def _again(request: HttpRequest) -> HttpResponse:
    return _form(request, ClaimForm(request.POST).unjudged(WAITED), status=403)


@comes_back(_again)
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """The form; what it answers tells nothing of a ticket that its first five digits don't (art. 3.2.5)."""
    if request.method != "POST":
        return _form(request, ClaimForm.blank())
    return _checked(request) if "verifier" in request.POST else _sent(request)


def _checked(request: HttpRequest) -> HttpResponse:
    """Until when there may be a claim about this ticket's emission; nothing else typed is judged yet."""
    form = ClaimForm(request.POST)
    for field in form.errors.keys() - {"ticket"}:
        del form.errors[field]
    if form.emission is None and not form.errors:
        form.add_error("ticket", "Tapez le numéro du ticket.")
    return _form(request, form, status=422 if form.errors else 200)


def _sent(request: HttpRequest) -> HttpResponse:
    form = ClaimForm(request.POST, request.FILES)
    if too_many_files(request):
        return attempts.slowed(_form(request, form.unjudged(TOO_MANY), status=429), HOUR)
    form.full_clean()
    key = form.cleaned_data["key"]
    if claim := depositing.already(key):
        return _received(request, claim, key, again=True)
    if form.errors:
        return _form(request, form, status=422)
    if attempts.too_many(request, "claims", settings.CLAIMS_AN_HOUR, HOUR):
        form.add_error(None, TOO_MANY)
        return attempts.slowed(_form(request, form, status=429), HOUR)
    return _received(request, depositing.deposit(sent=_deposit(form)), key)


def too_many_files(request: HttpRequest) -> bool:
    """Whether one address sent files more often than it may: making a photo anew costs seconds, refused ones too."""
    return bool(request.FILES) and attempts.too_many(request, "claim-files", SENT_AGAIN * settings.CLAIMS_AN_HOUR, HOUR)


def _deposit(form: ClaimForm) -> Deposit:
    given = form.cleaned_data
    return Deposit(given["key"], given["subject"], form.typed(), given["ticket"], given["attached"])


def _form(request: HttpRequest, form: ClaimForm, status: int = 200) -> HttpResponse:
    shown: dict[str, Any] = {
        "form": form,
        "emission": form.emission,
        "again": bool(request.FILES),
        "days": PAYMENT.days,
    }
    if form.emission:
        shown["verdict"] = depositing.verdict_today(form.emission)
    return show(request, PAGES["public:claims"], "public/claims/form.html", shown, status=status)


def _received(request: HttpRequest, claim: Claim, key: uuid.UUID, *, again: bool = False) -> HttpResponse:
    """The answer to the form, which is all that ever shows the secret; sent again, the form is answered the same."""
    given = secret.of_form(key)
    shown = {
        "claim": claim,
        "verdict": claim.verdict,
        "secret": secret.shown(given) if secret.same(given, claim.secret_digest) else "",
        "again": again,
    }
    return show(request, PAGES["public:claims"], "public/claims/received.html", shown)
