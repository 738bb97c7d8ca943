"""The pages of what customer service decides of a ticket: each asks for its reason, and is recorded once."""

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.refusals import Refusal
from games.templatetags.french import euros
from office.access import office_page
from office.decisions import BY_SLUG, DECIDE, REFUND, Decision, NoForm
from office.finding import ticket_address
from office.glance import glance
from office.pages import page
from office.views.search import number_of
from payouts import marking, ordering
from payouts.models import Mark, Refund
from payouts.refusals import NotFound
from payouts.words import sentence
from tickets import numbers


@require_http_methods(["GET", "HEAD", "POST"])
@office_page("tickets.view_ticket", "games.view_play")
def decide(request: HttpRequest, user: User, number: str, slug: str) -> HttpResponse:
    """Ask for the reason, then decide. Raises PermissionDenied, Http404."""
    if slug not in BY_SLUG:
        raise Http404("Cette décision n’existe pas.")
    return _decision(request, user, number, BY_SLUG[slug])


@require_http_methods(["GET", "HEAD", "POST"])
@office_page("tickets.view_ticket", "games.view_play")
def lift(request: HttpRequest, user: User, number: str, mark_id: int) -> HttpResponse:
    """Take a mark back, with its reason. Raises PermissionDenied, Http404."""
    mark = get_object_or_404(Mark, pk=mark_id, ticket=number_of(number))
    lifting = Decision(
        "lever",
        f"Lever la mention «\u00a0{mark.get_kind_display()}\u00a0»",
        f"Elle est portée depuis le {timezone.localdate(mark.at):%d/%m/%Y}\u00a0: {mark.reason}",
        DECIDE,
        lambda found: True,
        lambda number, typed, by: marking.lift(mark_id=mark.pk, reason=typed["reason"], by=by),
        "La mention est levée.",
    )
    return _decision(request, user, number, lifting)


@require_http_methods(["GET", "HEAD", "POST"])
@office_page("tickets.view_ticket", "games.view_play")
def withdraw(request: HttpRequest, user: User, number: str, refund_id: int) -> HttpResponse:
    """Take an order of refund back that is not paid yet. Raises PermissionDenied, Http404."""
    refund = get_object_or_404(Refund, pk=refund_id, ticket=number_of(number))
    withdrawing = Decision(
        "retirer",
        "Retirer l’ordre de remboursement",
        f"{euros(refund.amount)} ne seront plus rendus, et le gain du ticket redevient payable s’il y en a un.",
        REFUND,
        lambda found: True,
        lambda number, typed, by: ordering.withdraw_refund(refund_id=refund.pk, by=by),
        "L’ordre de remboursement est retiré.",
        NoForm,
    )
    return _decision(request, user, number, withdrawing)


def _decision(request: HttpRequest, user: User, address: str, decision: Decision) -> HttpResponse:
    if not user.has_perm(decision.permission):
        raise PermissionDenied
    number, refusal = number_of(address), ""
    form = decision.form(request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            decision.do(number, form.cleaned_data, user)
        except Refusal as refused:
            refusal = refused.message
        else:
            messages.success(request, decision.done)
            return redirect(ticket_address(number))
    return _page(request, number, decision, form, refusal)


def _page(request: HttpRequest, number: int, decision: Decision, form: forms.Form, refusal: str) -> HttpResponse:
    try:
        found = glance(number, at=timezone.now())
    except NotFound as error:
        raise Http404(error.message) from error
    shown = {
        "decision": decision,
        "form": form,
        "number": numbers.shown(number),
        "address": ticket_address(number),
        "sentence": sentence(found.presented),
        "refusal": refusal,
    }
    return page(request, "decision.html", decision.title, shown, status=422 if refusal or form.errors else 200)
