"""The forms of the pages of rights and of the bodies."""

from typing import Any

from django import forms

from office.fields import Text
from payouts.persons import DOCUMENTS
from payouts.rights import Seen

_BLANK = {"required": "Ce renseignement est demandé."}


class ProofForm(forms.Form):
    """The proof of identity seen, without which no right is exercised (art. 6.4)."""

    proof_kind = forms.ChoiceField(
        label="Justificatif d’identité vu", choices=[("", "—"), *DOCUMENTS.items()], error_messages=_BLANK
    )
    proof_reference = Text(
        label="Sa référence",
        max_length=60,
        help_text="Son numéro, ou celui du courrier auquel il est joint. Le journal n’en garde qu’une empreinte.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages=_BLANK,
    )

    def seen(self, by: int) -> Seen:
        """The proof, once the form is valid."""
        return Seen(by, self.cleaned_data["proof_kind"], self.cleaned_data["proof_reference"])


class UnpublishForm(forms.Form):
    """An objection to a first name being published; whoever it comes from, it harms nobody."""

    asked = forms.BooleanField(
        label="Le gagnant demande que son prénom ne soit pas publié",
        error_messages={"required": "Cochez si le gagnant le demande."},
    )


class ObjectionForm(ProofForm):
    """An objection to the data being kept."""

    paid = forms.BooleanField(
        label="L’argent est arrivé : le virement est reçu, ou le chèque encaissé",
        error_messages={"required": "Sans ces données, un paiement en cours ne pourrait aboutir."},
    )


def _typed(label: str, help_text: str = "") -> Text:
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    return Text(label=label, required=False, strip=False, max_length=500, help_text=help_text, widget=widget)


class CorrectionForm(ProofForm):
    """What is to be put in the place of what is wrong; what is known is not shown. payouts/persons.py judges it."""

    last_name = _typed("Nom")
    first_name = _typed("Prénom")
    birth_date = _typed("Date de naissance", "Par exemple 31/12/1980.")
    birth_place = _typed("Lieu de naissance")
    address = _typed("Adresse")
    telephone = _typed("Téléphone")
    document_kind = forms.ChoiceField(label="Document", required=False, choices=[("", "—"), *DOCUMENTS.items()])
    document_number = _typed("Numéro du document")
    document_issuer = _typed("Délivré par")
    document_issued_on = _typed("Délivré le")
    document_expires_on = _typed("Valable jusqu’au")


class PeriodForm(forms.Form):
    """Which winners a body asks for, and under which reference of its own."""

    first = forms.DateField(label="Payés du", error_messages=_BLANK, widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label="au", error_messages=_BLANK, widget=forms.DateInput(attrs={"type": "date"}))
    reference = Text(
        label="Référence de la demande",
        max_length=100,
        help_text="Celle de l’organisme habilité. Elle entre au journal.",
        error_messages=_BLANK,
    )

    def clean(self) -> dict[str, Any]:
        """The last day may not come before the first."""
        given = self.cleaned_data
        if "first" in given and "last" in given and given["last"] < given["first"]:
            self.add_error("last", "Ce jour est avant le premier.")
        return given
