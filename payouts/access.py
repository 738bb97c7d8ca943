"""Who may use the caisse: someone who belongs to a desk, signed in as payouts/signing/guard.py asks."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def teller_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call `view(request, teller, ...)` for someone at a desk; staff of none are told so."""

    @wraps(view)
    def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not hasattr(request.user, "teller"):
            return render(request, "account/no_desk.html", status=403)
        return view(request, request.user.teller, *args, **kwargs)

    return page
