"""What every page of the back office shows around its own content."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def page(
    request: HttpRequest, template: str, title: str, shown: dict[str, Any] | None = None, *, status: int = 200
) -> HttpResponse:
    """A page of `templates/admin/office/`, which extends its base.html."""
    around = {**admin.site.each_context(request), "title": title}
    return render(request, f"admin/office/{template}", around | (shown or {}), status=status)
