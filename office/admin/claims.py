"""Claims on the admin's first page; their own pages are those of office/views/claims.py."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect

from office.admin.reading import key_of
from payouts.models import Claim

if TYPE_CHECKING:
    ClaimsAdmin = admin.ModelAdmin[Claim]
else:
    ClaimsAdmin = admin.ModelAdmin


@admin.register(Claim)
class ClaimAdmin(ClaimsAdmin):
    """Nothing of a claim is changed or listed here: a queue finds it, and services change it."""

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The queues."""
        return redirect("office:claims")

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The claim's page."""
        return redirect("office:claim", get_object_or_404(Claim, pk=key_of(object_id)).number)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Claim | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Claim | None = None) -> bool:
        return False
