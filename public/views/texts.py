"""Pages that are read: responsible play, personal data, legal notice, accessibility, security contact.

None of them needs the database: they are there whatever happens to it.
"""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone

from games import attempts, sitting
from games.registry import GAMES
from payouts import means, retention
from payouts.signing import sessions
from public import contact
from public.pages import PAGES, read_only, show
from public.views import claims, following
from tickets import calendar

LEGAL = {  # what the law asks for besides the publisher's name, as the environment's LEGAL_... tell it
    "company": "Forme et capital",
    "office": "Siège social",
    "registration": "Immatriculation",
    "director": "Directeur de la publication",
    "host": "Hébergeur",
}
_VALID = timedelta(days=180)  # RFC 9116 wants less than a year
_UNITS = ((86_400, "jour"), (3_600, "heure"), (60, "minute"), (1, "seconde"))


@read_only
def responsible(request: HttpRequest) -> HttpResponse:
    """Adults only, limits, signs, help (art. 1, 5.1)."""
    told = {"games": GAMES.values(), "days": calendar.PLAY.days, "sitting": sitting.Sitting(0)}
    return show(request, PAGES["public:responsible"], "public/texts/responsible.html", told)


@read_only
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, why and how long, as the code that keeps and erases has it (art. 5.3.3, 6)."""
    told = {
        "identity_above": means.IDENTITY_ABOVE,
        "claims_until": _period(calendar.PAYMENT.total_seconds()),
        "name": _months(retention.NAME_KEPT),
        "returned": _months(retention.RETURNED_WITHIN),
        "claim": _months(retention.CLAIM_KEPT),
        "backups": _period(retention.BACKUPS_KEPT * 86_400),
        "session": _period(settings.SESSION_COOKIE_AGE),
        "counted": _period(attempts.MINUTE),
        "claims_counted": _period(claims.HOUR),
        "followed": _period(following.OPEN_FOR),
        "signed_in": _period(sessions.LASTS),
        "cookies": [
            (settings.SESSION_COOKIE_NAME, "Les parties que ce navigateur tient ouvertes, la réclamation qu’il suit.",
             _period(settings.SESSION_COOKIE_AGE)),
            (settings.CSRF_COOKIE_NAME, "Protège les formulaires\u00a0: un autre site ne peut pas les envoyer à votre "
             "place.", _period(settings.CSRF_COOKIE_AGE)),
            (sitting.COOKIE, "L’heure à laquelle vous avez commencé à jouer, pour vous dire depuis combien de temps "
             "vous jouez.", f"{_period(sitting.PAUSE * 60)} après votre dernier coup"),
        ],
    }  # fmt: skip
    return show(request, PAGES["public:privacy"], "public/texts/privacy.html", told)


@read_only
def legal(request: HttpRequest) -> HttpResponse:
    """Who publishes and hosts the site, as far as it is known, and how to report a fault (art. 8.3)."""
    known = [(words, settings.LEGAL[name]) for name, words in LEGAL.items() if settings.LEGAL[name]]
    told = {
        "known": known,
        "demonstration": settings.EMBEDDED_DATABASE,
        "contact": settings.SECURITY_CONTACT,
        "shown": settings.SECURITY_CONTACT.removeprefix("mailto:"),
    }
    return show(request, PAGES["public:legal"], "public/texts/legal.html", told)


@read_only
def accessibility(request: HttpRequest) -> HttpResponse:
    """The accessibility statement (article 47 of the law of 11 February 2005)."""
    return show(request, PAGES["public:accessibility"], "public/texts/accessibility.html")


@read_only
def security(request: HttpRequest) -> HttpResponse:
    """Whom to tell of a fault (RFC 9116, art. 8.3): always valid for half a year from now."""
    site, contacts = settings.SITE_URL, [settings.SECURITY_CONTACT, f"tel:{contact.DIALLED}"]
    lines = [f"Contact: {one}" for one in contacts if one]
    lines += [
        f"Expires: {timezone.now() + _VALID:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: fr, en",
        f"Canonical: {site}{reverse('public:security')}",
        f"Policy: {site}{reverse('public:legal')}#signaler",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


def _months(months: int) -> str:
    """60 -> "5 ans", 13 -> "13 mois"."""
    years, rest = divmod(months, 12)
    return f"{months}\u00a0mois" if rest else f"{years}\u00a0an{'s' if years > 1 else ''}"


def _period(seconds: float) -> str:
    """43200 -> "12 heures"."""
    length, unit = next((length, unit) for length, unit in _UNITS if seconds % length == 0)
    number = int(seconds // length)
    return f"{number}\u00a0{unit}{'s' if number > 1 else ''}"
