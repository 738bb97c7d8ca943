"""Claims in tests: who handles them, and one that came."""

from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from payouts.claiming import receiving
from payouts.claiming.receiving import Arrival
from payouts.models import Claim
from tests.payouts import desk
from tickets.calendar import paris_day

TYPED = {
    "name": "Camille Guessan",
    "address": "12 rue des Lilas\n69003 Lyon",
    "telephone": "06 12 34 56 78",
    "email": "camille@exemple.fr",
    "story": "La souris du trou 3 a disparu.\nMon voisin Dupont l’a vue.",
}


def agent(name: str = "agent", *more: str) -> User:
    """Someone of customer service."""
    names = ("view_claim", "handle_claim", "decide_claim", "decide_ticket", "order_refund", *more)
    return desk.allowed(User.objects.create_user(name, password="x", is_staff=True), *names)


def lead(name: str = "responsable") -> User:
    """Who leads customer service."""
    return agent(name, "lead_claims")


def claim(by: User, *, on: date | None = None, channel: str = "post", **options: Any) -> Claim:
    """A claim that left and came on a Paris day, today if none is told."""
    day = on or paris_day(timezone.now())
    fields = {"subject": "result", "typed": TYPED} | options
    return receiving.receive(arrival=Arrival(channel, day, day), by=by, **fields)
