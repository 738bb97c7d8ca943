"""The forms by which booklets are flagged and unflagged."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone

from games.templatetags.french import written
from office.fields import Text
from payouts import pasted
from payouts.flagging import few
from payouts.models import FlaggedBooklet, Flagging
from tickets.calendar import far, paris_day
from tickets.models import Block

if TYPE_CHECKING:
    BlocksField = forms.ModelChoiceField[Block]
else:
    BlocksField = forms.ModelChoiceField

BLANK = {"required": "Ce renseignement est demandé."}
_NO_NUMBER = "Il n’y a aucun numéro de livret ni de ticket dans ce texte."
_ALL_LIFTED = "Tout ce signalement est déjà levé, ou le sera."
_ELSEWHERE = "hors de ce signalement, ou déjà levé."


def _numbers(help_text: str, *, required: bool) -> Text:
    area = forms.Textarea(attrs={"rows": 6, "cols": 40, "autocomplete": "off", "spellcheck": "false"})
    return Text(
        label="Livrets", widget=area, required=required, help_text=help_text, error_messages=BLANK, max_length=3_000_000
    )


class BookletsForm(forms.Form):
    """Which booklets; once valid, `named` says what was read."""

    named: pasted.Named
    nothing = BLANK["required"]  # what an empty field is told

    numbers = _numbers(
        "Numéros de livrets (11 chiffres) ou de tickets (15 chiffres), séparés comme vous voulez. "
        "Une plage s’écrit «\u00a0501\u00a001\u00a0000120 à 501\u00a001\u00a0000180\u00a0».",
        required=True,
    )

    def clean(self) -> dict[str, Any]:
        """Read the numbers, and look the booklets up."""
        given = super().clean() or self.cleaned_data
        if "numbers" in given:
            try:
                self.named = self.found(given)
            except pasted.TooMany as error:
                self.add_error("numbers", error.message)
            else:
                if not self.named.keys:
                    typed = given["numbers"].strip()
                    self.add_error("numbers", self.named.left_out or [_NO_NUMBER if typed else self.nothing])
        return given

    def found(self, given: dict[str, Any]) -> pasted.Named:
        """What the fields name."""
        return pasted.read(given["numbers"])

    @property
    def said(self) -> str:
        """What is declared, once valid: read back before it is done."""
        raise NotImplementedError


class StolenForm(BookletsForm):
    """A complaint, and its booklets (art. 4.3.4)."""

    reference = Text(label="Référence de la plainte", max_length=60, error_messages=BLANK)
    on = forms.DateField(
        label="Date de la plainte", error_messages=BLANK, widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d")
    )
    authority = Text(
        label="Autorité", max_length=120, error_messages=BLANK, help_text="Le commissariat ou la gendarmerie."
    )
    field_order = ("reference", "on", "authority", "numbers")

    def clean_on(self) -> Any:
        """A complaint is of today or before."""
        if self.cleaned_data["on"] > paris_day(timezone.now()):
            raise forms.ValidationError("Cette date n’est pas encore passée.")
        if far(self.cleaned_data["on"], paris_day(timezone.now())):
            raise forms.ValidationError("Cette date est à plus de dix ans d’aujourd’hui.")
        return self.cleaned_data["on"]

    @property
    def said(self) -> str:
        given = self.cleaned_data
        return f"Plainte {given['reference']} du {written(given['on'])}, {given['authority']}."


class _Blocks(BlocksField):
    def label_from_instance(self, block: Block) -> str:
        return str(block)


class MisprintForm(BookletsForm):
    """What is wrong, and with which booklets, or a whole block (art. 7)."""

    reason = Text(
        label="Anomalie", max_length=200, error_messages=BLANK, help_text="En quelques mots, sans nom de personne."
    )
    block = _Blocks(
        Block.objects.select_related("emission__game").order_by("-pk"),
        label="Tout un bloc",
        required=False,
        empty_label="—",
    )
    numbers = _numbers("Ou des numéros de livrets ou de tickets, ou des plages, comme pour un vol.", required=False)
    field_order = ("reason", "block", "numbers")
    nothing = "Choisissez un bloc, ou nommez des livrets."

    def found(self, given: dict[str, Any]) -> pasted.Named:
        """The block's booklets, and those named."""
        named = pasted.read(given["numbers"])
        if (block := given.get("block")) is None:
            return named
        keys = set(block.booklets.values_list("pk", flat=True))
        return pasted.Named(tuple(sorted(keys | set(named.keys))), named.unknown, named.unread)

    @property
    def said(self) -> str:
        return f"Anomalie\u00a0: {self.cleaned_data['reason']}."


class LiftForm(BookletsForm):
    """Whose flag is lifted, and why: those of a flagging, or the booklets named."""

    kind = forms.ChoiceField(label="Signalement", choices=Flagging.Kind.choices)
    flagging = forms.ModelChoiceField(Flagging.objects.all(), required=False, widget=forms.HiddenInput)
    reason = Text(
        label="Raison", max_length=200, error_messages=BLANK, help_text="En quelques mots, sans nom de personne."
    )
    numbers = _numbers(
        "Numéros de livrets ou de tickets, ou plages. Laissez vide pour lever tout un signalement, depuis sa page.",
        required=False,
    )
    field_order = ("flagging", "kind", "reason", "numbers")
    nothing = "Nommez des livrets, ou ouvrez le signalement à lever en entier."

    def found(self, given: dict[str, Any]) -> pasted.Named:
        """Those named, of the flagging alone when there is one; the whole flagging when none is named."""
        named, flagging = pasted.read(given["numbers"]), given.get("flagging")
        if flagging is None:
            return named
        rows = FlaggedBooklet.objects.filter(flagging=flagging, lifting=None, lifted_at=None).order_by("booklet")
        of_it = list(rows.values_list("booklet_id", flat=True))
        if not given["numbers"].strip():
            return pasted.Named(tuple(of_it), unread=() if of_it else (_ALL_LIFTED,))
        own = set(of_it)
        others = [f"{run}\u00a0: {_ELSEWHERE}" for run in pasted.runs(set(named.keys) - own)]
        return pasted.Named(tuple(sorted(own & set(named.keys))), named.unknown, (*named.unread, *others))

    @property
    def said(self) -> str:
        flagging, given = self.cleaned_data["flagging"], self.cleaned_data
        kind = Flagging.Kind(given["kind"]).label
        of = f"Signalement {flagging.pk}, {flagging}" if flagging else f"Signalement\u00a0: {kind}"
        return f"{of}. Raison de la levée\u00a0: {given['reason']}."

    def flagged(self) -> list[int]:
        """Those of the booklets named that bear the flag, which nobody is lifting."""
        of_kind = FlaggedBooklet.objects.filter(flagging__kind=self.cleaned_data["kind"], lifting=None, lifted_at=None)
        every = (of_kind.filter(booklet__in=some).order_by("booklet") for some in few(self.named.keys))
        return [key for rows in every for key in rows.values_list("booklet_id", flat=True)]
