"""A damaged ticket goes to customer service by post, is checked there, and then paid at a desk or not (art. 4.3.1)."""

import uuid
from datetime import date, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from games.models import Play
from games.starting import enter_code
from games.telling import tell
from payouts import exchanging, handing, marking, ordering, paying, presenting
from payouts.models import Mark, Payment, Teller
from payouts.refusals import PaymentRefused
from payouts.standing import Standing
from payouts.words import sentence
from tests.payouts import desk, flags
from tests.payouts.test_desk_pages import at, look_up
from tickets import numbers, record
from tickets.journal.chain import Subject
from tickets.verifying import verify

pytestmark = pytest.mark.django_db
REST = frozenset(paying.CHECKS) - {"whole"}


@pytest.fixture(autouse=True)
def _true_record(db: None):
    yield
    verify(blocks=False)


@pytest.fixture
def service() -> User:
    return desk.allowed(desk.teller().user, "decide_ticket", "order_refund")


@pytest.fixture
def teller() -> Teller:
    return desk.teller()


def told(play: Play) -> tuple[Standing, str]:
    presented = presenting.of_number(play.ticket_id, at=timezone.now())
    return presented.standing, sentence(presented)


def received(play: Play, service: User) -> Mark:
    today = timezone.localdate()
    return marking.receive(number=play.ticket_id, postmarked=today, reason="déchiré en deux", by=service)


def settled(play: Play, service: User, *, valid: bool = True, attested: frozenset[str] | None = None) -> Mark:
    checked = frozenset(marking.CHECKED) if attested is None else attested
    return marking.settle(number=play.ticket_id, valid=valid, attested=checked, reason="contrôlé", by=service)


def confirmed(play: Play, service: User) -> Mark:
    received(play, service)
    return settled(play, service)


def test_nothing_is_paid_while_it_is_checked(service: User, teller: Teller) -> None:
    play = desk.won()
    received(play, service)
    standing, said = told(play)
    assert standing is Standing.HELD and "détérioré, en cours de contrôle" in said
    with pytest.raises(PaymentRefused, match="en cours de contrôle"):
        paying.pay(request=desk.request(play), teller=teller)


def test_a_confirmed_one_is_paid_without_being_whole_and_not_without_the_rest(service: User, teller: Teller) -> None:
    play = desk.won()
    with pytest.raises(PaymentRefused, match="ticket entier"):
        paying.pay(request=desk.request(play, attested=REST), teller=teller)
    confirmed(play, service)
    assert told(play)[0] is Standing.PAYABLE
    with pytest.raises(PaymentRefused, match="case"):
        paying.pay(request=desk.request(play, attested=REST - {"box"}), teller=teller)
    by_post = exchanging.Return(uuid.uuid4(), play.ticket_id, "déchiré")
    with pytest.raises(PaymentRefused, match="Gagnant"):
        exchanging.refund_by_post(returned=by_post, by=flags.user("settle_returned"))
    with pytest.raises(PaymentRefused, match="de cette façon"):
        paying.pay(request=desk.request(play, Payment.Means.POST, attested=REST), teller=teller)
    request = desk.request(play, attested=REST)
    payment = paying.pay(request=request, teller=teller)
    assert paying.pay(request=request, teller=teller) == payment
    assert record.entries(Subject.TICKET, play.ticket_id)[-1].text.count('"whole"') == 0


def test_a_lot_in_kind_is_handed_over_against_a_confirmed_one(service: User, teller: Teller) -> None:
    """Art. 3.2.8."""
    play = desk.won()
    lot = desk.lot(play, description="Casque", value=30_00)
    confirmed(play, service)
    request = desk.request(play, Payment.Means.HANDED, lot=lot.pk, attested=REST)
    assert handing.hand_over(request=request, teller=teller).lot == lot


def test_one_declared_not_valid_is_paid_nowhere_and_the_sentence_tells_why(service: User, teller: Teller) -> None:
    play = desk.won()
    received(play, service)
    mark = settled(play, service, valid=False, attested=frozenset())
    standing, said = told(play)
    assert standing is Standing.VOID and "déclaré non valide après contrôle" in said and "case" not in said
    with pytest.raises(PaymentRefused, match="non valide"):
        paying.pay(request=desk.request(play), teller=teller)
    marking.lift(mark_id=mark.pk, reason="l’autre moitié est arrivée", by=service)
    assert told(play)[0] is Standing.PAYABLE


