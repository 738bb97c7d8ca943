"""The amount above which first names of winners are published (art. 6.3)."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from games.templatetags.french import euros
from office.access import office_page
from office.fields import Text
from office.pages import page
from payouts import asking, publishing
from payouts.models import PublicationAmount
from payouts.refusals import PaymentRefused
from tickets.spreadsheets import euros as in_euros

TITLE = "Publier les prénoms des gagnants"


class AmountForm(forms.Form):
    """An amount in euros; nothing stops publishing names."""

    amount = Text(
        label="Publier au-dessus de, en euros",
        required=False,
        max_length=20,
        help_text="Vide\u00a0: aucun prénom n’est publié.",
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )

    def clean_amount(self) -> int | None:
        """In cents."""
        typed = self.cleaned_data["amount"]
        try:
            return asking.euros(typed) if typed else None
        except ValueError as error:
            raise ValidationError(str(error)) from error


@require_http_methods(["GET", "HEAD", "POST"])
@office_page(publishing.PERMISSION)
def amount(request: HttpRequest, user: User) -> HttpResponse:
    """What is in force, and the form that sets another amount."""
    in_force = PublicationAmount.objects.select_related("by").last()
    form = AmountForm(request.POST if request.method == "POST" else None, initial=_initial(in_force))
    if form.is_valid():
        try:
            made = publishing.set_amount(cents=form.cleaned_data["amount"], by=user)
        except PaymentRefused as refused:
            form.add_error("amount", refused.message)
        else:
            messages.success(request, _said(made))
            return redirect("office:publication")
    shown: dict[str, Any] = {"form": form, "in_force": in_force}
    return page(request, "publication.html", TITLE, shown, status=422 if form.errors else 200)


def _initial(in_force: PublicationAmount | None) -> dict[str, str]:
    """What stands, so that the button alone takes nobody's name away."""
    return {"amount": in_euros(in_force.amount)} if in_force and in_force.amount is not None else {}


def _said(made: PublicationAmount) -> str:
    if made.amount is None:
        return "Plus aucun prénom n’est publié."
    return f"C’est fixé\u00a0: plus de {euros(made.amount)}. Les prénoms paraissent la nuit prochaine."
