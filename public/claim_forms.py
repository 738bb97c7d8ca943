"""The forms of a claim made on the site and of its follow-up: every refusal leaves what was typed where it was."""

import uuid
from typing import Any, Self

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.forms.utils import ErrorDict

from payouts import typed_data
from payouts.claiming import attachments, claimants, depositing, handling
from payouts.claiming.attachments import Attachment, AttachmentRefused
from payouts.claiming.refusals import ClaimantRefused
from payouts.models import Claim
from tickets import code_within, numbers, typed
from tickets.models import Emission

NO_CODE = "C’est le code\u00a0: ne l’écrivez nulle part ailleurs que sur la page où l’on joue. Le numéro a 15 chiffres."
UNKNOWN = "Aucune émission n’a ces cinq premiers chiffres. Relisez le numéro, ou laissez vide s’il est illisible."
_ACCEPT = "image/jpeg,image/png,image/webp,application/pdf"


class _Files(forms.ClearableFileInput):
    allow_multiple_selected = True

    def value_from_datadict(self, data: Any, files: Any, name: str) -> "list[UploadedFile[bytes]]":
        """All that was chosen."""
        return files.getlist(name)  # type: ignore[no-any-return]


class FilesField(forms.Field):
    """Attachments, each checked by its content; cleaned to what is kept of them."""

    widget = _Files

    def __init__(self) -> None:
        weight = f"{attachments.LARGEST // 1024**2}\u00a0Mo"
        told = (
            f"{attachments.MOST} au plus, de {weight} au plus chacun\u00a0: photos (JPEG, PNG, WebP) ou documents PDF."
        )
        super().__init__(
            label="Photos ou documents",
            required=False,
            help_text=f"{told} Ne montrez pas le code\u00a0: cachez-le sur la photo.",
            widget=_Files({"accept": _ACCEPT}),
        )

    def clean(self, value: "list[UploadedFile[bytes]]") -> tuple[Attachment, ...]:
        """Raises ValidationError."""
        if len(value) > attachments.MOST:
            raise forms.ValidationError(f"{attachments.MOST} fichiers au plus\u00a0: il y en a {len(value)}.")
        try:
            return attachments.read_all([one.read(attachments.LARGEST + 1) for one in value])
        except AttachmentRefused as refused:
            raise forms.ValidationError(str(refused)) from refused


def _text(label: str, help_text: str = "", *, lines: int = 1, **attributes: str) -> forms.CharField:
    """Judged by the service: here nothing is but its place on the page."""
    widget = forms.Textarea({"rows": lines, **attributes}) if lines > 1 else forms.TextInput(attributes)
    return forms.CharField(label=label, required=False, help_text=help_text, widget=widget)


class Keyed(forms.Form):
    """A form that is known again when it is sent twice; who fills what nobody sees is a robot."""

    key = forms.Field(required=False, widget=forms.HiddenInput)
    surnom = forms.CharField(label="Laissez ce champ vide", required=False, widget=forms.TextInput({"tabindex": "-1"}))
    use_required_attribute = False

    @classmethod
    def blank(cls) -> Self:
        """A form to fill, with a key of its own."""
        return cls(initial={"key": uuid.uuid4()})

    def unjudged(self, why: str) -> Self:
        """The same, with what was typed and why nothing of it was looked at."""
        self._errors, self.cleaned_data = ErrorDict(), {}
        self.add_error(None, why)
        return self

    def clean_surnom(self) -> str:
        """Raises ValidationError."""
        if self.cleaned_data["surnom"]:
            raise forms.ValidationError("Videz ce champ, que votre navigateur a peut-être rempli seul.")
        return ""

    def clean_key(self) -> uuid.UUID:
        """The key by which services know the form; a new one in the place of what is none."""
        try:
            return uuid.UUID(self.cleaned_data["key"] or "")
        except ValueError:
            return uuid.uuid4()


class ClaimForm(Keyed):
    """A claim: payouts/claiming/claimants.py judges who claims and what happened."""

    ticket = _text(
        "Numéro du ticket",
        "15 chiffres. Laissez vide si vous ne pouvez pas le lire.",
        inputmode="numeric",
        autocomplete="off",
        maxlength="40",
    )
    subject = forms.ChoiceField(
        label="De quoi s’agit-il\u00a0?",
        choices=[("", "Choisissez"), *((key, label.capitalize()) for key, label in Claim.Subject.choices)],
        error_messages={"required": "Dites de quoi il s’agit."},
    )
    story = _text(
        "Que s’est-il passé\u00a0?",
        f"Quand, où, ce que vous avez vu. {claimants.STORY} caractères au plus. N’écrivez jamais le code du ticket.",
        lines=7,
        maxlength=str(claimants.STORY),
    )
    attached = FilesField()
    name = _text(
        "Votre nom",
        "Nécessaire pour une réponse par courrier.",
        autocomplete="name",
        maxlength=str(typed_data.LONGEST),
    )
    address = _text("Adresse postale", lines=3, autocomplete="street-address", maxlength=str(typed_data.LONGEST))
    telephone = _text("Téléphone", inputmode="tel", autocomplete="tel")
    email = _text("Courriel", inputmode="email", autocomplete="email")
    emission: Emission | None = None

    def clean_ticket(self) -> int | None:
        """The number, once its emission is known; nothing is said of the ticket itself."""
        text = self.cleaned_data["ticket"]
        if not text:
            return None
        if code_within.holds(text[: typed.LONGEST]):
            raise forms.ValidationError(NO_CODE)
        try:
            number = numbers.read(text)
        except numbers.BadNumber as error:
            raise forms.ValidationError(error.message) from error
        self.emission = depositing.emission_of(number)
        if self.emission is None:
            raise forms.ValidationError(UNKNOWN)
        return number

    def clean(self) -> dict[str, Any]:
        """What is wrong of the claimant is told at once, beside the rest."""
        given = super().clean() or self.cleaned_data
        try:
            claimants.read(self.typed())
        except ClaimantRefused as refused:
            for field, message in refused.errors.items():
                if not self.has_error(field):
                    self.add_error(field, message)
        return given

    def typed(self) -> dict[str, str]:
        """The fields about the claimant."""
        return {name: self.cleaned_data.get(name, "") for name in ("story", "name", "address", "telephone", "email")}


class AddForm(Keyed):
    """A message, documents or both, added to a claim that is open."""

    text = _text(
        "Votre message",
        f"{handling.NOTE} caractères au plus. Jamais le code du ticket.",
        lines=5,
        maxlength=str(handling.NOTE),
    )
    attached = FilesField()


class FollowForm(forms.Form):
    """The number of a claim and its secret; what is wrong is never told apart."""

    number = forms.CharField(
        label="Numéro de réclamation",
        required=False,
        help_text="Par exemple R\u00a0000\u00a0158.",
        widget=forms.TextInput({"autocomplete": "off", "maxlength": "40"}),
    )
    secret = forms.CharField(
        label="Code de suivi",
        required=False,
        help_text="Les 16 lettres et chiffres donnés avec le numéro.",
        widget=forms.TextInput(
            {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "maxlength": "60"}
        ),
    )
