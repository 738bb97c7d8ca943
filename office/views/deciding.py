"""What customer service decides of a ticket: each decision on a page of its own, with its reason, and recorded once."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.text import capfirst
from django.views.decorators.http import require_http_methods

from games.refusals import Refusal
from games.templatetags.french import euros
from office.access import office_page
from office.finding import ticket_address
from office.glance import Glance, glance
from office.pages import page
from office.views.search import number_of
from payouts import marking, ordering, typed_data
from payouts.models import Mark, Refund
from payouts.refusals import NotFound
from payouts.words import sentence
from tickets import numbers

DECIDE, REFUND = marking.PERMISSION, ordering.PERMISSION
Kind = Mark.Kind


class ReasonForm(forms.Form):
    """Why: told to whoever looks at the ticket later."""

    reason = forms.CharField(
        label="Raison",
        max_length=typed_data.LONGEST,
        help_text="En quelques mots, sans nom ni donnée personnelle.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "vTextField", "autofocus": True}),
    )


class ReceivedForm(ReasonForm):
    """What came by post: the day of its postmark counts for the time bar (art. 4.3.1, 9)."""

    reason = forms.CharField(
        label="État du ticket",
        max_length=150,
        help_text="Par exemple : déchiré en deux, code lisible.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "class": "vTextField"}),
    )
    postmarked = forms.DateField(
        label="Cachet de la poste",
        help_text="Ce jour-là compte pour le délai de paiement.",
        widget=forms.DateInput(attrs={"type": "date", "autofocus": True}, format="%Y-%m-%d"),
    )
    field_order = ("postmarked", "reason")


class CheckedForm(ReasonForm):
    """What was found of a damaged ticket that is to be valid."""

    attested = forms.MultipleChoiceField(
        label="Contrôlé",
        choices=[(check, capfirst(words)) for check, words in marking.CHECKED.items()],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={"invalid_choice": "Ce contrôle n’existe pas."},
    )
    field_order = ("attested", "reason")


class NoForm(forms.Form):
    """Nothing but a confirmation."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing to decide: its address, its words, who may, when it is offered, and the service that does it."""

    slug: str
    title: str
    told: str
    permission: str
    offered: Callable[[Glance], bool]
    do: Callable[[int, dict[str, Any], User], object]
    done: str
    form: type[forms.Form] = ReasonForm


def _mark(kind: str) -> Callable[[int, dict[str, Any], User], object]:
    return lambda number, typed, by: marking.decide(number=number, kind=kind, reason=typed["reason"], by=by)


def _settle(valid: bool) -> Callable[[int, dict[str, Any], User], object]:
    def do(number: int, typed: dict[str, Any], by: User) -> object:
        attested = typed.get("attested", ())
        return marking.settle(number=number, valid=valid, attested=attested, reason=typed["reason"], by=by)

    return do


def _receive(number: int, typed: dict[str, Any], by: User) -> object:
    return marking.receive(number=number, postmarked=typed["postmarked"], reason=typed["reason"], by=by)


def _order(number: int, typed: dict[str, Any], by: User) -> object:
    return ordering.order_refund(number=number, reason=typed["reason"], by=by)


def _may_come_by_post(found: Glance) -> bool:
    return not found.paid and not {Kind.RECEIVED, Kind.CONFIRMED, Kind.INVALID} & found.bears


DECISIONS = (
    Decision(
        "retenir",
        "Retenir ce ticket (soupçon de fraude)",
        "Aucune caisse ne paie plus ce ticket, jusqu’à ce que le Service Clients le libère. La caisse dit qu’il est "
        "retenu pour vérification, jamais pourquoi.",
        DECIDE,
        lambda found: not found.paid and Kind.HELD not in found.bears,
        _mark(Kind.HELD),
        "Le ticket est retenu. Toutes les caisses le savent.",
    ),
    Decision(
        "a-temps",
        "Accepter comme présenté à temps",
        "Le délai de paiement est passé, mais le ticket a été présenté ou envoyé avant (art. 9). Il redevient payable.",
        DECIDE,
        lambda found: not found.paid and found.late and Kind.IN_TIME not in found.bears,
        _mark(Kind.IN_TIME),
        "Le ticket est accepté comme présenté à temps.",
    ),
    Decision(
        "recu",
        "Enregistrer ce ticket détérioré, reçu par la poste",
        "Un ticket découpé ou déchiré se contrôle ici, et nulle part ailleurs (art. 4.3.1). D’ici là, aucune caisse ne "
        "le paie.",
        DECIDE,
        _may_come_by_post,
        _receive,
        "La réception est enregistrée. Le ticket attend son contrôle.",
        ReceivedForm,
    ),
    Decision(
        "confirmer",
        "Confirmer valide ce ticket détérioré",
        "Une caisse pourra le payer sans qu’il soit entier\u00a0: votre contrôle remplace le sien, qui le dit.",
        DECIDE,
        lambda found: Kind.RECEIVED in found.bears,
        _settle(True),
        "Le ticket est confirmé valide. Il se paie comme un ticket entier.",
        CheckedForm,
    ),
    Decision(
        "refuser",
        "Déclarer non valide ce ticket détérioré",
        "Aucune caisse ne le paiera. La raison reste ici, pour répondre au joueur.",
        DECIDE,
        lambda found: Kind.RECEIVED in found.bears,
        _settle(False),
        "Le ticket est déclaré non valide.",
    ),
    Decision(
        "rembourser",
        "Ordonner le remboursement de ce ticket",
        "Le prix du ticket est rendu une fois, à la place d’un gain. Une caisse le paie, comme un gain.",
        REFUND,
        lambda found: not found.given and found.presented.known.refund is None,
        _order,
        "Le remboursement est ordonné.",
    ),
)
_BY_SLUG = {decision.slug: decision for decision in DECISIONS}


def offered(found: Glance, user: User) -> list[Decision]:
    """What this person may decide of the ticket as it stands."""
    return [one for one in DECISIONS if user.has_perm(one.permission) and one.offered(found)]


@require_http_methods(["GET", "HEAD", "POST"])
@office_page("tickets.view_ticket", "games.view_play")
def decide(request: HttpRequest, user: User, number: str, slug: str) -> HttpResponse:
    """Ask for the reason, then decide. Raises PermissionDenied, Http404."""
    if slug not in _BY_SLUG:
        raise Http404("Cette décision n’existe pas.")
    return _decision(request, user, number, _BY_SLUG[slug])


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
