"""What is answered where a page can't be: staff are told at work, players by the site's own pages.

None of these answers looks at session, user or database, which may be what failed; a form that comes back does.
"""

import sys
from collections.abc import Callable

from django.conf import settings
from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import REASON_BAD_ORIGIN, REASON_NO_REFERER
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from redis.exceptions import ConnectionError as RedisLost
from redis.exceptions import TimeoutError as RedisSilent

from games.views.installing import STAFF
from games.views.posting import View
from tickets import code_within

WAIT = 60  # seconds after which a site that was out of reach is worth another try
_PLACES = {
    "/caisse/": "Revenir à la caisse",
    "/admin/": "Revenir à l’administration",
    "/compte/": "Revenir à mon compte",
}
_TOLD = {  # heading, sentence
    400: ("Demande incomprise", "Le navigateur a envoyé quelque chose qui ne se lit pas. Rien n’est enregistré."),
    403: ("Accès refusé", "Votre rôle n’ouvre pas cette page. S’il vous la faut, demandez à votre administrateur."),
    404: ("Page introuvable", "Aucune page n’a cette adresse, ou ce n’est pas à votre caisse de la voir."),
    405: ("Cette adresse ne s’ouvre pas comme cela", "Rien n’est enregistré. Passez par les pages et leurs boutons."),
    413: ("Envoi trop gros", "Rien n’est enregistré. Envoyez moins à la fois, ou un fichier plus petit."),
    500: ("Une panne de notre côté", "Regardez si ce que vous faisiez est enregistré avant de le refaire. Si la panne "
          "dure, prévenez l’exploitation."),
    503: ("Le site est arrêté un moment", "Il n’atteint plus ce dont il a besoin pour répondre. Attendez une minute, "
          "puis regardez si ce que vous faisiez est enregistré avant de le refaire. Si cela dure, prévenez "
          "l’exploitation."),
}  # fmt: skip
_EXPIRED = (
    "Cette page a trop attendu",
    "Rien n’est enregistré. Revenez en arrière, rechargez la page, connectez-vous s’il le faut, et recommencez.",
)
_SIGNED_OUT = (
    "Vous n’étiez plus connecté",
    "Cet envoi n’a rien fait. Copiez ce que vous aviez écrit, reconnectez-vous, puis recommencez.",
)
_FIELDS = {"csrfmiddlewaretoken", "version", "seen", "vu", "key"}  # what no one typed
_MOST_TYPED = 20_000  # characters of a form; looking for a code costs time for each, and nobody is signed in here
_TOO_BIG = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
_FOREIGN = tuple(reason.partition(" - ")[0] for reason in (REASON_BAD_ORIGIN, REASON_NO_REFERER))
_NO_ROOM = ("08", "57P", "53300")  # PostgreSQL's states: connection lost, stopping or starting, too many connections


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, 413 if isinstance(exception, _TOO_BIG) else 400)


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, 403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, 404)


def failed(request: HttpRequest) -> HttpResponse:
    """A fault of ours; or, when it is database or Redis that can't be reached, 503 and when to try again."""
    if out_of_reach(sys.exception()):
        return _answer(request, 503, {"Retry-After": str(WAIT)})
    return _answer(request, 500)


def out_of_reach(error: BaseException | None) -> bool:
    """Did the error say that database or Redis doesn't answer, and not that it refused what was asked of it?"""
    if not isinstance(error, OperationalError | InterfaceError):
        return isinstance(error, RedisLost | RedisSilent)
    state = getattr(error.__cause__, "sqlstate", None)
    return state is None or state.startswith(_NO_ROOM)


def methods(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The middleware: Django's 405 is empty; it gets its page, and still says what is allowed."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code != 405 or response.content:
            return response
        return _answer(request, 405, {"Allow": response["Allow"]})

    return middleware


@never_cache
def expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form whose token is no longer right: what was typed is given back, but of another site's form.

    Staff get their texts to copy; a player's form comes back by what its view was marked with (games/views/posting.py).
    """
    foreign = reason.startswith(_FOREIGN)
    if request.path_info.startswith(STAFF):
        return _shown(request, 403, _EXPIRED, typed=[] if foreign else _typed(request))
    match = None if foreign else request.resolver_match
    again: View | None = getattr(match.func, "again", None) if match else None
    if match and again:
        return again(request, **match.kwargs)
    return HttpResponse(page("403_csrf"), status=403)


def signed_out(request: HttpRequest, onward: str) -> HttpResponse | None:
    """To who sent a form after their sign-in ended: what they wrote, and where to sign in; None when nothing was."""
    typed = _typed(request)
    shown = {"told": _SIGNED_OUT, "typed": typed, "home": onward, "onward": "Se reconnecter"}
    return HttpResponse(render_to_string("caisse/error.html", shown), status=403) if typed else None


def page(name: str) -> str:
    """A player's error page, made without any request: it is the same for everybody, and needs nothing that fails."""
    most = {"texts": settings.DATA_UPLOAD_MAX_MEMORY_SIZE, "files": settings.FILE_UPLOAD_MAX_MEMORY_SIZE}  # bytes
    return render_to_string(f"{name}.html", {what: size / 2**20 for what, size in most.items()})


def _typed(request: HttpRequest) -> list[str]:
    """The texts of several words; those that hold a code are given back nowhere, and neither is more than is typed."""
    texts = [text for name, every in request.POST.lists() if name not in _FIELDS for text in every]
    if sum(map(len, texts)) > _MOST_TYPED:
        return []
    return [text for text in texts if len(text.split()) > 1 and not code_within.holds(text)]


def _answer(request: HttpRequest, status: int, headers: dict[str, str] | None = None) -> HttpResponse:
    if request.path_info.startswith(STAFF):
        return _shown(request, status, _TOLD[status], headers)
    return HttpResponse(page(str(status)), status=status, headers=headers)


def _shown(
    request: HttpRequest,
    status: int,
    told: tuple[str, str],
    headers: dict[str, str] | None = None,
    typed: list[str] | None = None,
) -> HttpResponse:
    home = next(place for place in STAFF if request.path_info.startswith(place))
    shown = {"told": told, "typed": typed, "home": home, "onward": _PLACES[home]}
    return HttpResponse(render_to_string("caisse/error.html", shown), status=status, headers=headers)
