"""An emission's pages: created, its dates given by notices, the notices' text (art. 3.2.5, 3.2.6)."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import partial
from typing import Any, TypeVar

from django.contrib import messages
from django.contrib.auth.models import User
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from games.templatetags.french import euros
from office.access import office_page
from office.pages import page
from office.views.emission_forms import EmissionForm, NoticeForm
from public.pages import SOON
from tickets import emitting
from tickets.calendar import far, last_payment_day, last_start_day, paris_day
from tickets.issuing import progress
from tickets.models import BlockOrder, Emission, Notice
from tickets.refusals import EmissionRefused, ToConfirm

T = TypeVar("T")
FIRST = {"disponibilite": Notice.Kind.AVAILABILITY, "cloture": Notice.Kind.CLOSING}
LATEST = 10  # orders shown
_READ = f"Les joueurs le lisent sur la page des émissions {SOON}."
asks = require_http_methods(["GET", "HEAD", "POST"])


@asks
@office_page("tickets.add_emission")
def create(request: HttpRequest, user: User) -> HttpResponse:
    """Type an emission of an approved prize table, read what it will be, then create it."""
    form = EmissionForm(request.POST or None)
    if form.is_valid() and "edit" not in request.POST:
        if "record" in request.POST:
            if made := _told(form, lambda: emitting.create_emission(wanted=form.wanted(), by=user)):
                messages.success(request, f"L’émission {made} est créée. {_READ}")
                return redirect("office:emission", made.pk)
        else:
            _told(form, lambda: emitting.check_wanted(form.wanted()))
    shown: dict[str, Any] = {"form": form}
    if form.is_bound and "edit" not in request.POST and not form.errors:
        wanted = form.wanted()
        shown |= {"wanted": wanted, "today": wanted.available_on == paris_day(timezone.now())}
        shown["booklets"] = wanted.prize_table.block_size // wanted.booklet_size
    return page(request, "emissions/create.html", "Créer une émission", shown, status=_status(form))


@require_safe
@office_page("tickets.view_emission")
def emission(request: HttpRequest, user: User, emission_id: int) -> HttpResponse:
    """Its dates and where it stands, its notices, its blocks and what is asked of them."""
    found = _emission(emission_id)
    orders = _orders(found) if user.has_perm("tickets.view_blockorder") else []
    under_way = next((order for order in orders if order.under_way), None)
    shown = {
        "emission": found,
        "stands": standing(found, timezone.now()),
        "over": found.sale_over(timezone.now()),
        "announces": not found.on_sale_yet(timezone.now()) or not emitting.latest(found, Notice.Kind.AVAILABILITY),
        "notices": found.notices.select_related("by").order_by("-pk"),
        "blocks": found.blocks.order_by("-number"),
        "orders": [order for order in orders if order != under_way],
        "under_way": under_way,
        "made": progress.of(under_way.pk) if under_way else None,
    }
    return page(request, "emissions/emission.html", f"Émission {found}", shown)


@asks
@office_page("tickets.publish_notice")
def notice(request: HttpRequest, user: User, emission_id: int, which: str) -> HttpResponse:
    """Type a published notice, read what it changes, then record it."""
    found, first = _emission(emission_id), _first(which)
    kind = emitting.expected(found, first)
    form = NoticeForm(request.POST or None, moves=kind is not first)
    if form.is_valid() and "edit" not in request.POST:
        if "record" in request.POST:
            if done := _told(form, partial(_record, form, found, first, user)):
                messages.success(request, f"Enregistré : {done}. {_READ}")
                return redirect("office:emission", found.pk)
        else:
            published = form.published()
            _told(form, partial(emitting.check, emission=found, first=first, published=published, confirmed=True))
    shown = {"emission": found, "form": form, "which": which, "closing": which == "cloture"}
    if form.is_bound and "edit" not in request.POST and set(form.errors) <= {"confirmed"}:
        shown["change"] = Change(first, emitting.given(found, first), form.cleaned_data["day"])
    return page(request, "emissions/notice.html", f"Enregistrer un {kind.label}", shown, status=_status(form))


@require_safe
@office_page("tickets.view_emission")
def text(request: HttpRequest, user: User, emission_id: int, which: str) -> HttpResponse:
    """The text of a notice to publish, of the date typed or of the one that stands, to copy and print."""
    found, first = _emission(emission_id), _first(which)
    day = _typed(request) if "jour" in request.GET else emitting.given(found, first)
    if day is None and "jour" in request.GET:
        messages.error(request, "Cette date ne se lit pas, ou elle est à plus de dix ans d’aujourd’hui.")
    latest = emitting.latest(found, first)
    title = "Texte de l’avis de clôture" if first is Notice.Kind.CLOSING else "Texte de l’avis de disponibilité"
    shown = {
        "emission": found,
        "day": day,
        "which": which,
        "closing": which == "cloture",
        "price": euros(found.game.price),
        "rectified": latest if latest and latest.day != day else None,
    }
    if day and which == "cloture":
        shown |= {"last_start": last_start_day(day), "last_payment": last_payment_day(day)}
    return page(request, "emissions/text.html", title, shown)


@dataclass(frozen=True, slots=True)
class Change:
    """What a notice changes: the date that stood, the new one, and the days that follow from each."""

    first: Notice.Kind
    before: date | None
    day: date

    @property
    def lines(self) -> list[tuple[str, date | None, date]]:
        """Name, day until now, day from now on."""
        if self.first is not Notice.Kind.CLOSING:
            return [("Premier jour de vente", self.before, self.day)]
        old = self.before
        return [
            ("Clôture, dernier jour de vente", old, self.day),
            ("Dernier jour pour commencer une partie", old and last_start_day(old), last_start_day(self.day)),
            ("Dernier jour de paiement et de réclamation", old and last_payment_day(old), last_payment_day(self.day)),
        ]

    @property
    def past(self) -> bool:
        """A closing date that has gone by."""
        return self.first is Notice.Kind.CLOSING and self.day < paris_day(timezone.now())

    @property
    def sooner(self) -> bool:
        """A date that is taken forward."""
        return self.before is not None and self.day < self.before


def standing(emission: Emission, at: datetime) -> str:
    """Where an emission stands, in a few words (art. 3.2.6, 3.3.4, 9)."""
    today = paris_day(at)
    if not emission.on_sale_yet(at):
        return "Pas encore en vente."
    if not emission.sale_over(at) and not emission.blocks.exists():
        return "Disponible, sans aucun bloc\u00a0: rien n’est en vente."
    if emission.closed_on is None:
        return "En vente, sans avis de clôture."
    if not emission.sale_over(at):
        return "En vente jusqu’à sa clôture."
    if not emission.start_barred(at):
        return "Close : ses tickets peuvent encore être joués."
    if today <= last_payment_day(emission.closed_on):
        return "Close : ses tickets ne se jouent plus, ses lots se paient encore."
    return "Forclose : ses lots ne se paient plus."


def _told(form: Form, does: Callable[[], T]) -> T | None:
    """What it gives; None when it is refused, as the form then tells."""
    try:
        return does()
    except EmissionRefused as refused:
        form.add_error("confirmed" if isinstance(refused, ToConfirm) else refused.field or None, refused.message)
        return None


def _record(form: NoticeForm, emission: Emission, first: Notice.Kind, user: User) -> Notice:
    published = form.published()
    if first is not Notice.Kind.CLOSING:
        return emitting.announce(emission_id=emission.pk, published=published, by=user)
    confirmed = form.cleaned_data["confirmed"]
    return emitting.close(emission_id=emission.pk, published=published, by=user, confirmed=confirmed)


def _emission(emission_id: int) -> Emission:
    return get_object_or_404(Emission.objects.select_related("game", "prize_table__game"), pk=emission_id)


def _orders(emission: Emission) -> list[BlockOrder]:
    """The latest blocks asked for."""
    joined = ("emission__game", "block", "asked_by", "cancelled_by")
    return list(emission.orders.select_related(*joined).order_by("-pk")[:LATEST])


def _first(which: str) -> Notice.Kind:
    if which not in FIRST:
        raise Http404(which)
    return FIRST[which]


def _typed(request: HttpRequest) -> date | None:
    try:
        day = date.fromisoformat(request.GET.get("jour", ""))
    except ValueError:
        return None
    return None if far(day, paris_day(timezone.now())) else day


def _status(form: Any) -> int:
    return 422 if form.errors else 200
