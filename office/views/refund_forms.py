"""The forms by which a mass refund is prepared and withdrawn."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone

from office.fields import Text
from payouts.outages import Outage
from tickets.calendar import far, paris_day
from tickets.models import Game, Suspension

if TYPE_CHECKING:
    SuspensionsField = forms.ModelMultipleChoiceField[Suspension]
else:
    SuspensionsField = forms.ModelMultipleChoiceField

_BLANK = {"required": "Ce renseignement est demandé."}
_RECENT = 30


def _moment(label: str, help_text: str = "") -> forms.DateTimeField:
    widget = forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    return forms.DateTimeField(label=label, required=False, widget=widget, help_text=help_text)


class _Suspensions(SuspensionsField):
    def label_from_instance(self, one: Suspension) -> str:
        since, until = timezone.localtime(one.since), one.lifted_at and timezone.localtime(one.lifted_at)
        end = f"au {until:%d/%m/%Y à %H:%M}" if until else "à maintenant, pas encore levée"
        return f"{one.game or 'Tout le site'}, du {since:%d/%m/%Y à %H:%M} {end}"


def _reason(name: str = "Raison") -> Text:
    told = "En quelques mots, sans nom de personne."
    return Text(label=name, max_length=200, error_messages=_BLANK, help_text=told)


class WithdrawForm(forms.Form):
    """Why what was prepared is given up."""

    reason = _reason("Raison du retrait")


class OutageForm(forms.Form):
    """Which outages: suspensions, or a period of which the site knows nothing by itself."""

    suspensions = _Suspensions(
        Suspension.objects.none(), label="Suspensions", required=False, widget=forms.CheckboxSelectMultiple
    )
    game = forms.ModelChoiceField(Game.objects.order_by("name"), label="Jeu", required=False, empty_label="Tous")
    since = _moment("Panne du", "Une panne sans suspension\u00a0: heure de Paris.")
    until = _moment("au")
    reason = _reason()

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["suspensions"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        recent = Suspension.objects.order_by("-since").values_list("pk", flat=True)[:_RECENT]
        if not recent:
            field.help_text = "Aucune suspension n’est enregistrée."
        field.queryset = Suspension.objects.filter(pk__in=list(recent)).select_related("game").order_by("-since")

    def clean(self) -> dict[str, Any]:
        """Some outage, which ended after it began."""
        given = super().clean() or self.cleaned_data
        since, until = given.get("since"), given.get("until")
        if bool(since) != bool(until):
            self.add_error("until", "Une période a un début et une fin.")
        elif since and until and until <= since:
            self.add_error("until", "La fin vient après le début.")
        elif not since and not given.get("suspensions"):
            self.add_error(None, "Choisissez une suspension, ou une période.")
        now = timezone.now()
        if since and since > now:
            self.add_error("since", "Cette panne n’a pas encore commencé.")
        elif since and far(paris_day(since), paris_day(now)):
            self.add_error("since", "Cette date est à plus de dix ans d’aujourd’hui.")
        elif until and until > now:
            self.add_error("until", "Cette panne n’est pas encore finie\u00a0: remboursez ensuite.")
        return given

    def outages(self) -> list[Outage]:
        """What was chosen, once valid."""
        given = self.cleaned_data
        chosen = [Outage.of(one) for one in given["suspensions"]]
        if given["since"]:
            chosen.append(Outage(given["game"] and given["game"].pk, given["since"], given["until"]))
        return chosen
