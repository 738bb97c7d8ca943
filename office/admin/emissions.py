"""Emissions and their notices, listed; what is done with them has pages of its own (office/views/emissions.py)."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from office.admin.reading import ReadOnly
from tickets.models import Emission, Notice


@admin.register(Emission)
class EmissionAdmin(ReadOnly):
    """Emissions, the latest first."""

    leads_to = "office:emission"
    list_display = ("__str__", "available_on", "closed_on", "last_start", "last_payment")
    list_filter = ("game",)
    list_select_related = ("game",)
    search_fields = ("game_code", "number", "game__name")
    ordering = ("-available_on", "-pk")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("tickets.add_emission")

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """The page that creates one."""
        return redirect("office:emission_create")

    @admin.display(description="dernier jour pour jouer")
    def last_start(self, emission: Emission) -> object:
        return emission.last_start_day

    @admin.display(description="forclusion")
    def last_payment(self, emission: Emission) -> object:
        return emission.last_payment_day


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    """Notices, the latest first."""

    list_display = ("emission", "kind", "day", "reference", "published_on", "by")
    list_filter = ("kind",)
    list_select_related = ("emission__game", "by")
    search_fields = ("reference", "emission__game_code", "emission__number")
    date_hierarchy = None
    ordering = ("-pk",)
