"""Refuses bodies in another charset than UTF-8, which Django would refuse too late to answer with a page."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render


def utf8_forms(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The middleware: 400 and the site's page when a body announces a charset that is not UTF-8; 415 for JSON."""

    def middleware(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() not in ("utf-8", "utf8"):
            if request.content_type == "application/json":
                return JsonResponse({"field": None, "message": "Le JSON est en UTF-8."}, status=415)
            return render(request, "400.html", status=400)
        return get_response(request)

    return middleware
