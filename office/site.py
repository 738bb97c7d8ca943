"""The admin's site, as the back office shows it."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone

_FILTERED = {"exact", "isnull", "isempty", "gte", "lt"}  # what the filters of a list ask for


class _Asked(admin.ModelAdmin):  # type: ignore[type-arg]
    """A list answers what its own filters ask, and nothing that is typed into an address."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Not Django's rule, which lets anyone compare any field of the row by any expression."""
        filters = [one[0] if isinstance(one, tuple) else one for one in self.list_filter]
        asked = any(
            _is_of(lookup, one) if isinstance(one, str) else lookup == getattr(one, "parameter_name", None)
            for one in filters
        )
        return asked and "\x00" not in str(value)


def _is_of(lookup: str, field: str) -> bool:
    """Is it the field, or the key of the row that it names, compared as filters do."""
    beyond = lookup.removeprefix(field).removeprefix("__id")
    return lookup.startswith(field) and beyond.removeprefix("__") in _FILTERED


class Office(admin.AdminSite):
    """Django's, with the names of this product and a first page that tells how the offer stands."""

    site_header = "ILLIKO LIVE, administration"
    site_title = "ILLIKO LIVE"
    index_title = "Accueil"
    site_url = None  # who works here has no ticket to play
    enable_nav_sidebar = False  # its links and filter are on the first page

    def register(self, model_or_iterable: Any, admin_class: Any = None, **options: Any) -> None:
        """Every list, those of packages too, answers its own filters alone."""
        listed = admin_class or admin.ModelAdmin
        super().register(model_or_iterable, type(listed.__name__, (_Asked, listed), {}), **options)

    def app_index(  # type: ignore[override]
        self, request: HttpRequest, app_label: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The first page, which groups lists by who works with them."""
        return redirect("admin:index")

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """With the models whose history this person may read."""
        from office.changes import HISTORY, tracked

        may = request.user.has_perm(HISTORY)
        return {**super().each_context(request), "histories": {one._meta.label for one in tracked()} if may else set()}

    def index(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """The first page; each person sees what their rights let them see."""
        from office import menu  # these need models, which this module comes before
        from office.views import home

        shown = home.shown(request.user, timezone.now())
        groups = menu.groups(request.user, self.get_app_list(request))
        return super().index(request, {**shown, "groups": groups, **(extra_context or {})})
