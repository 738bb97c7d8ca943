"""What the winner of a transfer or cheque takes home: the attestation, to its desk and on its day alone."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.http import require_GET

from payouts import handing, printing
from payouts.access import teller_page
from payouts.asking import Share
from payouts.models import Payment, Teller, Transfer
from tickets.calendar import paris_day


@require_GET
@teller_page
def attestation(request: HttpRequest, teller: Teller, payment_id: uuid.UUID) -> HttpResponse:
    """A page to print (art. 5.3.1); 404 to other desks, on other days, and for a payment that was cancelled."""
    return render(request, "caisse/attestation.html", _shown(teller, payment_id))


@require_GET
@teller_page
def pdf(request: HttpRequest, teller: Teller, payment_id: uuid.UUID) -> HttpResponse:
    """The same page as PDF; 404 where none can be made."""
    shown = _shown(teller, payment_id)
    if not printing.available():
        raise Http404("Ce serveur ne fait pas de PDF.")
    return printing.download(render_to_string("caisse/attestation.html", shown, request), f"attestation-{payment_id}")


def _shown(teller: Teller, payment_id: uuid.UUID) -> dict[str, Any]:
    """The template's names. Raises Http404."""
    payments = Payment.objects.standing().select_related("desk")
    today = paris_day(timezone.now())
    payment = get_object_or_404(payments, pk=payment_id, desk=teller.desk, day=today)
    shares = [Share(winner.person(), winner.share) for winner in payment.winners.known()]
    if not shares:
        raise Http404("Ce paiement n’a pas d’attestation.")
    return {
        "teller": teller,
        "payment": payment,
        "shares": shares,
        "transfer": Transfer.objects.filter(payment=payment, returned_at=None).first(),
        "lots": handing.left(payment.ticket_id),
        "pdf": printing.available(),
    }
