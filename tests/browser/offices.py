"""An invented offer as the back office shows it: a month of figures, plays, booklets, claims, a block under way."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.contrib.auth.models import Group, User
from django.utils import timezone
from time_machine import Traveller

from games import drafting
from games.approval import approve_prize_table
from games.auditing.report import Report, Return
from games.models import Play
from games.starting import enter_code
from office import roles
from office.models import CountedDay, Figures
from payouts import flagging, marking, paying
from payouts.claiming import deciding, handling, letters, receiving
from payouts.claiming.deciding import Decision
from payouts.claiming.receiving import Arrival
from payouts.models import Claim
from tests.browser import desks
from tests.browser.states import STATES
from tests.games import stock
from tests.payouts import desk, flags
from tests.tickets import sealed
from tickets import emitting, suspending
from tickets.emitting import Published, Wanted
from tickets.issuing import orders, progress
from tickets.issuing.progress import Made
from tickets.models import Addendum, AdditionalLot, BlockOrder, Emission, Game, PrizeTable
from tickets.seal.anchoring import anchor
from tickets.seal.sealer import seal_once

MORNING = datetime(2027, 3, 9, 8, 12, tzinfo=UTC)  # a Tuesday, 9 h 12 in Paris
TODAY = MORNING.date()
BEGAN = datetime(2027, 2, 2, 10, tzinfo=UTC)
OUTAGE = "2027-03-04T08:00", "2027-03-04T18:30"
COMPLAINT = flagging.Complaint("PV 2027/00123", date(2027, 3, 8), "Commissariat de l’Exemple")
PERSON = {
    "name": "Inès Exemple",
    "address": "1 rue de l’Exemple\n69000 Exemple-sur-Rhône",
    "telephone": "06 00 00 00 00",
    "email": "ines@exemple.fr",
}
STORIES = (  # subject, channel, what happened, days ago
    ("misprint", "telephone", "Le code sous la pellicule ne se lit pas : l’encre a bavé.", 0),
    ("payment", "post", "Mon point de vente m’a dit de revenir, puis il était fermé.", 3),
    ("result", "site", "La partie s’est arrêtée pendant que je jouais.", 8),
    ("payment", "telephone", "Le virement annoncé n’est pas arrivé.", 35),
    ("result", "post", "Je ne retrouve pas la partie de mon ticket.", 20),
)
LOTS = (  # description, cents, in kind, one play in so many, how many
    ("Vélo de ville", 450_00, True, 2_000, 12),
    ("20 € en espèces", 20_00, False, 200, 300),
)


@dataclass(frozen=True)
class Offer:
    """What the pages show, by the keys of their addresses."""

    service: User
    issuing: User
    approver: User
    chief: User
    won: Play
    damaged: int
    paid: Play
    stolen: tuple[int, ...]
    flagging: int
    claims: tuple[Claim, ...]
    letter: int
    draft: PrizeTable
    emission: Emission
    closing: Emission
    order: BlockOrder
    addendum: int


def made(clock: Traveller) -> Offer:
    """All of it, anchored in the test’s ANCHOR_FOLDER, the clock left on the morning when it is looked at."""
    clock.move_to(BEGAN)
    service, issuing, approver = (_member(*one) for one in _PEOPLE)
    chief = User.objects.create_superuser("administration")
    closing = stock.make_emission("as_capone", closed_on=date(2027, 2, 14))
    STATES["as_capone"]["won 5"].play()
    waiting = [enter_code(text=desk.bearing(45_00)) for _ in range(6)]
    emission = waiting[0].tier.table.game.emissions.get()
    clock.move_to(MORNING - timedelta(days=35))
    late = [_claim(service, *STORIES[3])]
    clock.move_to(MORNING - timedelta(days=1))
    desk.void(desk.teller(), desk.won(10_00).ticket_id)
    won, paid = STATES["poule_aux_oeufs_d_or"]["won later"].play(), desk.won(45_00)
    paying.pay(request=desk.request(paid), teller=desk.teller())
    damaged = desk.won(20_00).ticket_id
    stolen = tuple(flags.many(emission, 20, 2))
    flagged = flagging.flag_stolen(keys=stolen[:3], complaint=COMPLAINT, by=service)
    marking.receive(number=damaged, postmarked=TODAY - timedelta(days=4), reason="déchiré en deux", by=service)
    clock.move_to(MORNING)
    claims = tuple(late + [_claim(service, *story) for story in STORIES[:3] + STORIES[4:]])
    _answer(claims[1], service, won.ticket_id)
    letter = _decided(claims[4], service)
    _figures([emission, closing])
    draft = _draft(closing.prize_table.game, issuing, approver)
    new = _emission(draft, issuing, approver)
    order = orders.ask(emission_id=new.pk, by=issuing)
    BlockOrder.objects.filter(pk=order.pk).update(state=BlockOrder.State.RUNNING)
    progress.tell(order.pk, Made(123_000, 300_000))
    added = _addendum(issuing)
    for cents in (10_00, 45_00, 20_00):
        desk.won(cents)
    for _ in range(4):
        desks.lost()
    while seal_once(sealed.signer()):
        pass
    anchor()
    return Offer(
        service, issuing, approver, chief, won, damaged, paid, stolen, flagged.pk, claims, letter, draft, new, closing,
        order, added.pk,
    )  # fmt: skip


_PEOPLE = (
    ("service-clients", roles.SERVICE),
    ("emissions", roles.ISSUING),
    ("approbation", roles.APPROVER),
)


def _member(name: str, role: str) -> User:
    user, _ = User.objects.update_or_create(username=name, defaults={"is_staff": True})
    user.groups.set([Group.objects.get(name=role)])
    return User.objects.get(pk=user.pk)


def _claim(by: User, subject: str, channel: str, story: str, ago: int) -> Claim:
    day = timezone.localdate() - timedelta(days=ago if ago < 30 else 0)
    arrival = Arrival(channel, day, day)
    author = None if channel == "site" else by
    return receiving.receive(arrival=arrival, subject=subject, typed=PERSON | {"story": story}, by=author)


def _answer(claim: Claim, by: User, ticket: int) -> None:
    handling.identify(claim_id=claim.pk, version=claim.version, ticket=ticket, by=by)
    claim.refresh_from_db()
    handling.assign(claim_id=claim.pk, version=claim.version, to=by, by=by)
    claim.refresh_from_db()
    handling.note(claim_id=claim.pk, version=claim.version, text="Photo reçue : le code est taché.", by=by)


def _decided(claim: Claim, by: User) -> int:
    claim.refresh_from_db()
    decision = Decision("refused", "La partie de ce ticket a été retrouvée : elle est finie, sans gain.")
    deciding.decide(claim_id=claim.pk, version=claim.version, decision=decision, by=by)
    claim.refresh_from_db()
    return letters.write(claim_id=claim.pk, version=claim.version, kind="decision", by=by).number


def _figures(emissions: list[Emission]) -> None:
    for ago in range(30, 0, -1):
        day = CountedDay.objects.create(day=TODAY - timedelta(days=ago), counted_at=MORNING)
        for place, emission in enumerate(emissions, 1):
            started = 1_400 + (ago * 577 + place * 131) % 420 + (350 if day.day.weekday() > 4 else 0)
            won, gain = started * 42 // 100, started * (125 + ago * 31 % 40)
            counts = {"started": started, "won": won, "lost": started - won - 30, "expired": 12}
            amounts = {"amount_won": gain, "amount_paid": gain * 9 // 10, "amount_refunded": 0}
            Figures.objects.create(day=day, emission=emission, **counts, **amounts)
    Report(
        MORNING - timedelta(hours=5),
        180_000,
        (),
        tuple(
            Return(one.game.slug, one.game_code, one.number, 48_000, 9_600_000, 6_600_000, exact, found, low, high)
            for one, exact, found, low, high in zip(
                emissions, ("6895193/10140000", "7/10"), (0.684, 0.703), (0.651, 0.652), (0.717, 0.754), strict=True
            )
        ),
    ).keep()


def _draft(game: Game, by: User, approver: User) -> PrizeTable:
    mouse = stock.make_emission("sauve_souris").prize_table
    approve_prize_table(table_id=mouse.pk, by=approver)
    return drafting.copy_table(table_id=mouse.pk, by=by)


def _emission(draft: PrizeTable, by: User, approver: User) -> Emission:
    table = PrizeTable.objects.get(game=draft.game, version=1)
    wanted = Wanted(table, 501, 2, TODAY + timedelta(days=13))
    new = emitting.create_emission(wanted=wanted, by=by)
    published = Published(wanted.available_on, "JORF n° 0050, texte 12", TODAY - timedelta(days=8))
    emitting.announce(emission_id=new.pk, published=published, by=by)
    return new


def _addendum(by: User) -> Addendum:
    days = {"published_on": TODAY, "starts_on": date(2027, 5, 28), "ends_on": date(2027, 5, 30)}
    made = Addendum.objects.create(event="Fête des mères", reference="JORF n° 0057, texte 18", prepared_by=by, **days)
    for position, (description, value, in_kind, one_in, count) in enumerate(LOTS, 1):
        given = {"value": value, "in_kind": in_kind, "one_in": one_in, "count": count, "left": count}
        AdditionalLot.objects.create(addendum=made, position=position, description=description, **given)
    return made


def suspend(offer: Offer) -> None:
    """One game stopped, with what its players read."""
    message = "Une panne arrête ce jeu. Votre ticket et votre partie sont gardés."
    suspending.suspend(game=offer.closing.game, message=message, by=offer.issuing)
