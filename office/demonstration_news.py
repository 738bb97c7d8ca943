"""What the demonstration's public pages tell: notices, additional lots, an incident; all named as a demonstration's."""

from collections.abc import Sequence
from datetime import date, timedelta

from django.utils import timezone

from office.demonstration_staff import in_role
from public.models import Incident
from tickets.adding import approve_addendum
from tickets.calendar import paris_day
from tickets.emitting import Published, announce, close
from tickets.models import Addendum, AdditionalLot, Emission

DAY = timedelta(days=1)
CLOSES_IN = timedelta(days=120)


def load_news(emissions: Sequence[Emission]) -> None:
    """A notice of availability of each emission, the closing of the last one, lots from tomorrow, a short incident."""
    today, by = paris_day(timezone.now()), in_role("emissions")
    for number, one in enumerate(emissions, 1):
        announce(emission_id=one.pk, published=_notice(one.available_on, number, today), by=by)
    last = emissions[-1]
    close(emission_id=last.pk, published=_notice(today + CLOSES_IN, len(emissions) + 1, today), by=by)
    _additional_lots()
    _incident()


def _notice(day: date, number: int, today: date) -> Published:
    return Published(day, f"Avis de démonstration n° {number}", today)


def _additional_lots() -> None:
    today = paris_day(timezone.now())
    addendum = Addendum.objects.create(
        event="Fête de démonstration",
        reference="Additif de démonstration",
        published_on=today,
        starts_on=today + DAY,
        ends_on=today + 7 * DAY,
        prepared_by=in_role("emissions"),
    )
    lots = {"addendum": addendum, "in_kind": True, "value": 450_00, "count": 10, "left": 10, "one_in": 1000}
    AdditionalLot.objects.create(position=1, description="Vélo de démonstration", **lots)
    approve_addendum(addendum_id=addendum.pk, by=in_role("approbation"))


def _incident() -> None:
    at = timezone.now()
    Incident.objects.create(
        title="Incident de démonstration",
        text="Les pages ont tardé à s’afficher. Aucune partie n’a été perdue.",
        began_at=at - DAY,
        ended_at=at - DAY + timedelta(minutes=20),
        published_at=at,
        published_by=in_role("responsable-clients"),
    )
