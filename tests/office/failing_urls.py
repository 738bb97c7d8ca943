"""The site's addresses, two of which fail."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from illikolive.urls import handler500
from illikolive.urls import urlpatterns as every

__all__ = ["handler500"]


def fail(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("meant")


urlpatterns = [path("", fail), path("admin/", fail), *every]
