"""A misprinted ticket taken back, and another given, at a desk (art. 7)."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from games.refusals import Refusal
from payouts import exchanging
from payouts.access import teller_page
from payouts.models import Teller
from payouts.views import desk

REASON = "anomalie d’impression, livret signalé"


@require_POST
@teller_page
def exchange(request: HttpRequest, teller: Teller, number: int) -> HttpResponse:
    """Exchange it; the same form sent again leads to what it did."""
    typed = request.POST.get("donne", "")
    returned = exchanging.Return(desk.key_of(request), number, REASON)
    try:
        given = exchanging.number_of(typed)
        payment = exchanging.exchange_at_desk(returned=returned, given=given, teller=teller)
    except Refusal as refusal:
        return desk.ticket_page(request, teller, number, refusal=refusal.message, given=typed)
    return redirect("payouts:payment", payment.id)
