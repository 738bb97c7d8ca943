"""Desks and who pays there, in the admin."""

from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest

from office.fields import IN_ADMIN
from payouts.models import Desk, Teller

if TYPE_CHECKING:
    DesksAdmin = admin.ModelAdmin[Desk]
    TellersInline = admin.TabularInline[Teller, Desk]
else:
    DesksAdmin = admin.ModelAdmin
    TellersInline = admin.TabularInline


class Tellers(TellersInline):
    """Who pays at this desk."""

    model = Teller
    extra = 0
    autocomplete_fields = ("user",)


@admin.register(Desk)
class DeskAdmin(DesksAdmin):
    """Points of sale and payment centres; one that stops paying loses its agreement and is never deleted."""

    list_display = ("name", "kind", "town", "department", "agreed", "transfers")
    list_filter = ("kind", "agreed", "transfers", "region")
    search_fields = ("name", "town", "postcode")
    inlines = (Tellers,)
    formfield_overrides = IN_ADMIN

    def has_delete_permission(self, request: HttpRequest, obj: Desk | None = None) -> bool:
        return False
