"""Every answer that is no success, as JSON, with words for the person at the terminal."""

import logging
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.responses import Response

from games import attempts
from games.refusals import Refusal
from payouts.api.shapes import Conflict
from payouts.refusals import AlreadyPaid, NotFound

logger = logging.getLogger(__name__)
_WORDS = {
    "missing": "Ce champ est nécessaire.",
    "extra_forbidden": "Ce champ n’existe pas.",
    "string_type": "Ce champ est un texte.",
    "string_too_short": "Ce champ est vide.",
    "string_too_long": "Ce champ est trop long.",
    "string_unicode": "Ce texte n’est pas de l’Unicode.",
    "string_pattern_mismatch": "Ce champ est un UUID.",
    "list_type": "Ce champ est une liste.",
    "too_long": "Cette liste est trop longue.",
    "literal_error": "Cette valeur n’est pas l’une de celles du document.",
}
_FIELDS = {"key": "Idempotency-Key"}


def problem(status: int, message: str, field: str = "") -> HttpResponse:
    return JsonResponse({"field": _FIELDS.get(field, field) or None, "message": message}, status=status)


def too_many() -> HttpResponse:
    return attempts.slowed(problem(429, "Trop d’essais refusés. Attendez une minute."))


def handle(api: NinjaAPI) -> None:
    """Let the API answer each of these its own way."""
    api.add_exception_handler(AuthenticationError, _stranger)
    api.add_exception_handler(NotFound, _not_found)
    api.add_exception_handler(AlreadyPaid, _already_paid)
    api.add_exception_handler(Refusal, _refused)
    api.add_exception_handler(ValidationError, _invalid)
    api.add_exception_handler(HttpError, _no_json)
    api.add_exception_handler(Exception, _broken)


def _stranger(request: HttpRequest, error: Any) -> HttpResponse:
    if attempts.count_unknown(request, "tokens"):
        return too_many()
    answer = problem(401, "Ce terminal n’est pas reconnu.")
    answer["WWW-Authenticate"] = "Bearer"
    return answer


def _not_found(request: HttpRequest, error: Any) -> HttpResponse:
    return too_many() if attempts.count_unknown(request, "tickets") else problem(404, error.message)


def _already_paid(request: HttpRequest, error: Any) -> HttpResponse:
    paid = error.payment
    told = Conflict(
        field=None,
        message=error.message,
        paid_at=paid.paid_at,
        desk=str(paid.desk),
        cancelled_at=paid.cancelled_at,
    )
    return Response(told, status=409)


def _refused(request: HttpRequest, error: Any) -> HttpResponse:
    return problem(422, error.message, getattr(error, "field", ""))


def _invalid(request: HttpRequest, error: Any) -> HttpResponse:
    first = error.errors[0]
    place = [part for part in first["loc"][1:] if part not in ("shown", "wish")]
    field = str(place[0]) if place else ""
    words = _WORDS.get(first["type"], "Cette valeur est refusée.")
    return problem(422, words if field else "Un objet JSON est attendu.", field)


def _no_json(request: HttpRequest, error: Any) -> HttpResponse:
    """The only one that django-ninja raises by itself besides those above: a body that can't be read."""
    return problem(422, "Ce corps n’est pas du JSON lisible.")


def _broken(request: HttpRequest, error: Any) -> HttpResponse:
    logger.error("A terminal was answered 500", exc_info=error)
    return problem(500, "Le site a un problème. Rien n’est sûr\u00a0: redemandez avec la même clé.")
