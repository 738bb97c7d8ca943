"""The first page of the back office: what each person's rights let them see of how the offer stands."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Count, Q
from django.urls import reverse

from games import approval
from office import decisions, overview
from office.charts import Chart, chart
from office.overview import Day
from office.views import claims, search
from payouts import lifting, refunding
from payouts.claiming import figures as claim_figures
from payouts.claiming.changing import HANDLE
from payouts.models import Lifting, MassRefund, Transfer, TransferFile
from payouts.signing.people import SEND
from tickets import adding
from tickets.calendar import paris_day
from tickets.seal import health

FIGURES, AMOUNTS = "office.view_figures", "office.view_amounts"
SEAL, SEE_TRANSFERS = "tickets.view_checkpoint", "payouts.view_transfer"


@dataclass(frozen=True, slots=True)
class Tile:
    """A number of things to do, the page where they are done, and how it stands out when it is not nothing."""

    words: str
    number: int
    address: str
    state: str = ""


def shown(user: User | AnonymousUser, at: datetime) -> dict[str, Any]:
    """The template's names; a part that this person may not see is not there, and nothing was read for it."""
    found: dict[str, Any] = {"at": at, "todo": _todo(user, at)}
    if user.has_perm(FIGURES):
        found |= _plays(at, with_amounts=user.has_perm(AMOUNTS))
    if user.has_perm(SEAL):
        found["seal"] = health.of_seal(at)
    return found


def _plays(at: datetime, *, with_amounts: bool) -> dict[str, Any]:
    view = overview.at_moment(at)
    plays = _chart(view.days, "started", "won")
    amounts = _chart(view.days, "amount_won", "amount_paid") if with_amounts else None
    return {"overview": view, "plays": plays, "amounts": amounts}


def _chart(days: list[Day], wide: str, narrow: str) -> Chart:
    columns = ([getattr(one.counts, name) for one in days] for name in (wide, narrow))
    return chart([one.day for one in days], *columns)


def _todo(user: User | AnonymousUser, at: datetime) -> list[Tile]:
    """What waits for this person, or that they may read of."""
    today = paris_day(at)
    tiles = _second_person(user)
    if user.has_perm(decisions.DECIDE):
        tiles.append(Tile("Tickets détériorés à contrôler", search.waiting().count(), reverse("office:search"), "do"))
    if user.has_perm(claims.VIEW):
        tiles += _claims(user, today)
    if user.has_perm(SEND) or user.has_perm(SEE_TRANSFERS):
        tiles += _transfers(today, reverse("payouts:transfers") if user.has_perm(SEND) else "")
    return tiles


def _second_person(user: User | AnonymousUser) -> list[Tile]:
    """What others prepared, complete, that waits for this person's approval or order: their own work is not there."""
    tiles = []
    if user.has_perm(approval.PERMISSION):
        number, address = len(approval.ready_for(user)), reverse("admin:tickets_prizetable_changelist")
        tiles.append(Tile("Tableaux de lots à approuver", number, f"{address}?approved_at__isempty=1", "do"))
    if user.has_perm(adding.PERMISSION):
        number, address = adding.ready_for(user).count(), reverse("admin:tickets_addendum_changelist")
        tiles.append(Tile("Additifs à approuver", number, f"{address}?approved_at__isempty=1", "do"))
    if user.has_perm(refunding.PERMISSION):
        waiting = MassRefund.objects.filter(ordered_at=None, withdrawn_at=None).exclude(prepared_by=user.pk)
        address = reverse("admin:payouts_massrefund_changelist")
        tiles.append(Tile("Remboursements préparés à ordonner", waiting.count(), address, "do"))
    if user.has_perm(lifting.UNFLAG):
        prepared = Lifting.objects.waiting().exclude(by=user.pk).order_by("at")
        first, flaggings = prepared.first(), reverse("admin:payouts_flagging_changelist")
        address = reverse("office:lifting", args=[first.pk]) if first else flaggings
        tiles.append(Tile("Levées de signalement préparées à faire", prepared.count(), address, "do"))
    return tiles


def _claims(user: User | AnonymousUser, today: date) -> list[Tile]:
    """In one statement."""
    counts = claim_figures.counts(today, user.pk or 0)
    queues = {"mine": ("Réclamations à moi", "do"), "nobody": ("Réclamations à personne", "do")}
    queues |= {"overdue": ("Réclamations en retard", "bad"), "open": ("Réclamations ouvertes", "")}
    if not user.has_perm(HANDLE):
        del queues["mine"]
    address = reverse("office:claims")
    return [Tile(words, counts[name], f"{address}?file={name}", state) for name, (words, state) in queues.items()]


def _transfers(today: date, address: str) -> list[Tile]:
    """In three statements; without an address for who only reads the numbers."""
    waiting = Transfer.objects.waiting().aggregate(
        leaving=Count("pk", filter=Q(review=False)),
        unknown=Count("pk", filter=Q(review=True)),
        late=Count("pk", filter=Q(review=False, leaves_on__lt=today)),
    )
    files = TransferFile.objects.filter(downloaded_at=None).aggregate(
        release=Count("pk", filter=Q(released_at=None)), download=Count("pk", filter=~Q(released_at=None))
    )
    tiles = (
        ("Fichiers de virements à libérer", files["release"], "envoyer", "do"),
        ("Fichiers de virements à télécharger", files["download"], "envoyer", "do"),
        ("Banques à vérifier", waiting["unknown"], "verifier", "do"),
        ("Nouveaux comptes attendus", Transfer.objects.to_correct().count(), "corriger", "do"),
        ("Virements en attente", waiting["leaving"], "attente", ""),
        ("Virements en retard", waiting["late"], "attente", "bad"),
    )
    return [Tile(words, number, address and f"{address}#{part}", state) for words, number, part, state in tiles]
