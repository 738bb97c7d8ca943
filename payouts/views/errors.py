"""What is answered where a page can't be: staff are told at work, players by the site's own pages."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.template.loader import render_to_string
from django.views import csrf, defaults

from games.views.installing import STAFF
from tickets import code_within

_PLACES = {
    "/caisse/": "Revenir à la caisse",
    "/admin/": "Revenir à l’administration",
    "/compte/": "Revenir à mon compte",
}
_TOLD = {  # heading, sentence
    400: ("Demande incomprise", "Le navigateur a envoyé quelque chose qui ne se lit pas. Rien n’est enregistré."),
    403: ("Accès refusé", "Votre rôle n’ouvre pas cette page. S’il vous la faut, demandez à votre administrateur."),
    404: ("Page introuvable", "Aucune page n’a cette adresse, ou ce n’est pas à votre caisse de la voir."),
    500: ("Une panne de notre côté", "Regardez si ce que vous faisiez est enregistré avant de le refaire. Si la panne "
          "dure, prévenez l’exploitation."),
}  # fmt: skip
_EXPIRED = (
    "Cette page a trop attendu",
    "Rien n’est enregistré. Revenez en arrière, rechargez la page, connectez-vous s’il le faut, et recommencez.",
)
_FIELDS = {"csrfmiddlewaretoken", "version", "seen", "vu", "key"}  # what no one typed


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, 400, defaults.bad_request, exception)


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, 403, defaults.permission_denied, exception)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, 404, defaults.page_not_found, exception)


def failed(request: HttpRequest) -> HttpResponse:
    return _answer(request, 500, defaults.server_error)


def expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token is no longer right; staff get the texts back that they typed, but from another site's form."""
    if not request.path_info.startswith(STAFF):
        return csrf.csrf_failure(request, reason)
    foreign = reason.startswith(REASON_BAD_ORIGIN.partition("%s")[0])
    return _shown(request, 403, _EXPIRED, [] if foreign else _typed(request))


def _typed(request: HttpRequest) -> list[str]:
    """The texts of several words; those that hold a code are given back nowhere."""
    texts = (text for name, every in request.POST.lists() if name not in _FIELDS for text in every)
    return [text for text in texts if len(text.split()) > 1 and not code_within.holds(text)]


def _answer(request: HttpRequest, status: int, players: Callable[..., HttpResponse], *more: Exception) -> HttpResponse:
    if not request.path_info.startswith(STAFF):
        return players(request, *more)
    return _shown(request, status, _TOLD[status])


def _shown(request: HttpRequest, status: int, told: tuple[str, str], typed: list[str] | None = None) -> HttpResponse:
    home = next(place for place in STAFF if request.path_info.startswith(place))
    shown = {"told": told, "typed": typed, "home": home, "onward": _PLACES[home]}
    page = render_to_string("caisse/error.html", shown)  # without the request: it needs neither session nor database
    return HttpResponse(page, status=status)
