"""What is new of the offer, as an Atom feed (RFC 4287): emissions on sale, notices, additional lots, suspensions."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db.models import Min
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape

from games.templatetags.french import written
from public.pages import PAGES
from tickets.calendar import end_of, paris_day
from tickets.models import Addendum, Emission, Notice, Suspension

MOST = 50  # entries, and as many rows read of each sort
_SINCE = "2016-10-11"  # of the tag: addresses, whatever the version of the règlement
_UNWRITABLE = dict.fromkeys([*range(0x9), 0xB, 0xC, *range(0xE, 0x20), 0x7F, 0xFFFE, 0xFFFF], " ")  # XML 1.0, 2.2
_WORDS = {
    Notice.Kind.AVAILABILITY: "Avis de disponibilité",
    Notice.Kind.AVAILABILITY_MOVED: "Avis rectificatif\u00a0: la mise en vente change",
    Notice.Kind.CLOSING: "Avis de clôture",
    Notice.Kind.CLOSING_MOVED: "Avis rectificatif\u00a0: la clôture change",
}


class News(NamedTuple):
    """One piece: its lasting name, when it came, its title and text, and the path of the page that tells more."""

    name: str
    at: datetime
    title: str
    text: str
    path: str


def latest(at: datetime) -> list[News]:
    """The latest news at `at`, the newest first, in four statements."""
    found = [*_on_sale(at), *_notices(), *_addenda(), *_suspensions()]
    return sorted(found, key=lambda one: (one.at, one.name), reverse=True)[:MOST]


def atom_of(news: list[News]) -> Atom1Feed:
    """The feed of these."""
    page = PAGES["public:emissions"]
    feed = Atom1Feed(
        title="ILLIKO LIVE\u00a0: émissions, avis, lots supplémentaires, suspensions",
        link=settings.SITE_URL + page.address,
        description="",
        language="fr",
        author_name="ILLIKO LIVE",
        feed_url=settings.SITE_URL + reverse("public:emissions_atom"),
        feed_guid=_tag("emissions"),
    )
    for one in news:
        feed.add_item(
            title=writable(one.title),
            link=settings.SITE_URL + one.path,
            description=escape(writable(one.text)),
            unique_id=_tag(one.name),
            pubdate=one.at,
            updateddate=one.at,
        )
    return feed


def writable(text: str) -> str:
    """The same, without what no feed may hold: word processors leave a vertical tab where a line is broken."""
    return text.translate(_UNWRITABLE)


def _tag(name: str) -> str:
    return f"tag:{urlsplit(settings.SITE_URL).hostname},{_SINCE}:{name}"


def _on_sale(at: datetime) -> Iterator[News]:
    shown = Emission.objects.filter(available_on__lte=paris_day(at)).select_related("game")
    issued = shown.annotate(issued_at=Min("blocks__issued_at")).exclude(issued_at=None)
    for one in issued.order_by("-available_on", "-pk")[:MOST]:
        since_at = max(end_of(one.available_on - timedelta(days=1)), one.issued_at)
        since = written(paris_day(since_at))
        text = f"Les tickets dont le numéro commence par {_digits(one)} ont été mis en vente le {since}."
        yield News(f"emission/{one.pk}", since_at, f"Mise en vente\u00a0: {one}", text, _place(one))


def _notices() -> Iterator[News]:
    for one in Notice.objects.select_related("emission__game").order_by("-at", "-pk")[:MOST]:
        moved = f", au lieu du {written(one.before)}" if one.before and one.before != one.day else ""
        text = f"Date annoncée\u00a0: {written(one.day)}{moved}. Journal officiel\u00a0: {one.reference}."
        title = f"{_WORDS[Notice.Kind(one.kind)]}\u00a0: {one.emission}"
        yield News(f"avis/{one.pk}", one.at, title, text, _place(one.emission))


def _addenda() -> Iterator[News]:
    approved = Addendum.objects.exclude(approved_at=None).select_related("game")
    for one in approved.order_by("-approved_at")[:MOST]:
        assert one.approved_at
        text = (
            f"{one.game or 'Tous les jeux'}\u00a0: parties commencées du {written(one.starts_on)} au "
            f"{written(one.ends_on)} inclus. Journal officiel\u00a0: {one.reference}."
        )
        path = f"{reverse('public:emissions')}#a{one.pk}"
        yield News(f"additif/{one.pk}", one.approved_at, f"Lots supplémentaires\u00a0: {one}", text, path)


def _suspensions() -> Iterator[News]:
    path = reverse("public:status")
    for one in Suspension.objects.select_related("game").order_by("-since")[:MOST]:
        what = one.game or "tout le site"
        yield News(f"suspension/{one.pk}", one.since, f"Suspension\u00a0: {what}", one.message, path)
        if one.lifted_at:
            text = "On peut de nouveau jouer."
            yield News(f"reprise/{one.pk}", one.lifted_at, f"Fin de la suspension\u00a0: {what}", text, path)


def _digits(emission: Emission) -> str:
    return f"{emission.game_code:03d}\u00a0{emission.number:02d}"


def _place(emission: Emission) -> str:
    return f"{reverse('public:emissions')}#e{emission.game_code:03d}{emission.number:02d}"
