"""Puts together what the site tells of winners, and takes a first name back at once (art. 6.3, 6.4)."""

import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import Count, ExpressionWrapper, F, Value
from django.utils import timezone

from games.templatetags.french import euros
from payouts.means import CASH_LIMIT
from payouts.models import Payment, Publication, PublicationAmount, PublishedCount, PublishedName, Winner
from payouts.personal import Unreadable
from payouts.refusals import PaymentRefused
from tickets import record
from tickets.journal.chain import Subject
from tickets.models import Emission
from tickets.suspending import WHOLE_SITE

logger = logging.getLogger(__name__)
PERMISSION = "payouts.set_publication_amount"
DELAY = timedelta(days=7)  # after a month, so that an objection or a cancellation can come first
LINK = "published"
_GAME_CODE = ExpressionWrapper(
    F("ticket_id") / Value(10**12, models.BigIntegerField()), models.BigIntegerField()
)  # a number's first three digits (art. 3.2.5)


def last_day(today: date) -> date:
    """The last Paris day whose payments may be told: months are told whole, so that nothing gives a day away."""
    return (today - DELAY).replace(day=1) - timedelta(days=1)


@transaction.atomic
def set_amount(*, cents: int | None, by: User) -> PublicationAmount:
    """Publish first names of who won more than this, from the next `publish` on; None publishes none.

    Names published under another amount are shown no longer at once. Raises PaymentRefused.
    """
    if not by.has_perm(PERMISSION):
        raise PaymentRefused("Vous n’avez pas le droit de fixer ce montant.")
    if cents is not None and cents < CASH_LIMIT:
        raise PaymentRefused(
            f"Ce montant est d’au moins {euros(CASH_LIMIT)}\u00a0: jusque-là on est payé en espèces, sans dire son nom."
        )
    made = PublicationAmount.objects.create(amount=cents, at=timezone.now(), by=by)
    record.note(Subject.SITE, WHOLE_SITE, "publication_amount", {"amount": cents, "by": by.pk}, at=made.at)
    return made


@transaction.atomic(durable=True)
def publish(today: date) -> Publication:
    """Put what may be told on a Paris day in the place of what was told; killed or run again, it does no harm.

    The winners named are locked until the end, so that who objects meanwhile is found and taken back.
    """
    amount, until = PublicationAmount.in_force(), last_day(today)
    names = [] if amount is None else sorted(_names(amount, until), key=lambda one: one.link)
    Publication.objects.all().delete()
    made = Publication.objects.create(amount=amount, until=until)
    for name in names:
        name.publication = made
    PublishedName.objects.bulk_create(names)
    PublishedCount.objects.bulk_create(
        PublishedCount(publication=made, department=department, game_id=game, players=players)
        for (department, game), players in _counted(amount, until)
    )
    return made


def withdraw(winner: Winner) -> None:
    """Take back at once the first name published of a winner, if it is. Raises Erased.

    Of one who can't be read, the names of the whole department, until the next `publish`: theirs can't be told apart.
    """
    try:
        PublishedName.objects.filter(link=winner.digest(LINK)).delete()
    except Unreadable:
        PublishedName.objects.filter(department=winner.payment.desk.department).delete()


def first_of(given: str) -> str:
    """The one first name told of those given: the first, a hyphenated one whole; capitals as names have them."""
    name = re.split(r"[\s,;]", given, maxsplit=1)[0]
    return name.title() if name in (name.upper(), name.lower()) else name


def _counted(amount: int | None, until: date) -> Iterator[tuple[tuple[str, int | None], int]]:
    yield from _at_games(until).items()
    if amount is not None:
        for department, players in _above(amount, until):
            yield (department, None), players


def _at_games(until: date) -> Counter[tuple[str, int]]:
    """How many players won, by department and game: each who shares a prize is one."""
    games = dict(Emission.objects.values_list("game_code", "game"))
    payments = _paid(until).annotate(code=_GAME_CODE).order_by().values_list("desk__department", "code")
    bearers = payments.annotate(players=Count("pk"))
    others = payments.filter(winners__position__gt=1).annotate(players=Count("winners"))
    counted: Counter[tuple[str, int]] = Counter()
    for department, code, players in (*bearers, *others):
        counted[department, games[code]] += players
    return counted


def _above(amount: int, until: date) -> Iterable[tuple[str, int]]:
    """How many players won more than an amount in cents, by department."""
    winners = Winner.objects.filter(share__gt=amount, payment__in=_paid(until)).order_by()
    return winners.values_list("payment__desk__department").annotate(Count("pk"))


def _paid(until: date) -> models.QuerySet[Payment]:
    return Payment.objects.standing().filter(what=Payment.What.PRIZE, day__lte=until)


def _names(amount: int, until: date) -> Iterator[PublishedName]:
    """Of the winners whose data is whole: what is kept for authorised bodies alone (art. 5.3.3) serves nothing else."""
    winners = Winner.objects.known().filter(
        share__gt=amount,
        reduced_at=None,
        unpublished_at=None,
        payment__what=Payment.What.PRIZE,
        payment__cancelled_at=None,
        payment__day__lte=until,
    )
    locked = winners.select_for_update(of=("self", "payment"), no_key=True).select_related("payment__desk")
    for winner in locked.order_by("pk").iterator(chunk_size=500):
        try:
            name, link = first_of(winner.person().first_name), winner.digest(LINK)
        except Unreadable as error:
            logger.error("winner %s can't be read: %s", winner.id, error)
        else:
            yield PublishedName(first_name=name, department=winner.payment.desk.department, link=link)
