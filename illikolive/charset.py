"""Refuses bodies in another charset than UTF-8, which Django would refuse too late to answer with a page."""

from collections.abc import Callable

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, JsonResponse


def utf8_forms(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The middleware: a body that announces a charset other than UTF-8 raises BadRequest; 415 for JSON."""

    def middleware(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() not in ("utf-8", "utf8"):
            if request.content_type == "application/json":
                return JsonResponse({"field": None, "message": "Le JSON est en UTF-8."}, status=415)
            raise BadRequest(charset)
        return get_response(request)

    return middleware
