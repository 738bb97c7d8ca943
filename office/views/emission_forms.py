"""What issuing managers type of an emission and of its notices; the services judge it."""

from typing import TYPE_CHECKING, Any

from django import forms

from office.fields import Text
from tickets.emitting import Published, Wanted
from tickets.models import PrizeTable

if TYPE_CHECKING:
    TableField = forms.ModelChoiceField[PrizeTable]
else:
    TableField = forms.ModelChoiceField


class Day(forms.DateField):
    """A day, chosen in the browser's own calendar."""

    def __init__(self, **options: Any) -> None:
        super().__init__(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **options)


class EmissionForm(forms.Form):
    """An emission to create."""

    prize_table = TableField(
        PrizeTable.objects.exclude(approved_at=None).select_related("game").order_by("game__name", "-version"),
        label="Tableau de lots",
        help_text="Les tableaux approuvés seuls. Il vaut pour tous les blocs de l’émission (art. 3.2.2).",
    )
    game_code = forms.IntegerField(
        label="Code jeu", min_value=0, max_value=999, help_text="Les trois premiers chiffres des tickets (art. 3.2.5)."
    )
    number = forms.IntegerField(
        label="Numéro d’émission", min_value=1, max_value=99, help_text="Les deux chiffres suivants."
    )
    available_on = Day(
        label="Disponible le", help_text="Date prévue ; un avis la confirme, ou la déplace avant la mise en vente."
    )
    booklet_size = forms.IntegerField(label="Tickets par livret", min_value=1, max_value=999, initial=50)
    booklet_share = forms.IntegerField(
        label="Gain espéré minimal d’un livret",
        min_value=0,
        max_value=100,
        initial=75,
        help_text="En % de celui d’un livret moyen (art. 3.2.4).",
    )

    def wanted(self) -> Wanted:
        return Wanted(**self.cleaned_data)


class NoticeForm(forms.Form):
    """A notice published in the Journal officiel."""

    day = Day(label="Date annoncée")
    reference = Text(
        label="Référence au Journal officiel", max_length=100, help_text="Par exemple : JORF n° 0102, texte 41."
    )
    published_on = Day(label="Publié le")
    reason = Text(label="Motif", max_length=200, help_text="Pourquoi la date change, en quelques mots.")
    confirmed = forms.BooleanField(label="La date est passée, et c’est bien elle.", required=False)

    def __init__(self, *args: Any, moves: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not moves:
            del self.fields["reason"]

    def published(self) -> Published:
        typed = self.cleaned_data
        return Published(typed["day"], typed["reference"], typed["published_on"], typed.get("reason", ""))
