"""How amounts and moments are written on screen, in French."""

from datetime import date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

from django import template
from django.utils import formats

register = template.Library()
PARIS = ZoneInfo("Europe/Paris")
NBSP = "\u00a0"


@register.filter
def euros(cents: int) -> str:
    """5000000 -> "50 000,00 €"."""
    whole, rest = divmod(cents, 100)
    return f"{_grouped(whole)},{rest:02d}{NBSP}€"


@register.filter
def euros_short(cents: int) -> str:
    """600 -> "6 €", 650 -> "6,50 €": for boards, where room is scarce."""
    whole, rest = divmod(cents, 100)
    return f"{_grouped(whole)}{NBSP}€" if rest == 0 else euros(cents)


@register.filter
def count(number: int) -> str:
    """300000 -> "300 000"."""
    return _grouped(number)


@register.filter
def percent(share: Fraction, places: int = 4) -> str:
    """Fraction(7, 10) -> "70,0000 %", rounded to so many places (one at least)."""
    whole, rest = divmod(round(share * 100 * 10**places), 10**places)
    return f"{_grouped(whole)},{rest:0{places}d}{NBSP}%"


def _grouped(whole: int) -> str:
    return f"{whole:,}".replace(",", NBSP)


@register.filter
def lasting(minutes: int) -> str:
    """12 -> "12 min", 65 -> "1 h 05"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours}{NBSP}h{NBSP}{rest:02d}" if hours else f"{minutes}{NBSP}min"


@register.filter(expects_localtime=True)
def written(day: date, form: str = "j F Y") -> str:
    """A day: "14 mars 2026", and "1er mars 2026"."""
    return formats.date_format(day, form.replace("j", r"j\e\r") if day.day == 1 else form)


@register.filter
def paris_day(at: datetime) -> str:
    """The Paris day of an instant: "samedi 14 mars 2026"."""
    return written(at.astimezone(PARIS), "l j F Y")


@register.filter
def paris_moment(at: datetime) -> str:
    """The Paris day and minute of an instant: "14 mars 2026 à 20 h 41"."""
    return written(at.astimezone(PARIS), "j F Y à H\u00a0\\h\u00a0i")


@register.filter
def last_day(deadline: datetime) -> str:
    """The last Paris day before an exclusive bound: what a play's deadline is called on screen."""
    return paris_day(deadline - timedelta(microseconds=1))
