"""Who may see a page of the back office: staff, signed in as the guard asks, with its permissions."""

from collections.abc import Callable
from functools import wraps

from django.contrib import admin
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest
from django.http.response import HttpResponseBase


def office_page(*permissions: str) -> Callable[[Callable[..., HttpResponseBase]], Callable[..., HttpResponseBase]]:
    """Call `view(request, user, ...)` for staff who hold all of `permissions`; refuse others, whatever the method."""

    def guarded(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            if not isinstance(request.user, User) or not request.user.has_perms(permissions):
                raise PermissionDenied
            return view(request, request.user, *args, **kwargs)

        return admin.site.admin_view(page)

    return guarded
