"""The form with which a claim is recorded, and the fields about a claimant."""

from typing import Any

from django import forms

from office.fields import Text
from payouts import typed_data
from payouts.claiming import claimants
from payouts.claiming.refusals import ClaimantRefused
from payouts.models import Claim
from tickets import numbers
from tickets.models import Emission

_BLANK = {"required": "Ce renseignement est demandé."}
_DAY = {"type": "date"}


def _text(label: str, help_text: str = "", *, lines: int = 1, **attributes: str) -> Text:
    """Judged by the service, which says what is wrong: here nothing is but its place on the page."""
    widget = forms.Textarea({"rows": lines, **attributes}) if lines > 1 else forms.TextInput(attributes)
    return Text(label=label, required=False, help_text=help_text, widget=widget)


class ClaimantForm(forms.Form):
    """Who claims, how to answer, what happened; payouts/claiming/claimants.py judges it."""

    name = _text("Nom du joueur", autocomplete="off", maxlength=str(typed_data.LONGEST))
    address = _text(
        "Adresse",
        f"Une ligne après l’autre, comme sur l’enveloppe\u00a0: {typed_data.LONGEST} caractères au plus.",
        lines=3,
        autocomplete="off",
        maxlength=str(typed_data.LONGEST),
    )
    telephone = _text("Téléphone", inputmode="tel", autocomplete="off")
    email = _text("Courriel", inputmode="email", autocomplete="off")
    story = _text(
        "Ce qui s’est passé",
        f"Ce que dit le joueur, en {claimants.STORY} caractères au plus. Jamais le code du ticket.",
        lines=6,
        maxlength=str(claimants.STORY),
    )


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

    def clean(self) -> dict[str, Any]:
        """What is wrong of the claimant is told at once, beside the rest."""
        given = super().clean() or self.cleaned_data
        try:
            claimants.read(self.typed())
        except ClaimantRefused as refused:
            told(self, {field: message for field, message in refused.errors.items() if not self.has_error(field)})
        return given

    def typed(self) -> dict[str, str]:
        """The fields about the claimant."""
        return {name: self.cleaned_data.get(name, "") for name in self.claimant}


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
