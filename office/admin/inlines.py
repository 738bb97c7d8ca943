"""Lines edited in place whose fields have names of their own, for who hears the page; Django names columns alone."""

from typing import TYPE_CHECKING, Any

from django.forms import BaseInlineFormSet, ModelForm

if TYPE_CHECKING:
    Lines = BaseInlineFormSet[Any, Any, ModelForm[Any]]
else:
    Lines = BaseInlineFormSet


class Labelled(Lines):
    """Lines of which each field says what it is."""

    def add_fields(self, form: Any, index: int | None) -> None:
        """Name the fields; the line that scripts copy too."""
        super().add_fields(form, index)
        for field in form.fields.values():
            if not field.widget.is_hidden:
                field.widget.attrs["aria-label"] = str(field.label)
