"""Help: what people ask, each answered in a few words with the article that says so."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from payouts import means
from public.pages import PAGES, read_only, show
from tickets import calendar


@read_only
def page(request: HttpRequest) -> HttpResponse:
    told = {
        "asked": [],
        "cash": means.CASH_LIMIT,
        "transfer": means.TRANSFER_AT_POINT_OF_SALE_LIMIT,
        "cheque": means.TRANSFER_BELOW,
        "identity": means.IDENTITY_ABOVE,
        "answer_days": settings.CLAIM_ANSWER_DAYS,
        "start_days": calendar.START.days,
        "play_days": calendar.PLAY.days,
        "payment_days": calendar.PAYMENT.days,
    }
    return show(request, PAGES["public:help"], "public/help.html", told)