@pytest.mark.parametrize("missing", marking.CHECKED)
def test_none_is_confirmed_before_each_check_is_made(service: User, missing: str) -> None:
    play = desk.won()
    received(play, service)
    with pytest.raises(PaymentRefused, match="reste à vérifier"):
        settled(play, service, attested=frozenset(marking.CHECKED) - {missing})
    assert told(play)[0] is Standing.HELD


def test_it_is_settled_once_and_only_when_it_was_received(service: User) -> None:
    play = desk.won()
    with pytest.raises(PaymentRefused, match="enregistrez d’abord"):
        settled(play, service)
    confirmed(play, service)
    for valid in (True, False):
        with pytest.raises(PaymentRefused, match="enregistrez d’abord"):
            settled(play, service, valid=valid)


def test_what_is_not_customer_services_to_do_is_refused(service: User, teller: Teller) -> None:
    play, today = desk.won(), timezone.localdate()
    with pytest.raises(PaymentRefused, match="Seul le Service Clients"):
        received(play, teller.user)
    with pytest.raises(PaymentRefused, match="de l’avenir"):
        marking.receive(number=play.ticket_id, postmarked=today + timedelta(days=1), reason="x", by=service)
    with pytest.raises(PaymentRefused, match="200 caractères au plus"):
        marking.hold(number=play.ticket_id, reason="x" * 201, by=service)
    paying.pay(request=desk.request(play), teller=teller)
    with pytest.raises(PaymentRefused, match="déjà payé"):
        received(play, service)
    assert not Mark.objects.exists()


def test_each_decision_is_one_entry_that_bears_no_reason(service: User) -> None:
    """What is typed may name somebody; the record is shown to who holds the play."""
    play = desk.won()
    day = date(2026, 3, 1)
    marking.receive(number=play.ticket_id, postmarked=day, reason="déchiré, Mme Dupont", by=service)
    settled(play, service)
    entries = record.entries(Subject.TICKET, play.ticket_id)
    assert [entry.kind for entry in entries] == ["start", "step", "mark", "mark"]
    assert not [entry for entry in entries if "Dupont" in entry.text]
    *_, came, checked = tell(entries)
    assert came.postmark == day and checked.data["attested"] == sorted(marking.CHECKED)


def test_the_desks_page_does_not_ask_that_a_confirmed_ticket_be_whole_and_says_why(service: User) -> None:
    code = desk.bearing(45_00)
    play = desk.golden(enter_code(text=code))
    confirmed(play, service)
    client: Client = at(desk.teller())
    shown = look_up(client, numbers.shown(play.ticket_id), code)
    assert 'value="whole"' not in shown and 'value="box"' in shown
    assert "confirmé valide" in shown
    key = shown.split('name="demande" value="')[1][:36]
    sent = {"demande": key, "moyen": "cash", "controle": sorted(REST)}
    client.post(f"/caisse/ticket/{play.ticket_id}/payer", sent)
    assert told(play)[0] is Standing.PAID


def test_a_postmark_comes_after_the_tickets_were_on_sale(service: User) -> None:
    ticket = desk.won(45_00).ticket_id
    with pytest.raises(PaymentRefused, match="en vente que depuis"):
        marking.receive(number=ticket, postmarked=date(1900, 1, 1), reason="déchiré", by=service)
    assert not Mark.objects.exists()


def test_a_held_ticket_is_not_refunded_before_it_is_freed(service: User) -> None:
    """Art. 11."""
    ticket = desk.won(45_00).ticket_id
    held = marking.hold(number=ticket, reason="deux joueurs", by=service)
    with pytest.raises(PaymentRefused, match="levez d’abord"):
        ordering.order_refund(number=ticket, reason="panne", by=service)
    marking.lift(mark_id=held.pk, reason="un seul", by=service)
    assert ordering.order_refund(number=ticket, reason="panne", by=service).pk
