"""The site's addresses with a bare page at the caisse, so that what guards it is tested apart from what it shows."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from illikolive.urls import handler429
from illikolive.urls import urlpatterns as of_the_site

__all__ = ["handler429"]


def page(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"la caisse, {request.method}")


urlpatterns = [path("caisse/", page), path("caisse/payer", page), path("caisse/api/ticket", page), *of_the_site]
