"""The dates of emissions as a calendar to subscribe to (RFC 5545, 7986): one whole Paris day an event."""

from collections.abc import Iterable, Iterator
from datetime import date, datetime, timedelta

from django.conf import settings
from django.urls import reverse
from icalendar import Calendar, Event

from public.emissions import EmissionTold
from public.news import writable
from tickets.calendar import end_of
from tickets.models import Notice

_DAY = timedelta(days=1)
_KEPT = timedelta(days=365)  # after the last day of payment
_AVAILABLE = (Notice.Kind.AVAILABILITY, Notice.Kind.AVAILABILITY_MOVED)
_CLOSING = (Notice.Kind.CLOSING, Notice.Kind.CLOSING_MOVED)
_MEANS = (  # the last word of each event's UID, the notices that give its day, what it is
    ("disponibilite", _AVAILABLE, "mise en vente"),
    ("cloture", _CLOSING, "dernier jour de vente"),
    ("debut", _CLOSING, "dernier jour pour commencer une partie"),
    ("forclusion", _CLOSING, "dernier jour pour être payé et réclamer"),
)


def calendar_of(emissions: Iterable[EmissionTold]) -> bytes:
    """The file: the dates of emissions that are not long over. The same emissions always give the same bytes."""
    calendar = Calendar()
    calendar.add("prodid", "-//ILLIKO LIVE//Emissions//FR")
    calendar.add("version", "2.0")
    calendar.add("name", "Émissions ILLIKO LIVE")
    calendar.add("x-wr-calname", "Émissions ILLIKO LIVE")
    calendar.add("refresh-interval", _DAY, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "P1D")
    calendar.add("url", _address())
    for emission in emissions:
        last = emission.emission.last_payment_day
        if last is None or emission.today - last <= _KEPT:
            for event in _events(emission):
                calendar.add_component(event)
    return bytes(calendar.to_ical())


def _events(told: EmissionTold) -> Iterator[Event]:
    for (name, kinds, what), one in zip(_MEANS, told.days, strict=True):
        if one.day is not None:
            yield _event(told, f"{told.code}-{name}", what, one.day, [x for x in told.notices if x.kind in kinds])


def _event(told: EmissionTold, name: str, what: str, day: date, notices: list[Notice]) -> Event:
    """A day, moved by each notice after the first that gave it."""
    given_at = notices[-1].at if notices else _morning(told.emission.available_on)
    event = Event()
    event.add("uid", f"{name}@illikolive.com")
    event.add("dtstamp", given_at)
    event.add("last-modified", given_at)
    event.add("sequence", max(len(notices) - 1, 0))
    event.add("dtstart", day)
    event.add("dtend", day + _DAY)
    event.add("summary", f"{told.game.name} {told.shown}\u00a0: {what}")
    event.add("description", f"Tickets dont le numéro commence par {told.shown}.{_said(notices)}")
    event.add("url", f"{_address()}#e{told.code}")
    event.add("transp", "TRANSPARENT")
    return event


def _said(notices: list[Notice]) -> str:
    return f" Journal officiel\u00a0: {writable(notices[-1].reference)}." if notices else ""


def _morning(day: date) -> datetime:
    """When a Paris day begins, in UTC."""
    return end_of(day - _DAY)


def _address() -> str:
    return settings.SITE_URL + reverse("public:emissions")
