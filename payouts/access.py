"""Who may use the caisse: someone who belongs to a desk, signed in as payouts/signing/guard.py asks."""

from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from payouts.models import Teller


def teller_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call `view(request, teller, ...)` for someone at a desk; staff of none are told so."""

    @wraps(view)
    def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        teller = Teller.objects.select_related("desk", "user").filter(user=request.user.pk).first()
        if teller is None:
            return render(request, "account/no_desk.html", status=403)
        return view(request, teller, *args, **kwargs)

    return page
