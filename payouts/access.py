"""Who may use the caisse: someone at a desk, or who sends transfers, signed in as payouts/signing/guard.py asks."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from payouts.models import Teller
from payouts.signing import people
from tickets.models import Ticket


def teller_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call `view(request, teller, ...)` for someone at a desk; others are led to the transfers, or told so."""

    @wraps(view)
    def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        teller = teller_of(request)
        if teller is None and people.sends_transfers(request.user):
            return redirect("payouts:transfers")
        if teller is None:
            return render(request, "account/no_desk.html", status=403)
        try:
            return view(request, teller, *args, **kwargs)
        except Ticket.DoesNotExist as error:
            raise Http404("Aucun ticket ne porte ce numéro.") from error

    return page


def sender_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call `view(request, user, ...)` for someone who sends transfers, at a desk or not; others may not see it."""

    @wraps(view)
    def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if not isinstance(request.user, User) or not people.sends_transfers(request.user):
            raise PermissionDenied
        return view(request, request.user, *args, **kwargs)

    return page


def teller_of(request: HttpRequest) -> Teller | None:
    """Who is at a desk, with the desk."""
    return getattr(request.user, "teller", None)
