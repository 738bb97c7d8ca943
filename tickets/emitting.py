"""Creates emissions and records the notices that give their dates (art. 3.2.5, 3.2.6); nothing else moves a date."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from tickets import record
from tickets.calendar import far, paris_day
from tickets.journal.chain import Subject
from tickets.models import Emission, Notice, PrizeTable
from tickets.refusals import EmissionRefused, ToConfirm

CREATE, PUBLISH = "tickets.add_emission", "tickets.publish_notice"
PAST = "La clôture est dans le passé\u00a0: des tickets ont pu être vendus depuis. Confirmez si c’est bien cela."
Kind = Notice.Kind
_MOVED = {Kind.AVAILABILITY: Kind.AVAILABILITY_MOVED, Kind.CLOSING: Kind.CLOSING_MOVED}


@dataclass(frozen=True, slots=True)
class Wanted:
    """An emission to create: what its tickets bear, and how they go into booklets (art. 3.2.4, 3.2.5)."""

    prize_table: PrizeTable
    game_code: int
    number: int
    available_on: date
    booklet_size: int = 50
    booklet_share: int = 75


@dataclass(frozen=True, slots=True)
class Published:
    """A notice as published: the date that it gives, its reference, and why, when it rectifies another."""

    day: date
    reference: str
    published_on: date
    reason: str = ""


def check_wanted(wanted: Wanted) -> None:
    """Raises EmissionRefused, as creating it would."""
    _refuse_unfit(wanted, wanted.prize_table)
    if Emission.objects.filter(game_code=wanted.game_code, number=wanted.number).exists():
        raise _taken(wanted)


@transaction.atomic(durable=True)
def create_emission(*, wanted: Wanted, by: User) -> Emission:
    """Create an emission of an approved prize table (art. 3.2.1, 3.2.5), journalled. Raises EmissionRefused."""
    if not by.has_perm(CREATE):
        raise EmissionRefused("Seul un responsable des émissions crée une émission.")
    table = PrizeTable.objects.select_for_update(of=("self",), no_key=True).get(pk=wanted.prize_table.pk)
    _refuse_unfit(wanted, table)
    fields = {name: getattr(wanted, name) for name in Wanted.__slots__ if name != "prize_table"}
    try:
        with transaction.atomic():
            emission = Emission.objects.create(game_id=table.game_id, prize_table=table, **fields)
    except IntegrityError as error:
        raise _taken(wanted) from error
    said = fields | {"available_on": wanted.available_on.isoformat(), "prize_table": table.pk, "by": by.pk}
    record.note(Subject.EMISSION, emission.pk, "create", said, at=timezone.now())
    return emission


def announce(*, emission_id: int, published: Published, by: User) -> Notice:
    """Record the notice of the availability date, or one that moves it before any sale. Raises EmissionRefused."""
    return _record(emission_id, Kind.AVAILABILITY, published, by, confirmed=False)


def close(*, emission_id: int, published: Published, by: User, confirmed: bool = False) -> Notice:
    """Record the closing notice, or one that rectifies its date: sales end that day, plays and claims some days later.

    Art. 3.2.6, 3.3.4, 9, 10. Raises EmissionRefused; ToConfirm, unless `confirmed`, when the date is past.
    """
    return _record(emission_id, Kind.CLOSING, published, by, confirmed=confirmed)


def check(*, emission: Emission, first: Kind, published: Published, confirmed: bool = False) -> Kind:
    """What this notice of availability or of closing would be: the first one, or a rectifying one.

    Raises EmissionRefused, ToConfirm, as recording it would.
    """
    at = timezone.now()
    kind = expected(emission, first)
    _refuse_unclear(published, moves=kind is not first, at=at)
    if first is Kind.CLOSING:
        _refuse_closing(emission, published.day, paris_day(at), confirmed=confirmed)
    else:
        _refuse_availability(emission, published.day, at)
    if kind is not first and published.day == given(emission, first):
        raise EmissionRefused("Cet avis ne change pas la date.", "day")
    return kind


def expected(emission: Emission, first: Kind) -> Kind:
    """The kind of the next notice of availability or of closing: rectifying, once that date is given."""
    moves = emission.notices.filter(kind=first).exists() or (first is Kind.CLOSING and emission.closed_on is not None)
    return _MOVED[first] if moves else first


def latest(emission: Emission, first: Kind) -> Notice | None:
    """The last notice of availability or of closing, which a new one rectifies."""
    return emission.notices.filter(kind__in=(first, _MOVED[first])).order_by("-pk").first()


def given(emission: Emission, first: Kind) -> date | None:
    """The date that stands until then."""
    return emission.closed_on if first is Kind.CLOSING else emission.available_on


@transaction.atomic(durable=True)
def _record(emission_id: int, first: Kind, published: Published, by: User, *, confirmed: bool) -> Notice:
    if not by.has_perm(PUBLISH):
        raise EmissionRefused("Seul un responsable des émissions enregistre un avis.")
    emission = Emission.objects.select_for_update(of=("self",), no_key=True).get(pk=emission_id)
    notice = Notice.objects.create(
        emission=emission,
        kind=check(emission=emission, first=first, published=published, confirmed=confirmed),
        day=published.day,
        before=given(emission, first),
        reference=published.reference.strip(),
        published_on=published.published_on,
        reason=published.reason.strip(),
        at=timezone.now(),
        by=by,
    )
    moved = "closed_on" if first is Kind.CLOSING else "available_on"
    setattr(emission, moved, published.day)
    emission.save(update_fields=[moved])
    record.note(Subject.EMISSION, emission.pk, notice.kind, _said(notice), at=notice.at)
    return notice


def _said(notice: Notice) -> dict[str, Any]:
    """What the journal keeps of a notice."""
    return {
        "notice": notice.pk,
        "day": notice.day.isoformat(),
        "before": notice.before and notice.before.isoformat(),
        "reference": notice.reference,
        "published_on": notice.published_on.isoformat(),
        "reason": notice.reason,
        "by": notice.by_id,
    }


def _taken(wanted: Wanted) -> EmissionRefused:
    return EmissionRefused(f"L’émission {wanted.game_code:03d}\u00a0{wanted.number:02d} existe déjà.", "number")


def _refuse_unfit(wanted: Wanted, table: PrizeTable) -> None:
    _refuse_far("available_on", wanted.available_on)
    if wanted.available_on < paris_day(timezone.now()):
        raise EmissionRefused("Cette date est passée\u00a0: une émission se crée avant de se vendre.", "available_on")
    if table.approved_at is None:
        raise EmissionRefused("Ce tableau de lots n’est pas approuvé.", "prize_table")
    if not 0 <= wanted.game_code <= 999:
        raise EmissionRefused("Le code jeu a trois chiffres au plus.", "game_code")
    if not 1 <= wanted.number <= 99:
        raise EmissionRefused("Le numéro d’émission va de 01 à 99.", "number")
    if not 1 <= wanted.booklet_size <= 999 or table.block_size % wanted.booklet_size:
        whole = f"Un bloc de {table.block_size} tickets ne se divise pas en livrets de {wanted.booklet_size}."
        raise EmissionRefused(whole, "booklet_size")
    if not 0 <= wanted.booklet_share <= 100:
        raise EmissionRefused("Cette part est entre 0 et 100\u00a0%.", "booklet_share")
    other = Emission.objects.filter(game_code=wanted.game_code).exclude(game=table.game_id).first()
    if other is not None:
        raise EmissionRefused(f"Le code jeu {wanted.game_code:03d} est celui du jeu {other.game}.", "game_code")


def _refuse_far(field: str, day: date) -> None:
    if far(day, paris_day(timezone.now())):
        raise EmissionRefused("Cette date est à plus de dix ans d’aujourd’hui.", field)


def _refuse_unclear(published: Published, *, moves: bool, at: datetime) -> None:
    _refuse_far("day", published.day)
    _refuse_far("published_on", published.published_on)
    if not published.reference.strip():
        raise EmissionRefused("Donnez la référence de l’avis au Journal officiel.", "reference")
    if published.published_on > paris_day(at):
        raise EmissionRefused("Un avis s’enregistre une fois publié.", "published_on")
    if moves and not published.reason.strip():
        raise EmissionRefused("Un avis rectificatif s’enregistre avec son motif.", "reason")
    if not moves and published.reason.strip():
        raise EmissionRefused("Seul un avis rectificatif porte un motif.", "reason")


def _refuse_closing(emission: Emission, day: date, today: date, *, confirmed: bool) -> None:
    if day < emission.available_on:
        raise EmissionRefused(f"L’émission n’est disponible que le {emission.available_on:%d/%m/%Y}.", "day")
    if day < today and not confirmed:
        raise ToConfirm(PAST, "day")


def _refuse_availability(emission: Emission, day: date, at: datetime) -> None:
    if emission.on_sale_yet(at) and day != emission.available_on:
        raise EmissionRefused("L’émission est déjà disponible\u00a0: sa date ne change plus.", "day")
    if emission.closed_on is not None and day > emission.closed_on:
        raise EmissionRefused(f"L’émission est close le {emission.closed_on:%d/%m/%Y}.", "day")
