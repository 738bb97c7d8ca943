"""The form with which a claim is recorded, and the fields about a claimant."""

from typing import Any

from django import forms

from office.fields import Text
from payouts.models import Claim
from tickets import numbers
from tickets.models import Emission

_BLANK = {"required": "Ce renseignement est demandé."}
_DAY = {"type": "date"}


def _text(label: str, help_text: str = "", *, lines: int = 1, **attributes: str) -> Text:
    """Judged by the service, which says what is wrong: here nothing is but its place on the page."""
    widget = forms.Textarea({"rows": lines, **attributes}) if lines > 1 else forms.TextInput(attributes)
    return Text(label=label, required=False, help_text=help_text, widget=widget, max_length=20_000)


class ClaimantForm(forms.Form):
    """Who claims, how to answer, what happened; payouts/claiming/claimants.py judges it."""

    name = _text("Nom du joueur", autocomplete="off")
    address = _text("Adresse", "Une ligne après l’autre, comme sur l’enveloppe.", lines=3, autocomplete="off")
    telephone = _text("Téléphone", inputmode="tel", autocomplete="off")
    email = _text("Courriel", inputmode="email", autocomplete="off")
    story = _text("Ce qui s’est passé", "Ce que dit le joueur. Jamais le code du ticket.", lines=6)


class NewClaimForm(ClaimantForm):
    """A claim that comes by post or telephone."""

    channel = forms.ChoiceField(
        label="Reçue par", choices=Claim.Channel.choices[:2], widget=forms.RadioSelect, initial=Claim.Channel.POST
    )
    exercised_on = forms.DateField(
        label="Cachet de la poste, ou jour de l’appel",
        help_text="C’est ce jour qui compte (art. 10). Cachet illisible : le jour de réception.",
        widget=forms.DateInput(_DAY, format="%Y-%m-%d"),
        error_messages=_BLANK,
    )
    received_on = forms.DateField(
        label="Reçue le", widget=forms.DateInput(_DAY, format="%Y-%m-%d"), error_messages=_BLANK
    )
    subject = forms.ChoiceField(label="Objet", choices=[("", "—"), *Claim.Subject.choices], error_messages=_BLANK)
    ticket = _text("Numéro du ticket", "Les 15 chiffres imprimés, s’ils sont connus.", inputmode="numeric")
    emission = forms.ModelChoiceField(
        Emission.objects.select_related("game").order_by("game_code", "-number"),
        label="Émission",
        required=False,
        empty_label="inconnue",
        help_text="Seulement si le numéro est inconnu : le ticket dit son émission.",
    )
    claimant = frozenset(ClaimantForm.base_fields)
    field_order = ("channel", "exercised_on", "received_on", "subject", "ticket", "emission")

    def clean_ticket(self) -> int | None:
        """The number typed, as an integer."""
        return ticket_number(self.cleaned_data["ticket"])

    def typed(self) -> dict[str, str]:
        """The fields about the claimant."""
        return {name: self.cleaned_data[name] for name in self.claimant}


def ticket_number(text: str) -> int | None:
    """A typed ticket number. Raises ValidationError."""
    try:
        return numbers.read(text) if text.strip() else None
    except numbers.BadNumber as error:
        raise forms.ValidationError(error.message) from error


def told(form: forms.Form, errors: dict[str, Any]) -> None:
    """Put what a service refused beside the fields to blame."""
    for field, message in errors.items():
        form.add_error(field if field in form.fields else None, message)
