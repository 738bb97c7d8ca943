"""Desks and who pays there, in the admin."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest

from office.admin.as_read import AsRead, ReadFirst
from office.admin.inlines import Labelled
from office.fields import IN_ADMIN
from payouts.models import Desk, Teller
from payouts.places import DEPARTMENTS

if TYPE_CHECKING:
    DesksAdmin = admin.ModelAdmin[Desk]
    TellersInline = admin.TabularInline[Teller, Desk]
else:
    DesksAdmin = admin.ModelAdmin
    TellersInline = admin.TabularInline


class Tellers(TellersInline):
    """Who pays at this desk."""

    model, formset = Teller, Labelled
    extra = 0
    autocomplete_fields = ("user",)

    def formfield_for_foreignkey(self, *args: Any, **options: Any) -> Any:
        """The account, by what it is to a desk."""
        return super().formfield_for_foreignkey(*args, **{"label": "Personne"} | options)


class DeskForm(AsRead):
    """A desk, its department chosen in the list."""

    department = forms.ChoiceField(
        label="Département", choices=[("", "---------"), *((code, str(one)) for code, one in DEPARTMENTS.items())]
    )


@admin.register(Desk)
class DeskAdmin(ReadFirst, DesksAdmin):
    """Points of sale and payment centres; one that stops paying loses its agreement and is never deleted."""

    form = DeskForm
    readonly_fields = ("region",)
    list_display = ("name", "kind", "town", "department", "agreed", "transfers")
    list_filter = ("kind", "agreed", "transfers", "region")
    search_fields = ("name", "town", "postcode", "reference")
    inlines = (Tellers,)
    formfield_overrides = IN_ADMIN

    def save_model(self, request: HttpRequest, obj: Desk, form: Any, change: bool) -> None:
        """With the region that its department is in."""
        obj.region = DEPARTMENTS[obj.department].region
        super().save_model(request, obj, form, change)

    def has_delete_permission(self, request: HttpRequest, obj: Desk | None = None) -> bool:
        return False
