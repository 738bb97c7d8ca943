"""The calendar file of a play: the last moment to finish it, and a reminder the day before (art. 3.3.5)."""

from datetime import timedelta

from django.conf import settings
from icalendar import Alarm, Calendar, Event

from games.models import Play


def calendar_of(play: Play) -> bytes:
    """An iCalendar file: the hour that ends with the play's last moment. It names no code."""
    event = Event()
    event.add("uid", f"{play.id}@illikolive.com")
    event.add("dtstamp", play.started_at)
    event.add("dtstart", play.deadline - timedelta(hours=1))
    event.add("dtend", play.deadline)
    event.add("summary", f"Dernier moment pour finir {play.game_name}")
    event.add("description", f"Ticket {play.number_shown}. Passé minuit, la partie expire. Gardez le ticket entier.")
    event.add("url", settings.SITE_URL)
    event.add_component(_alarm())
    calendar = Calendar()
    calendar.add("prodid", "-//ILLIKO LIVE//FR")
    calendar.add("version", "2.0")
    calendar.add_component(event)
    return bytes(calendar.to_ical())


def _alarm() -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", "Votre partie ILLIKO LIVE finit demain")
    alarm.add("trigger", timedelta(days=-1))
    return alarm
