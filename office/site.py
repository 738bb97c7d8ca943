"""The admin's site, as the back office shows it."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone


class Office(admin.AdminSite):
    """Django's, with the names of this product and a first page that tells how the offer stands."""

    site_header = "ILLIKO LIVE, administration"
    site_title = "ILLIKO LIVE"
    index_title = "Accueil"
    site_url = None  # who works here has no ticket to play
    enable_nav_sidebar = False  # its links and filter are on the first page

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
