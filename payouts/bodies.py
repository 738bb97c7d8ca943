"""The winners above 3,000.00 for the bodies that the monetary and financial code lets have them (art. 5.3.3)."""

from datetime import date

from django.db import transaction
from django.utils import timezone

from payouts.means import IDENTITY_ABOVE
from payouts.models import Payment, Winner
from tickets import numbers, record, spreadsheets
from tickets.journal.chain import Subject
from tickets.suspending import WHOLE_SITE

HEADER = ["jour", "ticket", "gain", "part", "nom", "prénom", "adresse", "caisse"]


@transaction.atomic
def export_winners(*, first: date, last: date, reference: str, by: int) -> str:
    """The CSV of the winners paid from `first` to `last`, Paris days; journalled first, without data (art. 5.3.3).

    `reference` is the recipient's own for what they ask, `by` the key of the user. Raises personal.Unreadable.
    """
    winners = Winner.objects.known().filter(
        payment__day__range=(first, last),
        payment__amount__gt=IDENTITY_ABOVE,
        payment__what=Payment.What.PRIZE,
        payment__cancelled_at=None,
    )
    ordered = winners.select_related("payment__desk").order_by("payment__paid_at", "payment", "position")
    rows = [_row(winner) for winner in ordered.iterator(chunk_size=500)]
    period = {"first": first.isoformat(), "last": last.isoformat()}
    data = {**period, "rows": len(rows), "reference": reference, "by": by}
    record.note(Subject.SITE, WHOLE_SITE, "export_winners", data, at=timezone.now())
    return spreadsheets.to_csv([HEADER, *rows])


def _row(winner: Winner) -> list[str]:
    payment, person = winner.payment, winner.person()
    return [
        payment.day.isoformat(),
        numbers.shown(payment.ticket_id),
        spreadsheets.euros(payment.amount),
        spreadsheets.euros(winner.share),
        person.last_name,
        person.first_name,
        person.address or "",
        str(payment.desk),
    ]
