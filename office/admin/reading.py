"""Rows that the admin shows and never changes: services do that, from the office's own pages."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

if TYPE_CHECKING:
    ReadAdmin = admin.ModelAdmin[Model]
else:
    ReadAdmin = admin.ModelAdmin


class ReadOnly(ReadAdmin):
    """A list with links to the pages that act (`pages`: address, label, permission)."""

    show_full_result_count = False
    list_per_page = 50
    pages: tuple[tuple[str, str, str], ...] = ()
    change_list_template = "admin/office/list.html"

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """With the links that this person may follow."""
        pages = [(address, label) for address, label, permission in self.pages if request.user.has_perm(permission)]
        return super().changelist_view(request, {**(extra_context or {}), "pages": pages})

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False
