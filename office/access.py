"""Who may see a page of the back office: staff, signed in as the guard asks, with its permissions."""

from collections.abc import Callable
from functools import wraps

from django.contrib import admin
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse


def office_page(*permissions: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Call `view(request, user, ...)` for staff who hold all of `permissions`; refuse others, whatever the method."""

    def guarded(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if not isinstance(request.user, User) or not request.user.has_perms(permissions):
                raise PermissionDenied
            return view(request, request.user, *args, **kwargs)

        return admin.site.admin_view(page)

    return guarded
