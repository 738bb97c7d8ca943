"""The result page: won, lost or expired, and how and until when a prize is paid."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import holding
from games.models import Play
from games.reglement import followed_by
from payouts import gains
from payouts.means import identity_needed, means
from payouts.models import Refund


@require_safe
@never_cache
def result(request: HttpRequest, play_id: uuid.UUID) -> HttpResponse:
    """The end of a play that this browser holds (art. 3.3.6, 3.3.8, 5); an open one goes back to its board."""
    holding.check_held(request, play_id)
    plays = Play.objects.for_step().select_related("ticket__booklet__block__emission", "tier__table__game")
    play = get_object_or_404(plays, pk=play_id)
    status = play.status(timezone.now())
    if status == "open":
        return redirect("games:play", play_id)
    amount = play.amount or 0
    pay = {
        "means": means(amount).value,
        "gain": gains.of(amount).slug,
        "until": play.ticket.booklet.block.emission.last_payment_day,
        "identity": identity_needed(amount),
    }
    refund = Refund.objects.filter(ticket=play.ticket_id, withdrawn_at=None).first()
    shown = {"play": play, "status": status, "lots": play.lots, "pay": pay, "refund": refund}
    shown["reglement"] = followed_by(play)
    shown["won_lots"] = [won.lot for won in play.won_lots.select_related("lot__addendum")]
    return render(request, "games/result.html", shown)
