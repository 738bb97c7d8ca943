"""A misprinted ticket that came back by post: refunded or exchanged, once (art. 7)."""

import uuid
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from games.refusals import Refusal
from games.templatetags.french import euros
from office.access import office_page
from office.fields import Text
from office.pages import page
from payouts import exchanging, presenting
from payouts.presenting import Presented
from payouts.refusals import NotFound, PaymentRefused
from payouts.standing import Standing
from payouts.words import sentence
from tickets import numbers

TITLE = "Ticket mal imprimé reçu par courrier"
REFUND, EXCHANGE = "rembourser", "echanger"
SENT = {REFUND: "Le prix du ticket, par courrier", EXCHANGE: "Un autre ticket, en échange"}


class ReturnForm(forms.Form):
    """What is wrong with the ticket, and what is sent for it: its price or another ticket, never both."""

    reason = Text(
        label="Anomalie",
        max_length=200,
        error_messages={"required": "Dites ce qui ne va pas sur ce ticket."},
        help_text="En quelques mots, sans nom de personne.",
    )
    how = forms.ChoiceField(
        label="Ce qui est envoyé",
        choices=tuple(SENT.items()),
        widget=forms.RadioSelect,
        error_messages={"required": "Dites ce qui est envoyé\u00a0: le prix, ou un autre ticket."},
    )
    given = Text(
        label="Ticket envoyé en échange",
        required=False,
        max_length=200,
        help_text="Son numéro, pour un échange seulement. Du même prix.",
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "off"}),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        """Refuse a refund that names a ticket given, and an exchange that names none."""
        given = {**self.cleaned_data}
        number, how = given.get("given", ""), given.get("how")
        if how == REFUND and number:
            self.add_error("given", "Un ticket est donné\u00a0: choisissez l’échange, ou videz ce champ.")
        elif how == EXCHANGE and not number:
            self.add_error("given", "Donnez le numéro du ticket envoyé en échange.")
        elif how == EXCHANGE:
            try:
                given["given"] = exchanging.number_of(number)
            except PaymentRefused as refused:
                self.add_error("given", refused.message)
        return given


@require_http_methods(["GET", "HEAD", "POST"])
@office_page(exchanging.PERMISSION)
def returned(request: HttpRequest, user: User) -> HttpResponse:
    """Look the ticket up by its number, ask what is sent for it, show what that will do, then do it, once."""
    typed, refusal = request.GET.get("numero", ""), ""
    if not typed:
        return _page(request, None, None, typed)
    try:
        presented = presenting.of_number(exchanging.number_of(typed), at=timezone.now())
    except (NotFound, PaymentRefused) as refused:
        return _page(request, None, None, typed, refused.message)
    form = ReturnForm(request.POST or None, initial={"key": uuid.uuid4()})
    if form.is_valid():
        if "vu" not in request.POST:
            return _confirm(request, presented, form)
        try:
            return _settled(request, user, presented.number, form.cleaned_data)
        except Refusal as refused:
            refusal = refused.message
            presented = presenting.of_number(presented.number, at=timezone.now())
    return _page(request, presented, form, typed, refusal)


def _settled(request: HttpRequest, user: User, number: int, given: dict[str, Any]) -> HttpResponse:
    wish = exchanging.Return(given["key"], number, given["reason"])
    if given["how"] == REFUND:
        payment = exchanging.refund_by_post(returned=wish, by=user)
        said = f"Remboursement de {euros(payment.amount)} par courrier enregistré."
    else:
        payment = exchanging.exchange_by_post(returned=wish, given=given["given"], by=user)
        said = f"Échange contre le ticket {payment.given} enregistré."
    messages.success(request, f"{said} Ticket {numbers.shown(number)}.")
    return redirect(f"{reverse('office:returned')}?numero={number:015}")


def _confirm(request: HttpRequest, presented: Presented, form: ReturnForm) -> HttpResponse:
    given = form.cleaned_data
    shown = {
        "form": form,
        "sentence": sentence(presented),
        "number": numbers.shown(presented.number),
        "price": presented.known.emission.game.price,
        "reason": given["reason"],
        "given": numbers.shown(given["given"]) if given["how"] == EXCHANGE else "",
    }
    return page(request, "returned_confirm.html", TITLE, shown)


def _page(
    request: HttpRequest, presented: Presented | None, form: ReturnForm | None, typed: str, refusal: str = ""
) -> HttpResponse:
    shown: dict[str, Any] = {"form": form, "typed": typed, "refusal": refusal, "presented": presented}
    if presented is not None:
        open_to = (Standing.MISPRINT, Standing.UNSTARTED, Standing.LATE, Standing.REFUND)
        shown |= {
            "sentence": sentence(presented),
            "number": numbers.shown(presented.number),
            "price": presented.known.emission.game.price,
            "settles": presented.standing in open_to,
        }
    failed = bool(refusal or (form and form.errors))
    return page(request, "returned.html", TITLE, shown, status=422 if failed else 200)
