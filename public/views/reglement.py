"""The règlement in force and its versions, each article in plain words (art. 13-14)."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from games.registry import GAMES
from games.reglement import in_force
from games.rules import as_capone, poule_aux_oeufs_d_or, sauve_souris
from payouts import means
from public.pages import PAGES, read_only, show
from public.templatetags.articles import TITLES
from tickets import calendar, codes
from tickets.models import PrizeTable, Reglement


@read_only
def page(request: HttpRequest) -> HttpResponse:
    """What is in force and since when, other versions, and the essentials of the articles with their figures."""
    versions, now = list(Reglement.objects.all()), in_force().day
    told = {
        "in_force": now,
        "current": next((one for one in versions if one.version == now), None),
        "others": [one for one in versions if one.version != now],
        "contents": list(TITLES.items()),
        "annexes": list(enumerate(GAMES.values(), 1)),
    }
    return show(request, PAGES["public:reglement"], "public/reglement.html", told | _figures())


def _figures() -> dict[str, Any]:
    """The numbers that articles name, from what carries them out; amounts are cents."""
    tables = PrizeTable.objects.exclude(approved_at=None).select_related("game").order_by("version")
    return {
        "code_length": codes.LENGTH,
        "start_days": calendar.START.days,
        "play_days": calendar.PLAY.days,
        "payment_days": calendar.PAYMENT.days,
        "cash": means.CASH_LIMIT,
        "transfer": means.TRANSFER_AT_POINT_OF_SALE_LIMIT,
        "cheque": means.TRANSFER_BELOW,
        "identity": means.IDENTITY_ABOVE,
        "tables": {table.game.slug: table for table in tables},
        "mouse": sauve_souris,
        "hen": poule_aux_oeufs_d_or,
        "card": as_capone,
        "chicks": poule_aux_oeufs_d_or.ELEMENTS.count(poule_aux_oeufs_d_or.CHICK),
        "empty": poule_aux_oeufs_d_or.ELEMENTS.count(poule_aux_oeufs_d_or.EMPTY),
    }
