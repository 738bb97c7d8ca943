"""The refund of each play that an outage kept from its thirty days: counted by one, ordered by another (art. 3.3.9)."""

from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from office import parts
from office.access import office_page
from office.pages import page
from office.views.refund_forms import OutageForm, WithdrawForm
from payouts import refunding
from payouts.models import MassRefund, Payment
from payouts.outages import Outage, by_game, meant
from payouts.refusals import PaymentRefused
from tickets.models import Game

TITLE = "Rembourser après une panne"


@require_http_methods(["GET", "HEAD", "POST"])
@office_page(refunding.PERMISSION)
def ask(request: HttpRequest, user: User) -> HttpResponse:
    """Ask which outages, show which plays they are about, then leave the order to a second person."""
    form = OutageForm(request.POST or None)
    if form.is_valid():
        shown = _preview(form.outages())
        if request.POST.get("vu") != shown["seen"]:
            return page(request, "refunds/preview.html", TITLE, shown | {"form": form, "changed": "vu" in request.POST})
        try:
            made = refunding.prepare(outages=form.outages(), reason=form.cleaned_data["reason"], by=user)
        except PaymentRefused as refused:
            form.add_error(None, refused.message)
        else:
            messages.success(request, "C’est préparé\u00a0: une autre personne doit maintenant l’ordonner.")
            return redirect("office:mass_refund_one", made.pk)
    return page(request, "refunds/ask.html", TITLE, {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page("payouts.view_massrefund")
def one(request: HttpRequest, user: User, mass_id: int) -> HttpResponse:
    """What was prepared or ordered, and how much of it is done and paid; a second person orders it here.

    Its progress alone to htmx, which asks now and then.
    """
    mass = _mass(mass_id)
    if "HX-Request" in request.headers:
        return render(request, "admin/office/refunds/_ordered.html", _ordered(mass))
    if request.method != "POST" or mass.ordered_at or mass.withdrawn_at:
        return _page(request, mass, user)
    if request.POST.get("vu") != _preview(_outages(mass))["seen"]:
        return _page(request, mass, user, changed=True)
    try:
        mass = parts.order(mass_id=mass.pk, by=user)
    except PaymentRefused as refused:
        return _page(request, mass, user, refusal=refused.message)
    messages.success(request, "C’est ordonné.")
    return redirect("office:mass_refund_one", mass.pk)


@require_POST
@office_page(refunding.PERMISSION)
def withdraw(request: HttpRequest, user: User, mass_id: int) -> HttpResponse:
    """Give up what was prepared."""
    mass, form = _mass(mass_id), WithdrawForm(request.POST)
    if not form.is_valid():
        return _page(request, mass, user, form=form)
    try:
        refunding.withdraw(mass_id=mass.pk, reason=form.cleaned_data["reason"], by=user)
    except PaymentRefused as refused:
        return _page(request, _mass(mass_id), user, refusal=refused.message)
    messages.success(request, "C’est retiré\u00a0: rien n’est ordonné.")
    return redirect("office:mass_refund_one", mass.pk)


def _page(
    request: HttpRequest,
    mass: MassRefund,
    user: User,
    *,
    refusal: str = "",
    changed: bool = False,
    form: WithdrawForm | None = None,
) -> HttpResponse:
    shown: dict[str, Any] = {"mass": mass, "refusal": refusal, "changed": changed}
    if mass.ordered_at:
        shown |= _ordered(mass)
    elif not mass.withdrawn_at:
        may = user.has_perm(refunding.PERMISSION)
        shown |= _preview(_outages(mass))
        shown["may_order"] = may and mass.prepared_by_id != user.pk
        shown["form"] = (form or WithdrawForm()) if may else None
    status = 422 if refusal or form else 200
    return page(request, "refunds/one.html", f"{TITLE}, {mass.pk}", shown, status=status)


def _mass(mass_id: int) -> MassRefund:
    return get_object_or_404(MassRefund.objects.select_related("prepared_by", "ordered_by", "withdrawn_by"), pk=mass_id)


def _outages(mass: MassRefund) -> list[Outage]:
    return [Outage.read(told) for told in mass.outages]


def _ordered(mass: MassRefund) -> dict[str, Any]:
    """What is ordered of it so far, in cents too, and how much of that is paid."""
    paid = Payment.objects.standing().filter(ticket=OuterRef("ticket"), what=Payment.What.REFUND)
    done = mass.refunds.aggregate(count=Count("pk"), total=Sum("amount"))
    return {"mass": mass, "done": done, "paid": mass.refunds.filter(Exists(paid)).count()}


def _preview(outages: list[Outage]) -> dict[str, Any]:
    """The plays meant, and a digest of what is shown, which must still be true when it is ordered."""
    at = timezone.now()
    found, games = meant(outages, at), by_game(outages, at)
    return {
        "days": [(_game(outage), outage, *outage.days(at)) for outage in outages],
        "found": found,
        "games": games,
        "seen": sha256(repr((outages, found.to_order, found.total, games)).encode()).hexdigest(),
    }


def _game(outage: Outage) -> str:
    return "Tous les jeux" if outage.game_id is None else Game.objects.get(pk=outage.game_id).name
