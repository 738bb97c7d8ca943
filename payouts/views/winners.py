"""Transfers and cheques: whom the prize goes to, the summary they approve, the payment (art. 5.3, 5.4)."""

import re
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.refusals import Refusal
from payouts import asking, paying, presenting, showing
from payouts.access import teller_page
from payouts.asking import FormRefused, Share
from payouts.models import Payment, Teller
from payouts.persons import DOCUMENTS
from payouts.presenting import Presented
from payouts.refusals import NotFound
from payouts.views.answers import answer
from payouts.views.desk import key_of, led_to, made_before, ticket_page
from payouts.words import SERVICE
from tickets.calendar import paris_day

LABELS = {
    "last_name": "Nom",
    "first_name": "Prénom",
    "birth_date": "Naissance (jour/mois/année)",
    "birth_place": "Lieu de naissance",
    "iban": "IBAN ou RIB",
    "telephone": "Téléphone (facultatif)",
    "cheque_order": "Ordre du chèque",
    "address": "Adresse complète",
    "document_kind": "Pièce d’identité vue",
    "document_number": "Numéro de la pièce",
    "document_issuer": "Délivrée par",
    "document_issued_on": "Délivrée le",
    "document_expires_on": "Valable jusqu’au",
    "share": "Part du lot, en euros",
    "unpublished": "Ne souhaite pas que son prénom soit publié (art.\u00a06.3)",
}
TOO_MANY = f"Une fiche paie {asking.MOST} gagnants au plus, et rien n’est payé. Au-delà\u00a0: {SERVICE}."
MEANS = {"virement": Payment.Means.TRANSFER, "cheque": Payment.Means.CHEQUE}


@require_http_methods(["GET", "HEAD", "POST"])
@teller_page
def winners(request: HttpRequest, teller: Teller, number: str, how: str) -> HttpResponse:
    """The form, then what was typed for the winner to read and approve, then the payment."""
    means, count = MEANS[how], _count(request)
    if count > asking.MOST:
        return ticket_page(request, teller, int(number), refusal=TOO_MANY)
    presented = _presented(request, int(number))
    if means not in paying.ways(presented, teller.desk, count):
        return _done_before(request, teller, presented) or redirect("payouts:ticket", number)
    if request.method != "POST":
        return _form(request, teller, presented, means, count)
    try:
        shares = _read(request, presented, means, count)
        if request.POST.get("corriger"):
            return _form(request, teller, presented, means, count)
        if request.POST.get("approuve") != "oui":
            return _summary(request, teller, presented, means, shares)
        again = made_before(key_of(request))
        payment = paying.pay(request=_wish(request, presented.number, means, shares), teller=teller)
    except FormRefused as refused:
        return _form(request, teller, presented, means, count, errors=refused.errors)
    except Refusal as refusal:
        return _form(request, teller, presented, means, count, refusal=refusal.message)
    return led_to("payouts:attestation", payment, again=again)


def _done_before(request: HttpRequest, teller: Teller, presented: Presented) -> HttpResponse | None:
    """Where the same form sent before led, had its answer been lost; None when it paid nothing that stands."""
    paid = presented.known.payment
    if request.method != "POST" or paid is None:
        return None
    same = paid.request == key_of(request) and paid.teller_id == teller.user_id
    return led_to("payouts:attestation", paid, again=True) if same else None


def _presented(request: HttpRequest, number: int) -> Presented:
    at = timezone.now()
    both_shown = showing.shown(request.session, number, at)
    if both_shown:
        showing.keep(request.session, number, at)  # long forms take long to fill
    try:
        return presenting.of_number(number, at=at, both_shown=both_shown)
    except NotFound as error:
        raise Http404(error.message) from error


def _count(request: HttpRequest) -> int:
    text = request.POST.get("gagnants") or request.GET.get("gagnants") or "1"
    return int(text.lstrip("0")[:4] or 1) if re.fullmatch("[0-9]+", text) else 1


def _read(request: HttpRequest, presented: Presented, means: str, count: int) -> tuple[Share, ...]:
    known, today = presented.known, paris_day(timezone.now())
    started_on = paris_day(known.play.started_at) if known.play else today
    return asking.read(request.POST, means=means, prize=known.due, winners=count, started_on=started_on, on=today)


def _wish(request: HttpRequest, number: int, means: str, shares: tuple[Share, ...]) -> paying.Request:
    return paying.Request(
        key=key_of(request),
        number=number,
        means=means,
        attested=request.POST.getlist("controle"),
        both_shown=showing.shown(request.session, number, timezone.now()),
        shares=shares,
    )


def _form(
    request: HttpRequest,
    teller: Teller,
    presented: Presented,
    means: str,
    count: int,
    errors: Mapping[str, str] | None = None,
    refusal: str = "",
) -> HttpResponse:
    asked = asking.fields(means, presented.known.due, count)
    people = [[_field(request, position, name, errors or {}) for name in asked] for position in range(1, count + 1)]
    shown = answer(presented, teller) | {
        "teller": teller,
        "means": means,
        "count": count,
        "refusal": refusal or _to_correct(errors or {}),
        "errors": errors,
        "winners": people,
        "first_error": next((field["name"] for fields in people for field in fields if field["error"]), ""),
        "documents": DOCUMENTS.items(),
        "attested": request.POST.getlist("controle"),
    }
    return render(request, "caisse/winners.html", shown, status=422 if errors or refusal else 200)


def _to_correct(errors: Mapping[str, str]) -> str:
    if len(errors) < 2:
        return "Il reste un champ à corriger." if errors else ""
    return f"Il reste {len(errors)} champs à corriger."


def _field(request: HttpRequest, position: int, name: str, errors: Mapping[str, str]) -> dict[str, Any]:
    key = f"{position}-{name}"
    return {
        "name": key,
        "kind": name,
        "label": LABELS[name],
        "value": request.POST.get(key, ""),
        "error": errors.get(key, ""),
    }


def _summary(
    request: HttpRequest, teller: Teller, presented: Presented, means: str, shares: tuple[Share, ...]
) -> HttpResponse:
    sent = [(name, value) for name, values in request.POST.lists() if name != "csrfmiddlewaretoken" for value in values]
    shown = answer(presented, teller) | {"teller": teller, "means": means, "shares": shares, "sent": sent}
    return render(request, "caisse/summary.html", shown)
