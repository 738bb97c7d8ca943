"""Lets into the pages of staff only who is signed in, with a second factor where one is needed; nothing is cached."""

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from allauth.account.adapter import get_adapter
from django.contrib import messages
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.functional import SimpleLazyObject
from django_htmx.http import HttpResponseClientRedirect

from games.boards import HtmxRequest
from games.views.installing import STAFF
from payouts.signing import people, sessions
from payouts.views import errors

TERMINALS = "/caisse/api/"  # who calls there shows a desk's token with each request, and has no session
OPEN = frozenset({"account_login", "account_logout", "mfa_authenticate", "mfa_login_webauthn"})
CONFIRMING = frozenset({"mfa_reauthenticate", "mfa_reauthenticate_webauthn"})
OVER = "Vous étiez connecté depuis douze heures. Reconnectez-vous pour continuer."
UNDONE = "Vous n’étiez plus connecté\u00a0: cet envoi n’a rien fait. Reconnectez-vous, puis recommencez."


class StaffPages:
    """The middleware; it stands behind those of sessions, messages, HTMX and django-allauth."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; what is under the staff's addresses is kept by no cache and no search engine."""
        of_staff = request.path_info.startswith(STAFF)
        if not of_staff:
            request.user = SimpleLazyObject(partial(known, request, request.user))  # type: ignore[assignment]
        response = self.get_response(request)
        if of_staff:
            add_never_cache_headers(response)
            response["X-Robots-Tag"] = "noindex"
        return response

    def process_view(self, request: HtmxRequest, view: Any, args: Any, kwargs: Any) -> HttpResponse | None:
        """Stop who may not see a page, before it does anything; None lets them pass."""
        name = request.resolver_match.url_name if request.resolver_match else None
        path = request.path_info
        if not path.startswith(STAFF) or path.startswith(TERMINALS) or name in OPEN:
            return None
        user = sessions.user_of(request)
        if user and sessions.is_over(request):
            sessions.end(request)
            messages.warning(request, OVER)
            user = None
        if user is None and request.method == "POST":
            if not request.htmx and (kept := errors.signed_out(request, _sign_in(request))):
                return kept
            messages.warning(request, UNDONE)
        return _stopped(request, user, name) if user else _to(request, _sign_in(request))


def known(request: HttpRequest, user: User | AnonymousUser) -> User | AnonymousUser:
    """Who is signed in, for what is outside the pages of staff: nobody until all that is asked of them is done."""
    with sessions.plays_kept(request):
        if not user.is_authenticated or sessions.is_over(request):
            return AnonymousUser()
    asked = people.needs_second_factor(user) or people.has_second_factor(user)
    shown = sessions.second_factor_shown(request, user) and people.has_second_factor(user)
    return user if shown or not asked else AnonymousUser()


def _stopped(request: HtmxRequest, user: User, name: str | None) -> HttpResponse | None:
    has_factor = people.has_second_factor(user)
    if has_factor and not sessions.second_factor_shown(request, user):
        confirming = get_adapter().get_reauthentication_methods(user)[0]["url"]
        return None if name in CONFIRMING else _led(request, confirming)
    if request.path_info.startswith("/compte/"):
        return None
    if not _belongs(request, user):
        return _to(request, people.CAISSE) if request.htmx else render(request, "account/no_desk.html", status=403)
    if people.needs_second_factor(user) and not has_factor:
        return _to(request, reverse("mfa_index"))
    return None


def _belongs(request: HtmxRequest, user: User) -> bool:
    if user.is_staff:
        return True
    at_work = people.desk_of(user) is not None or people.sends_transfers(user)
    return request.path_info.startswith(people.CAISSE) and at_work


def _sign_in(request: HtmxRequest) -> str:
    return _with_next(request, reverse("account_login"))


def _led(request: HtmxRequest, url: str) -> HttpResponse:
    return _to(request, _with_next(request, url))


def _with_next(request: HtmxRequest, url: str) -> str:
    return f"{url}?{urlencode({'next': _back(request)})}"


def _to(request: HtmxRequest, url: str) -> HttpResponse:
    """Go there; a fragment of a page takes the whole page along."""
    return HttpResponseClientRedirect(url) if request.htmx else redirect(url)


def _back(request: HtmxRequest) -> str:
    """Where to go on afterwards: the page asked for or shown; from a form that was sent, the first page there."""
    page = request.htmx.current_url_abs_path if request.htmx else request.get_full_path()
    reads = request.htmx or request.method in ("GET", "HEAD")
    if reads and page and page.startswith(STAFF):
        return page
    return next(place for place in STAFF if request.path_info.startswith(place))
