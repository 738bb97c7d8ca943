"""The form of a prize table: its block, the order's share, and one line for each sort of ticket."""

from collections.abc import Callable, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from games.drafting import MOST_LINES
from games.templatetags.french import count
from office.tables import typed

PREFIX = "lignes"
ADD, UP = "ajouter", "monter"  # buttons that rearrange the lines and keep nothing


class Read(forms.Field):
    """A field read by one of the readers of `typed`."""

    def __init__(self, read: Callable[[str], Any], show: Callable[[int], str] = str, **options: Any) -> None:
        numeric = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": 9})
        super().__init__(widget=numeric, **options)
        self._read, self._show = read, show

    def prepare_value(self, value: Any) -> Any:
        """As it may be typed again."""
        return self._show(value) if isinstance(value, int) else value

    def to_python(self, value: Any) -> Any:
        """What is kept of it; None when nothing is typed."""
        text = str(value or "").strip()
        try:
            return self._read(text) if text else None
        except ValueError as error:
            raise ValidationError(str(error)) from error


class TableForm(forms.Form):
    """What is said of the whole table."""

    seen = forms.CharField(widget=forms.HiddenInput, max_length=64)
    block_size = Read(typed.tickets, count, label="Tickets par bloc")
    share = Read(typed.basis_points, typed.shown, label="Part fixée par l’arrêté, en %", required=False)
    tolerance = Read(typed.basis_points, typed.shown, label="Tolérance, en %", required=False)


class LineForm(forms.Form):
    """A line: its potential lots, in euros, and how many tickets of a block bear them."""

    tickets = Read(typed.tickets, count, label="Tickets par bloc")

    def __init__(self, *args: Any, labels: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        lots = {f"lot_{place}": Read(typed.cents, typed.grouped, label=label) for place, label in enumerate(labels)}
        self.fields = lots | self.fields
        place = int(str(self.prefix).rpartition("-")[2]) + 1 if str(self.prefix)[-1].isdigit() else 0
        for field in self.fields.values():
            field.widget.attrs["aria-label"] = f"Ligne {place}, {field.label}"
        self.lots = tuple(lots)

    @property
    def tier(self) -> tuple[tuple[int, ...], int] | None:
        """The line as typed, in cents; None when it is empty, removed or wrong."""
        typed_here = getattr(self, "cleaned_data", {})
        names = (*self.lots, "tickets")
        if typed_here.get("DELETE") or any(typed_here.get(name) is None for name in names):
            return None
        return tuple(typed_here[name] for name in self.lots), typed_here["tickets"]


class Lines(forms.BaseFormSet):  # type: ignore[type-arg]
    """The lines; what is left empty counts for nothing wherever it stands."""

    def initial_form_count(self) -> int:
        """None is there already: all are read alike."""
        return 0

    def add_fields(self, form: Any, index: int | None) -> None:
        """With a box that removes the line."""
        super().add_fields(form, index)
        form.fields["DELETE"].widget.attrs["aria-label"] = f"Retirer la ligne {(index or 0) + 1}"

    @property
    def tiers(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        """The lines that are whole and right, in their order."""
        return tuple(form.tier for form in self.forms if form.tier is not None)

    @property
    def left_out(self) -> int:
        """How many lines are begun, and neither right nor removed."""
        wrong = (form for form in self.forms if form.has_changed() and form.tier is None)
        return sum(not getattr(form, "cleaned_data", {}).get("DELETE") for form in wrong)


def rearranged(data: QueryDict) -> QueryDict | None:
    """The form with one more line, or one moved up, when one of these buttons was pressed; None otherwise."""
    total = data.get(f"{PREFIX}-TOTAL_FORMS", "")
    if not (total.isascii() and total.isdigit() and len(total) < 5):
        return None
    moved = data.copy()
    if ADD in data:
        moved[f"{PREFIX}-TOTAL_FORMS"] = str(min(int(total) + 1, MOST_LINES))
        return moved
    place = data.get(UP, "")
    if place.isascii() and place.isdigit() and 0 < int(place[:4]) < int(total):
        _swap(moved, int(place[:4]))
        return moved
    return None


def _swap(data: QueryDict, place: int) -> None:
    here, above = f"{PREFIX}-{place}-", f"{PREFIX}-{place - 1}-"
    names = {name.removeprefix(one) for one in (here, above) for name in data if name.startswith(one)}
    for name in names:
        mine, its = data.get(here + name), data.get(above + name)
        for key, value in ((above + name, mine), (here + name, its)):
            data.pop(key, None)
            if value is not None:
                data[key] = value
