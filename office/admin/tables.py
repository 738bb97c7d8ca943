"""The list of prize tables in the admin; each one's own page is the back office's."""

from fractions import Fraction
from typing import TYPE_CHECKING

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.contents import BASIS
from games.templatetags.french import percent
from office.admin.reading import key_of
from tickets.models import PrizeTable

if TYPE_CHECKING:
    TablesAdmin = admin.ModelAdmin[PrizeTable]
else:
    TablesAdmin = admin.ModelAdmin


@admin.register(PrizeTable)
class PrizeTableAdmin(TablesAdmin):
    """Every version of every game's prize table; none is ever deleted."""

    list_display = ("__str__", "block_size", "fixed", "changed_by", "approved_at", "approved_by")
    list_filter = ("game", ("approved_at", admin.EmptyFieldListFilter))
    list_select_related = ("game", "changed_by", "approved_by")
    ordering = ("game__name", "-version")
    show_full_result_count = False
    actions = None

    @admin.display(description="part fixée (art. 2.3)")
    def fixed(self, table: PrizeTable) -> str | None:
        """The order's share and its tolerance."""
        if table.share is None or table.tolerance is None:
            return None
        return " ± ".join(percent(Fraction(points, BASIS), 2) for points in (table.share, table.tolerance))

    def has_delete_permission(self, request: HttpRequest, obj: PrizeTable | None = None) -> bool:
        return False

    def add_view(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        """The back office's page, which refuses who may not."""
        return redirect("office:table_new")

    def change_view(self, request: HttpRequest, object_id: str, *args: object, **kwargs: object) -> HttpResponse:
        """The same."""
        return redirect("office:table", key_of(object_id))
