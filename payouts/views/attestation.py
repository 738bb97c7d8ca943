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
from payouts.models import Payment, Teller, Winner
from tickets.calendar import paris_day


@require_GET
@teller_page
def attestation(request: HttpRequest, teller: Teller, payment_id: uuid.UUID) -> HttpResponse:
    """A page to print (art. 5.3.1), the bearer's unless `gagnant` names another winner (art. 5.4).

    404 to other desks, on other days, and for a payment that was cancelled.
    """
    return render(request, "caisse/attestation.html", _shown(request, teller, payment_id))


@require_GET
@teller_page
def pdf(request: HttpRequest, teller: Teller, payment_id: uuid.UUID) -> HttpResponse:
    """The same page as PDF; 404 where none can be made."""
    shown = _shown(request, teller, payment_id)
    if not printing.available():
        raise Http404("Ce serveur ne fait pas de PDF.")
    name = f"attestation-{shown['reference']}-{shown['winner'].position}"
    return printing.download(render_to_string("caisse/attestation.html", shown, request), name)


def _shown(request: HttpRequest, teller: Teller, payment_id: uuid.UUID) -> dict[str, Any]:
    """The template's names: all that is known of one winner, and the name and share of each to the bearer alone.

    Raises Http404.
    """
    payments = Payment.objects.standing().select_related("desk")
    today = paris_day(timezone.now())
    payment = get_object_or_404(payments, pk=payment_id, desk=teller.desk, day=today)
    shares = {winner: _share(winner) for winner in payment.winners.known()}
    winner = next((one for one in shares if str(one.position) == request.GET.get("gagnant", "1")), None)
    if winner is None:
        raise Http404("Ce paiement n’a pas cette attestation.")
    transfer = payment.transfers.order_by("pk").last()
    return {
        "teller": teller,
        "payment": payment,
        "shares": shares.items(),
        "winner": winner,
        "own": [shares[winner]],
        "transfer": transfer,
        "reference": transfer.reference if transfer else payment.id,
        "again": "deja" in request.GET,
        "lots": handing.left(payment.ticket_id),
        "pdf": printing.available(),
    }


def _share(winner: Winner) -> Share:
    return Share(winner.person(), winner.share, unpublished=winner.unpublished_at is not None)
