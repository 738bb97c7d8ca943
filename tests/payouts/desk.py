"""Desks, their people and tickets to pay in tests."""

import uuid
from datetime import date

from django.contrib.auth.models import Permission, User
from django.db import transaction
from django.utils import timezone

from games import additional
from games.models import Play, WonLot
from games.rules.dealer import Scripted
from games.rules.poule_aux_oeufs_d_or import EGG
from games.starting import enter_code
from payouts import marking, ordering, paying, presenting
from payouts.models import Desk, Mark, Refund, Teller
from tests.games import stock
from tests.games.addenda import addendum
from tickets.calendar import paris_day
from tickets.models import Emission

SLUG = "poule_aux_oeufs_d_or"


def teller(kind: str = Desk.Kind.POINT_OF_SALE, *, transfers: bool = False, agreed: bool = True) -> Teller:
    """Someone at a desk of their own."""
    number = Teller.objects.count() + 1
    desk = Desk.objects.create(
        kind=kind,
        name=f"Tabac {number}",
        postcode="69003",
        town="Lyon",
        department="69",
        region="Auvergne-Rhône-Alpes",
        transfers=transfers,
        agreed=agreed,
    )
    return Teller.objects.create(user=User.objects.create_user(f"caisse{number}", password="x"), desk=desk)


def allowed(user: User, *names: str) -> User:
    """The user with these permissions of `payouts`."""
    user.user_permissions.add(*Permission.objects.filter(codename__in=names))
    return User.objects.get(pk=user.pk)


def emission(closed_on: date | None = None) -> Emission:
    """The emission of this test's tickets."""
    found = Emission.objects.filter(game__slug=SLUG).first()
    return found or stock.make_emission(SLUG, closed_on=closed_on)


def bearing(cents: int) -> str:
    """The code of one more ticket on which the golden egg is worth this amount."""
    table = emission().prize_table
    tier, _ = table.tiers.get_or_create(
        lots=[cents, cents], defaults={"position": table.tiers.count() + 1, "tickets": 1}
    )
    return stock.make_ticket(emission(), tier=tier.position)


def won(cents: int = 45_00) -> Play:
    """A play that won this amount."""
    return golden(enter_code(text=bearing(cents)))


def golden(play: Play) -> Play:
    """The golden egg on the first go."""
    return stock.step(play, {"poule": "7"}, EGG)


def request(play: Play, means: str = "cash", **changes: object) -> paying.Request:
    """A wish to pay in which everything was checked."""
    fields = {
        "key": uuid.uuid4(),
        "number": play.ticket_id,
        "means": means,
        "attested": frozenset(paying.CHECKS),
        "both_shown": True,
    }
    return paying.Request(**(fields | changes))  # type: ignore[arg-type]


def refund(number: int) -> Refund:
    """The refund of a ticket, ordered by customer service."""
    return ordering.order_refund(number=number, reason="panne", by=allowed(teller().user, "order_refund"))


def void(teller: Teller, number: int) -> Mark:
    """The control box of a ticket shown at this desk was found scratched."""
    presented = presenting.of_number(number, at=timezone.now(), both_shown=True)
    return marking.void(presented=presented, teller=teller)


def lot(play: Play, **fields: object) -> WonLot:
    """An additional lot that this play, already ended, drew then: a bicycle unless told otherwise."""
    day = paris_day(play.started_at)
    line = {"description": "Vélo de ville", "value": 450_00, "in_kind": True, "one_in": 1}
    addendum(line | fields, starts_on=day, ends_on=day)
    assert play.ended_at is not None
    with transaction.atomic():
        additional.draw(play, Scripted(), play.ended_at)
        play.save(update_fields=["entries", "head"])
    return play.won_lots.select_related("lot").latest("pk")
