"""Rows that the admin shows and never changes: services do that, from the office's own pages."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model
from django.http import Http404, HttpRequest
from django.shortcuts import redirect

if TYPE_CHECKING:
    ReadAdmin = admin.ModelAdmin[Model]
else:
    ReadAdmin = admin.ModelAdmin
_LARGEST = 2**63 - 1


class ReadOnly(ReadAdmin):
    """A list with links to the pages that act (`pages`: address, label, permission); its lines lead to `leads_to`."""

    actions = None
    show_full_result_count = False
    list_per_page = 50
    pages: tuple[tuple[str, str, str], ...] = ()
    leads_to = ""
    change_list_template = "admin/office/list.html"

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """With the links that this person may follow."""
        pages = [(address, label) for address, label, permission in self.pages if request.user.has_perm(permission)]
        return super().changelist_view(request, {**(extra_context or {}), "pages": pages})

    def change_view(self, request: HttpRequest, object_id: str, *args: Any, **options: Any) -> Any:
        """The office's own page of it, which refuses who may not, where there is one."""
        if not self.leads_to:
            return super().change_view(request, object_id, *args, **options)
        return redirect(self.leads_to, key_of(object_id))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def key_of(typed: str) -> int:
    """A row's key as an address has it. Raises Http404 for what is none."""
    key = int(typed) if typed.isascii() and typed.isdigit() else -1
    if not 0 <= key <= _LARGEST:
        raise Http404(typed)
    return key
