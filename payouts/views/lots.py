"""Additional lots: the checks before one is given, and the giving (art. 3.2.8, 4.3)."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.refusals import Refusal
from payouts import handing, paying, presenting, showing
from payouts.access import teller_page
from payouts.models import Teller
from payouts.refusals import NotFound
from payouts.views.answers import answer
from payouts.views.desk import key_of, led_to, made_before


@require_http_methods(["GET", "HEAD", "POST"])
@teller_page
def lot(request: HttpRequest, teller: Teller, number: int, lot_id: int) -> HttpResponse:
    """What the person at the desk checks, then the lot handed over; the same form sent again leads to what it did."""
    refusal = ""
    if request.method == "POST":
        try:
            return _handed(request, teller, number, lot_id)
        except Refusal as refused:
            refusal = refused.message
    return _page(request, teller, number, lot_id, refusal)


def _handed(request: HttpRequest, teller: Teller, number: int, lot_id: int) -> HttpResponse:
    wish = paying.Request(
        key=key_of(request),
        number=number,
        means=request.POST.get("moyen", ""),
        lot=lot_id,
        attested=request.POST.getlist("controle"),
        both_shown=showing.shown(request.session, number, timezone.now()),
    )
    again = made_before(wish.key)
    return led_to("payouts:payment", handing.hand_over(request=wish, teller=teller), again=again)


def _page(request: HttpRequest, teller: Teller, number: int, lot_id: int, refusal: str) -> HttpResponse:
    at = timezone.now()
    both_shown = showing.shown(request.session, number, at)
    try:
        presented = presenting.of_number(number, at=at, both_shown=both_shown)
    except NotFound as error:
        raise Http404(error.message) from error
    shown = answer(presented, teller) | {"teller": teller, "refusal": refusal}
    one = next((one for one in shown["lots"] if one.pk == lot_id), None)
    if one is None or not both_shown:
        return redirect("payouts:ticket", number)
    shown |= {"lot": one, "means": handing.means_of(one), "attested": request.POST.getlist("controle")}
    return render(request, "caisse/lot.html", shown, status=422 if refusal else 200)
