"""Addresses of the API; what is none of them is answered in JSON too."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, re_path
from django.views.decorators.http import require_safe

from payouts.api.door import door
from payouts.api.operations import api


def _nowhere(request: HttpRequest) -> HttpResponse:
    raise Http404


def _behind_the_door(pattern: URLPattern | URLResolver) -> URLPattern:
    assert isinstance(pattern, URLPattern)
    view = require_safe(pattern.callback) if pattern.name == "openapi-json" else pattern.callback
    return URLPattern(pattern.pattern, door(view), pattern.default_args, pattern.name)


app_name = "terminals"
urlpatterns = [_behind_the_door(one) for one in api.urls[0]] + [re_path("", door(_nowhere))]
