"""Who may use the caisse: someone signed in who belongs to a desk."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache

from payouts.models import Teller


def teller_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Call `view(request, teller, ...)` for someone at a desk; others sign in, or are told that they belong to none."""

    @wraps(view)
    @never_cache
    @login_required
    def page(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        teller = Teller.objects.select_related("desk", "user").filter(user=request.user.pk).first()
        if teller is None:
            return render(request, "caisse/no_desk.html", status=403)
        return view(request, teller, *args, **kwargs)

    return page
