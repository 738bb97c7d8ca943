"""The versions of the règlement in the admin: what the Journal officiel says of each (art. 14)."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from office.fields import IN_ADMIN
from tickets.models import Reglement

if TYPE_CHECKING:
    ReglementsAdmin = admin.ModelAdmin[Reglement]
else:
    ReglementsAdmin = admin.ModelAdmin


@admin.register(Reglement)
class ReglementAdmin(ReglementsAdmin):
    """A version comes with the rules of the code; what was published of it is filled in here."""

    actions = None
    list_display = ("__str__", "shown_reference", "published_on", "in_force_on")
    fields = ("version", "reference", ("published_on", "in_force_on"), "address", "changes")
    readonly_fields = ("version",)
    formfield_overrides = IN_ADMIN

    @admin.display(description="référence au Journal officiel", empty_value="à remplir", ordering="reference")
    def shown_reference(self, reglement: Reglement) -> str | None:
        return reglement.reference or None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Reglement | None = None) -> bool:
        return False
