"""The caisse: look a ticket up, read where it stands, pay it (art. 4.3, 5)."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from games.refusals import Refusal
from payouts import cancelling, handing, marking, paying, presenting, showing
from payouts.access import teller_page
from payouts.models import Payment, Teller
from payouts.refusals import NotFound
from payouts.views.answers import answer
from tickets.calendar import paris_day


@require_http_methods(["GET", "HEAD", "POST"])
@teller_page
def look_up(request: HttpRequest, teller: Teller) -> HttpResponse:
    """The fields; what was typed or scanned leads to its ticket."""
    if request.method != "POST":
        return render(request, "caisse/look_up.html", {"teller": teller})
    number, code = request.POST.get("numero", ""), request.POST.get("code", "")
    try:
        presented = presenting.present(number=number, code=code, at=timezone.now())
    except Refusal as refusal:
        typed = {"teller": teller, "number": number, "refusal": refusal.message}
        return render(request, "caisse/look_up.html", typed, status=422)
    if presented.both_shown:
        showing.keep(request.session, presented.number, timezone.now())
    return redirect("payouts:ticket", presented.number)


@require_GET
@teller_page
def ticket(request: HttpRequest, teller: Teller, number: int) -> HttpResponse:
    """Where a ticket stands, and what can be done with it here."""
    return ticket_page(request, teller, number)


@require_POST
@teller_page
def pay(request: HttpRequest, teller: Teller, number: int) -> HttpResponse:
    """Pay in cash; the same form sent again leads to what it paid."""
    wish = paying.Request(
        key=key_of(request),
        number=number,
        means=request.POST.get("moyen", ""),
        attested=request.POST.getlist("controle"),
        both_shown=showing.shown(request.session, number, timezone.now()),
    )
    again = made_before(wish.key)
    try:
        payment = paying.pay(request=wish, teller=teller)
    except Refusal as refusal:
        return ticket_page(request, teller, number, refusal=refusal.message, attested=wish.attested)
    return led_to("payouts:payment", payment, again=again)


@require_POST
@teller_page
def void(request: HttpRequest, teller: Teller, number: int) -> HttpResponse:
    """The control box was found scratched (art. 4.3.3)."""
    try:
        at = timezone.now()
        presented = presenting.of_number(number, at=at, both_shown=showing.shown(request.session, number, at))
        marking.void(presented=presented, teller=teller)
    except Refusal as refusal:
        return ticket_page(request, teller, number, refusal=refusal.message)
    return redirect("payouts:ticket", number)


@require_GET
@teller_page
def payment(request: HttpRequest, teller: Teller, payment_id: uuid.UUID) -> HttpResponse:
    """What was paid, to the desk that paid it."""
    shown = _payment(teller, _of_desk(teller, payment_id)) | {"again": "deja" in request.GET}
    return render(request, "caisse/payment.html", shown)


@require_POST
@teller_page
def cancel(request: HttpRequest, teller: Teller, payment_id: uuid.UUID) -> HttpResponse:
    """Cancel a payment of this desk made by mistake."""
    reason = request.POST.get("raison", "")
    paid = _of_desk(teller, payment_id)
    try:
        paid = cancelling.cancel(payment_id=payment_id, by=teller.user, reason=reason)
    except Refusal as refusal:
        told = _payment(teller, paid) | {"refusal": refusal.message, "reason": reason}
        return render(request, "caisse/payment.html", told, status=422)
    return redirect("payouts:payment", payment_id)


def _of_desk(teller: Teller, payment_id: uuid.UUID) -> Payment:
    payments = Payment.objects.select_related("desk", "teller", "lot__lot", "given")
    return get_object_or_404(payments, pk=payment_id, desk=teller.desk)


def _payment(teller: Teller, paid: Payment) -> dict[str, Any]:
    return {
        "teller": teller,
        "payment": paid,
        "lots": handing.left(paid.ticket_id),
        "attested": paid.means in (Payment.Means.TRANSFER, Payment.Means.CHEQUE)
        and paid.cancelled_at is None
        and paid.day == paris_day(timezone.now()),
    }


def ticket_page(
    request: HttpRequest, teller: Teller, number: int, *, refusal: str = "", attested: Any = (), given: str = ""
) -> HttpResponse:
    """The page of a ticket, with what was refused of it and what was typed."""
    at = timezone.now()
    both_shown = showing.shown(request.session, number, at)
    try:
        presented = presenting.of_number(number, at=at, both_shown=both_shown)
    except NotFound as error:
        raise Http404(error.message) from error
    shown = answer(presented, teller) | {"teller": teller, "attested": attested, "given": given}
    shown["refusal"] = "" if refusal == shown["sentence"] else refusal
    return render(request, "caisse/ticket.html", shown, status=422 if refusal else 200)


def made_before(key: uuid.UUID) -> bool:
    """True when this very form was sent before, and paid."""
    return Payment.objects.filter(request=key).exists()


def led_to(name: str, payment: Payment, *, again: bool) -> HttpResponse:
    """To the page of a payment, which says so when it was made by the same form sent `again`: nothing more is given."""
    return redirect(reverse(name, args=[payment.pk]) + ("?deja=oui" if again else ""))


def key_of(request: HttpRequest) -> uuid.UUID:
    """The number of the form sent. Raises Http404."""
    try:
        return uuid.UUID(request.POST.get("demande", ""))
    except ValueError as error:
        raise Http404("Cette demande n’a pas de numéro.") from error
