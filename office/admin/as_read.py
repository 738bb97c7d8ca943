"""Rows that the admin changes as they were read: what somebody else saved meanwhile is never overwritten unseen."""

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest, HttpResponse

from office.changes import shown

if TYPE_CHECKING:
    AnyAdmin = admin.ModelAdmin[Any]
else:
    AnyAdmin = admin.ModelAdmin

MOVED = "Quelqu’un a enregistré autre chose depuis que vous avez ouvert cette page. Rien n’est enregistré par vous."
_AGAIN = "Comparez, corrigez ce que vous avez tapé s’il le faut, puis enregistrez encore."


class AsRead(forms.ModelForm):  # type: ignore[type-arg]
    """A form refused, with what was typed, when its row is no longer the one that the page showed."""

    def clean(self) -> dict[str, Any] | None:
        """Each field that says something else now has that beside it."""
        cleaned, seen = super().clean(), self.data.get("seen")
        if not self.instance.pk or not seen:
            return cleaned
        rows = type(self.instance)._default_manager.select_for_update(of=("self",))
        kept = rows.get(pk=self.instance.pk)
        if seen != fingerprint(kept):
            self.add_error(None, f"{MOVED} {_AGAIN}")
            for name in self.changed_data:
                if name in self.cleaned_data:
                    self.add_error(name, f"Il y est écrit maintenant\u00a0: {_told(kept, name)}")
        return cleaned


class ReadFirst(AnyAdmin):
    """Tells the page which row it shows; the form of such an admin is an AsRead."""

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **options: Any) -> HttpResponse:
        """With the row's fingerprint, of what is kept now."""
        obj = context.get("original")
        seen = fingerprint(type(obj)._default_manager.get(pk=obj.pk)) if obj else ""
        return super().render_change_form(request, context | {"seen": seen}, *args, **options)


def fingerprint(row: Model) -> str:
    """Another once any column of a row changes."""
    kept = [str(getattr(row, field.attname)) for field in row._meta.concrete_fields]
    return sha256(repr(kept).encode()).hexdigest()


def _told(row: Model, name: str) -> str:
    display = getattr(row, f"get_{name}_display", None)
    return display() if display else shown(row._meta.get_field(name), getattr(row, name))
