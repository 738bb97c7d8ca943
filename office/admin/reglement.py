"""The versions of the règlement in the admin: what the Journal officiel says of each (art. 14)."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin, messages
from django.http import HttpRequest
from django.utils import timezone

from office.admin.as_read import AsRead, ReadFirst
from office.fields import IN_ADMIN
from public.pages import SOON
from tickets.calendar import paris_day
from tickets.models import Reglement

if TYPE_CHECKING:
    ReglementsAdmin = admin.ModelAdmin[Reglement]
else:
    ReglementsAdmin = admin.ModelAdmin


class ReglementForm(AsRead):
    """What the Journal officiel said: it can't be of a day to come, nor said without where and when."""

    def clean(self) -> dict[str, Any] | None:
        """What can't be is told beside its field."""
        cleaned, given = super().clean(), self.cleaned_data
        published, in_force = given.get("published_on"), given.get("in_force_on")
        if published and published > paris_day(timezone.now()):
            self.add_error("published_on", "Ce jour n’est pas encore venu.")
        if published and in_force and in_force < published:
            self.add_error("in_force_on", "Un règlement entre en vigueur le jour de sa publication au plus tôt.")
        if bool(given.get("reference")) != bool(published) and not self.errors:
            self.add_error(
                "published_on" if not published else "reference",
                "La référence et le jour de publication vont ensemble.",
            )
        return cleaned


@admin.register(Reglement)
class ReglementAdmin(ReadFirst, ReglementsAdmin):
    """A version comes with the rules of the code; what was published of it is filled in here."""

    actions = None
    form = ReglementForm
    list_display = ("__str__", "shown_reference", "published_on", "in_force_on")
    fields = ("version", "reference", ("published_on", "in_force_on"), "address", "changes")
    readonly_fields = ("version",)
    formfield_overrides = IN_ADMIN

    def save_model(self, request: HttpRequest, obj: Reglement, form: Any, change: bool) -> None:
        """And when players read it."""
        super().save_model(request, obj, form, change)
        messages.success(request, f"C’est publié\u00a0: les joueurs le lisent sur la page Le règlement {SOON}.")

    @admin.display(description="référence au Journal officiel", empty_value="à remplir", ordering="reference")
    def shown_reference(self, reglement: Reglement) -> str | None:
        return reglement.reference or None

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Reglement | None = None) -> bool:
        return False
