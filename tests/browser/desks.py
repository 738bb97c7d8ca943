"""The caisse in a browser: a ticket of every standing, desks of each kind, and what is typed of a winner."""

from collections.abc import Callable
from datetime import timedelta

import time_machine
from django.utils import timezone

from games.models import Play, WonLot
from games.starting import enter_code
from payouts import asking, handing, paying
from payouts.models import Desk, Mark, Payment, Teller
from tests.browser import states
from tests.games import stock
from tests.payouts import desk
from tickets.models import Ticket

PERSON = {
    "last_name": "N’Guessan",
    "first_name": "Łukasz",
    "birth_date": "29/02/1980",
    "birth_place": "Lyon",
    "iban": "FR76 3000 6000 0112 3456 7890 189",
    "cheque_order": "Łukasz N’Guessan",
    "address": "1 rue de la République, 69002 Lyon",
    "document_kind": "passport",
    "document_number": "12AB34567",
    "document_issuer": "Préfecture du Rhône",
    "document_issued_on": "01/02/2020",
    "document_expires_on": "01/02/2035",
}
CENTRE = Desk.Kind.PAYMENT_CENTRE


def supervisor() -> Teller:
    """Someone who pays in a payment centre, and may cancel."""
    teller = desk.teller(CENTRE, transfers=True)
    teller.user = desk.allowed(teller.user, "cancel_payment")
    return teller


def standings(teller: Teller) -> dict[str, int]:
    """The number of a ticket of each standing of payouts/standing.py, by its name."""
    made = {
        "payable": _won,
        "refund": lambda teller: desk.refund(_won(teller)).ticket_id,
        "paid": _paid,
        "void": lambda teller: desk.void(teller, _won(teller)).ticket_id,
        "held": lambda teller: _marked(_won(teller), Mark.Kind.HELD, teller),
        "stolen": lambda teller: _flagged(_won(teller), "stolen"),
        "misprint": lambda teller: _flagged(_unstarted(), "misprint"),
        "unstarted": lambda teller: _unstarted(),
        "late": lambda teller: _late(),
        "open": lambda teller: enter_code(text=desk.bearing(45_00)).ticket_id,
        "expired": lambda teller: _expired(),
        "lost": lambda teller: lost(),
        "barred": lambda teller: _barred(),
        "unsure": lambda teller: _unsure(_won(teller)),
    }
    return {name: make(teller) for name, make in made.items()}


def lost() -> int:
    return states.STATES[desk.SLUG]["lost at the haystacks"].play().ticket_id


def bearing_lots(number: int) -> WonLot:
    """Two additional lots of a ticket; the first of them."""
    play = Play.objects.get(ticket=number)
    first = desk.lot(play)
    desk.lot(play, description="Casque", value=30_00)
    return first


def handed(teller: Teller, number: int, lot: WonLot) -> Payment:
    """A lot handed over."""
    wish = desk.request(Play.objects.get(ticket=number), "handed", lot=lot.pk)
    return handing.hand_over(request=wish, teller=teller)


def paid(teller: Teller, cents: int = 45_00) -> Payment:
    return paying.pay(request=desk.request(desk.won(cents)), teller=teller)


def attested(teller: Teller, cents: int = 5_000_00) -> Payment:
    """A payment by transfer."""
    today = timezone.localdate()
    typed = {f"1-{name}": value for name, value in PERSON.items()}
    play = desk.won(cents)
    shares = asking.read(typed, means="transfer", prize=cents, winners=1, started_on=today, on=today)
    return paying.pay(request=desk.request(play, "transfer", shares=shares), teller=teller)


def _won(teller: Teller) -> int:
    return desk.won(45_00).ticket_id


def _paid(teller: Teller) -> int:
    return paid(teller).ticket_id


def _marked(number: int, kind: str, teller: Teller) -> int:
    made = {"reason": "soupçon", "at": timezone.now(), "by": teller.user}
    return Mark.objects.create(ticket_id=number, kind=kind, **made).ticket_id


def _flagged(number: int, flag: str) -> int:
    booklet = Ticket.objects.select_related("booklet").get(pk=number).booklet
    setattr(booklet, flag, True)
    booklet.save(update_fields=[flag])
    return number


def _unstarted() -> int:
    return _ticket_of(lambda: desk.bearing(45_00))


def _late() -> int:
    emission = stock.make_emission("sauve_souris", closed_on=timezone.localdate() - timedelta(days=40))
    return _ticket_of(lambda: stock.make_ticket(emission))


def _ticket_of(make: Callable[[], str]) -> int:
    before = set(Ticket.objects.values_list("pk", flat=True))
    make()
    return Ticket.objects.exclude(pk__in=before).get().pk


def _expired() -> int:
    with time_machine.travel(timezone.now() - timedelta(days=40)):
        return enter_code(text=desk.bearing(45_00)).ticket_id


def _barred() -> int:
    with time_machine.travel(timezone.now() - timedelta(days=120)):
        stock.make_emission("as_capone", closed_on=timezone.localdate() + timedelta(days=10))
        return states.STATES["as_capone"]["won 5"].play().ticket_id


def _unsure(number: int) -> int:
    """Its record says another amount than its play."""
    Play.objects.filter(ticket=number).update(amount=200_00)
    return number
